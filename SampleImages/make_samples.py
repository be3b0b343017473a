#!/usr/bin/env python3
"""Rebuilds the pictures of this folder from two published packages, every byte of them pinned by SHA-256.

    python3 -m venv .venv && .venv/bin/pip install numpy==2.4.6 pillow==13.0.0
    .venv/bin/python make_samples.py

Three portraits and the rocket are copied as published; the astronaut is packed tighter without touching a pixel; the
third portrait is made smaller; the picture with several faces puts two crops of one photograph side by side.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

HERE = Path(__file__).resolve().parent
CACHE = HERE / "cache"
PORTRAITS = "face_recognition-1.3.0.tar.gz"
OTHERS = "scikit_image-0.25.2-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
PINNED = {
    PORTRAITS: "5e5efdd1686aa566af0d3cc1313b131e4b197657a8ffd03669e6d3fad92705ec",
    OTHERS: "24cc986e1f4187a12aa319f777b36008764e856e5013666a4a83f8df083c2641",
}


def fetch():
    CACHE.mkdir(exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(CACHE)]
    if not (CACHE / PORTRAITS).exists():
        subprocess.run(pip + ["--no-binary=:all:", "face_recognition==1.3.0"], check=True)
    if not (CACHE / OTHERS).exists():
        subprocess.run(pip + ["--only-binary=:all:", "--python-version", "311", "--platform",
                              "manylinux2014_x86_64", "scikit-image==0.25.2"], check=True)
    for name, digest in PINNED.items():
        found = hashlib.sha256((CACHE / name).read_bytes()).hexdigest()
        if found != digest:
            raise SystemExit(f"{name} has SHA-256 {found}, expected {digest}")


def portrait(name):
    with tarfile.open(CACHE / PORTRAITS) as archive:
        return archive.extractfile(f"face_recognition-1.3.0/tests/test_images/{name}").read()


def other(name):
    with zipfile.ZipFile(CACHE / OTHERS) as archive:
        return archive.read(f"skimage/data/{name}")


def save_jpeg(pixels, name):
    pixels.save(HERE / name, quality=88, optimize=True)


def scaled(data, height):
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((round(picture.width * height / picture.height), height), Image.LANCZOS)


def main():
    fetch()
    for name in ("obama.jpg", "obama2.jpg", "biden.jpg"):
        (HERE / name).write_bytes(portrait(name))
    (HERE / "rocket.jpg").write_bytes(other("rocket.jpg"))

    astronaut = Image.open(io.BytesIO(other("astronaut.png"))).convert("RGB")
    astronaut.save(HERE / "astronaut.png", optimize=True)
    with Image.open(HERE / "astronaut.png") as packed:
        assert np.array_equal(np.asarray(packed), np.asarray(astronaut))

    save_jpeg(scaled(portrait("obama3.jpg"), 1000), "obama3.jpg")
    # Both crops come from one photograph and were cut at almost the same height.
    left, right = scaled(portrait("obama3.jpg"), 800), scaled(portrait("biden.jpg"), 800)
    together = Image.new("RGB", (left.width + right.width, 800))
    together.paste(left, (0, 0))
    together.paste(right, (left.width, 0))
    save_jpeg(together, "several-faces.jpg")
    for path in sorted(HERE.glob("*.jpg")) + sorted(HERE.glob("*.png")):
        print(f"{path.name} {path.stat().st_size} {hashlib.sha256(path.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
