"""Runs the decoders over a corpus folder and compares the pixels with Pillow and with reference pictures.

    python3 Benchmarks/decoders/check_decoders.py CORPUS

CORPUS holds, as far as present, `pngsuite`, `libpng`, `exif-orientation`, `jpeg-decoder` and `libjpeg-turbo`.
Needs Pillow and numpy. Every file must give a picture or a typed error within 2 s, the whole process staying
below 512 MB.
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image, ImageOps

Image.MAX_IMAGE_PIXELS = None


def stored_depth(picture):
    """Bits per sample in the header of a PNG."""
    with open(picture.filename, "rb") as file:
        return file.read(25)[24]


def on_black(picture):
    """8-bit RGB over black; 16-bit grey keeps its high byte."""
    if picture.mode.startswith("I"):
        values = np.asarray(picture).astype(np.int64)
        transparent = picture.info.get("transparency")
        grey = values >> 8
        if transparent is not None:
            grey = np.where(values == transparent, 0, grey)
        return np.repeat(grey.astype(np.uint8)[:, :, None], 3, axis=2)
    if picture.mode == "L" and isinstance(picture.info.get("transparency"), int):
        # Pillow scales grey of 1, 2 or 4 bits up to 8 but leaves the transparent value as stored.
        levels = {1: 255, 2: 85, 4: 17}.get(stored_depth(picture), 1)
        grey = np.asarray(picture)
        grey = np.where(grey == picture.info["transparency"] * levels, 0, grey)
        return np.repeat(grey[:, :, None], 3, axis=2)
    rgba = np.asarray(picture.convert("RGBA")).astype(np.float64)
    return np.rint(rgba[:, :, :3] * rgba[:, :, 3:] / 255).astype(np.uint8)


def expected_pixels(path):
    """The pixels that a file should give, or None where there is no reference."""
    reference = path.with_suffix(".png")
    picture = Image.open(path)
    if "reftest" in path.parts and path.suffix == ".jpg" and reference.exists() and picture.mode != "CMYK":
        return on_black(Image.open(reference))
    if picture.format == "JPEG":
        return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"))
    return on_black(picture) if picture.format == "PNG" else None


def write_expected(corpus, folder):
    for path in sorted(corpus.rglob("*")):
        if not path.is_file() or path.stat().st_size > 50_000_000:
            continue
        try:
            if np.prod(Image.open(path).size) > 64_000_000:
                continue
            pixels = expected_pixels(path)
        except Exception:  # Pillow raises nearly every kind of error on broken files.
            continue
        if pixels is None:
            continue
        target = folder / (str(path.relative_to(corpus)) + ".ppm")
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(target, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (pixels.shape[1], pixels.shape[0]))
            file.write(np.ascontiguousarray(pixels).tobytes())


def run_decoders(corpus, expected, report):
    environment = dict(
        os.environ,
        FACELATCH_DECODER_CORPUS=str(corpus),
        FACELATCH_DECODER_EXPECTED=str(expected),
        FACELATCH_DECODER_REPORT=str(report),
    )
    subprocess.run(["swift", "build", "--build-tests"], check=True, stdout=sys.stderr)
    result = subprocess.run(
        ["swift", "test", "--skip-build", "--filter", "DecoderCorpusTests"],
        env=environment,
        stdout=sys.stderr,
    )
    return result.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true", help="print every file")
    arguments = parser.parse_args()
    corpus = arguments.corpus.resolve()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        write_expected(corpus, work / "expected")
        status = run_decoders(corpus, work / "expected", work / "report.tsv")
        lines = [line.split("\t") for line in (work / "report.tsv").read_text().splitlines()]
    rows = [line for line in lines if not line[0].startswith("#")]
    peak = next(line[1] for line in lines if line[0].startswith("#"))

    outcomes = collections.defaultdict(collections.Counter)
    compared = collections.defaultdict(list)
    for path, outcome, seconds, size, largest, mean, message in rows:
        group = "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]
        outcomes[group][outcome] += 1
        if largest:
            compared[group].append((int(largest), float(mean), path))
        if arguments.verbose:
            print(path, outcome, size, largest, mean[:6], message, sep="\t")
    print("outcomes")
    for group, counts in outcomes.items():
        print(f"  {group:28}", dict(counts))
    print("compared with Pillow or a reference picture")
    for group, differences in compared.items():
        worst, _, worst_path = max(differences)
        exact = sum(largest == 0 for largest, _, _ in differences)
        within = sum(largest <= 1 for largest, _, _ in differences)
        print(
            f"  {group:28} {len(differences)} files, {exact} equal, {within} within 1 level, worst {worst}"
            + (f" ({worst_path})" if worst else "")
        )
    slowest = max(rows, key=lambda row: float(row[2]))
    print(f"{len(rows)} files; slowest {float(slowest[2]):.3f} s ({slowest[0]}); peak memory {peak} MB")
    return status


if __name__ == "__main__":
    sys.exit(main())
