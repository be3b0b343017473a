"""Makes the test pictures in the folder `Pictures` and the pixels they must give.

    python3 make_fixtures.py [--jpegtran PATH]

Needs Pillow, numpy and OpenCV; jpegtran (package libjpeg-turbo-progs) writes the arithmetic-coded files, and
without it they stay as they are. Every picture is computed here, none is a photograph. `NAME.ppm` holds what
`NAME.png` or `NAME.jpg` must give; a file whose name continues with `--` shares the pixels of the part before.
"""

import argparse
import io
import pathlib
import struct
import subprocess
import zlib

import cv2
import numpy as np
from PIL import Image, ImageOps

FOLDER = pathlib.Path(__file__).parent / "Pictures"
random = np.random.default_rng(20240607)


def write_ppm(name, pixels):
    height, width, _ = pixels.shape
    (FOLDER / f"{name}.ppm").write_bytes(
        b"P6 %d %d 255\n" % (width, height) + np.ascontiguousarray(pixels, np.uint8).tobytes()
    )


# --- PNG ---

GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGB_ALPHA: 4}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, content, crc_change=0):
    crc = zlib.crc32(kind + content) ^ crc_change
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)


def packed_rows(samples, depth):
    """Rows of samples (height × width × channels) as PNG stores them, each behind its filter type."""
    height = samples.shape[0]
    flat = samples.reshape(height, -1)
    if depth == 16:
        rows = flat.astype(">u2").view(np.uint8).reshape(height, -1)
    elif depth == 8:
        rows = flat.astype(np.uint8)
    else:
        bits = (flat[:, :, None] >> np.arange(depth - 1, -1, -1)) & 1
        rows = np.packbits(bits.reshape(height, -1).astype(np.uint8), axis=1)
    step = max(1, samples.shape[2] * depth // 8)
    result = bytearray()
    previous = np.zeros(rows.shape[1], np.uint8)
    for index, row in enumerate(rows):
        left = np.concatenate([np.zeros(step, np.uint8), row])[: len(row)]
        kind = index % 3
        result.append(kind)
        result += (row - (0, left, previous)[kind]).astype(np.uint8).tobytes()
        previous = row
    return bytes(result)


def png(samples, color_type, depth, interlaced=False, before=b"", after=b"", size=None, end=True):
    height, width, _ = samples.shape
    stated = size or (width, height)
    header = struct.pack(">IIBBBBB", *stated, depth, color_type, 0, 0, int(interlaced))
    if interlaced:
        passes = [samples[y::dy, x::dx] for x, y, dx, dy in ADAM7]
        data = b"".join(packed_rows(part, depth) for part in passes if part.size)
    else:
        data = packed_rows(samples, depth)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + before
        + chunk(b"IDAT", zlib.compress(data, 9))
        + after
        + (chunk(b"IEND", b"") if end else b"")
    )


def over_black(color, alpha):
    return np.rint(color.astype(float) * alpha.astype(float) / 255).astype(np.uint8)


def make_png_of_every_kind():
    width, height = 11, 9
    palette = random.integers(0, 256, (256, 3))
    for color_type, name in [
        (GREY, "grey"),
        (RGB, "rgb"),
        (PALETTE, "palette"),
        (GREY_ALPHA, "grey-alpha"),
        (RGB_ALPHA, "rgb-alpha"),
    ]:
        depths = {GREY: (1, 2, 4, 8, 16), PALETTE: (1, 2, 4, 8)}.get(color_type, (8, 16))
        for depth in depths:
            samples = random.integers(0, 1 << depth, (height, width, CHANNELS[color_type]))
            keys = [False] + ([True] if color_type in (GREY, RGB, PALETTE) else [])
            for transparent in keys:
                before = b""
                if depth == 16:
                    eight = samples >> 8
                elif color_type == PALETTE:
                    eight = samples
                else:
                    eight = samples * 255 // ((1 << depth) - 1)
                alpha = np.full((height, width, 1), 255)
                if color_type == PALETTE:
                    before += chunk(b"PLTE", palette[: 1 << depth].astype(np.uint8).tobytes())
                    color = palette[samples[:, :, 0]]
                    if transparent:
                        table = random.integers(0, 256, 1 << depth)
                        before += chunk(b"tRNS", table.astype(np.uint8).tobytes())
                        alpha = table[samples]
                elif color_type in (GREY_ALPHA, RGB_ALPHA):
                    color, alpha = eight[:, :, :-1], eight[:, :, -1:]
                else:
                    color = eight
                    if transparent:
                        key = samples[2, 3]
                        before += chunk(b"tRNS", key.astype(">u2").tobytes())
                        alpha = np.where((samples == key).all(axis=2, keepdims=True), 0, 255)
                expected = over_black(np.broadcast_to(color, (height, width, 3)), alpha)
                full_name = f"png-{name}-{depth}" + ("-key" if transparent else "")
                write_ppm(full_name, expected)
                plain = png(samples, color_type, depth, before=before)
                (FOLDER / f"{full_name}.png").write_bytes(plain)
                (FOLDER / f"{full_name}--interlaced.png").write_bytes(
                    png(samples, color_type, depth, interlaced=True, before=before)
                )
                check_against_pillow(full_name, plain, expected, transparent and depth != 8)


def check_against_pillow(name, content, expected, has_unusual_key):
    """Pillow leaves a key below 8 bits unscaled and does not apply it at 16 bits, so those are exempt."""
    picture = Image.open(io.BytesIO(content))
    if has_unusual_key and picture.mode != "P":
        return
    if picture.mode.startswith("I"):
        values = np.repeat((np.asarray(picture) >> 8)[:, :, None], 3, axis=2)
    else:
        rgba = np.asarray(picture.convert("RGBA"))
        values = over_black(rgba[:, :, :3], rgba[:, :, 3:])
    distance = np.abs(values.astype(int) - expected).max()
    assert distance <= 1, (name, distance)


def exif_block(orientation, big_endian=False, kind=3):
    order = ">" if big_endian else "<"
    value = struct.pack(order + "HH", orientation, 0) if kind == 3 else struct.pack(order + "I", orientation)
    entries = [
        struct.pack(order + "HHII", 0x0100, 3, 1, 7),
        struct.pack(order + "HHI", 0x0112, kind, 1) + value,
    ]
    return (
        (b"MM\0*" if big_endian else b"II*\0")
        + struct.pack(order + "IH", 8, len(entries))
        + b"".join(entries)
        + struct.pack(order + "I", 0)
    )


def make_special_png():
    samples = random.integers(0, 256, (9, 11, 3))
    write_ppm("png-special", samples)
    special = {
        "gamma": png(samples, RGB, 8, before=chunk(b"gAMA", struct.pack(">I", 100000))),
        "no-end": png(samples, RGB, 8, end=False),
        "trailing": png(samples, RGB, 8) + b"trailing bytes" * 9,
        "text-bomb": png(
            samples, RGB, 8, before=chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(20_000_000), 9))
        ),
        "bad-text-crc": png(samples, RGB, 8, before=chunk(b"tEXt", b"a\0b", crc_change=1)),
    }
    for name, content in special.items():
        (FOLDER / f"png-special--{name}.png").write_bytes(content)
    write_ppm("png-turned", np.rot90(samples, -1))
    (FOLDER / "png-turned--before.png").write_bytes(
        png(samples, RGB, 8, before=chunk(b"eXIf", exif_block(6)))
    )
    (FOLDER / "png-turned--after.png").write_bytes(
        png(samples, RGB, 8, after=chunk(b"eXIf", exif_block(6, big_endian=True)))
    )

    whole = png(random.integers(0, 256, (40, 40, 3)), RGB, 8)
    (FOLDER / "broken-cut.png").write_bytes(whole[: len(whole) // 2])
    (FOLDER / "broken-cut-header.png").write_bytes(whole[:20])
    (FOLDER / "broken-short-data.png").write_bytes(png(samples, RGB, 8, size=(11, 90)))
    (FOLDER / "broken-crc.png").write_bytes(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
    (FOLDER / "broken-no-header.png").write_bytes(whole[:8] + whole[33:])
    (FOLDER / "broken-zero-width.png").write_bytes(png(samples, RGB, 8, size=(0, 9)))
    (FOLDER / "huge-65535.png").write_bytes(png(samples, RGB, 8, size=(65535, 65535)))
    (FOLDER / "huge-side.png").write_bytes(png(samples, RGB, 8, size=(2_000_000, 9)))


# --- JPEG ---


def smooth_picture(width, height):
    """Soft colour ramps with a mark in one corner, so that every turn of it looks different."""
    y, x = np.mgrid[0:height, 0:width] / np.array([height, width])[:, None, None]
    pixels = np.stack([255 * x, 255 * y, 255 * (0.5 + 0.5 * np.sin(5 * x + 3 * y))], axis=2)
    pixels[: height // 4, : width // 5] = (250, 240, 20)
    return Image.fromarray(pixels.astype(np.uint8))


def jpeg(picture, **options):
    target = io.BytesIO()
    picture.save(target, "JPEG", **options)
    return target.getvalue()


def segments(content):
    """(marker, start, end) of every segment; a scan's entropy-coded data belongs to its segment."""
    position = 2
    result = []
    while content[position + 1] != 0xD9:
        marker = content[position + 1]
        end = position + 2 + int.from_bytes(content[position + 2 : position + 4], "big")
        if marker == 0xDA:
            while not (
                content[end] == 0xFF and content[end + 1] != 0 and not 0xD0 <= content[end + 1] <= 0xD7
            ):
                end += 1
        result.append((marker, position, end))
        position = end
    return result


def frame(content):
    return next(start for marker, start, _ in segments(content) if 0xC0 <= marker <= 0xC2)


def patched(content, position, new):
    return content[:position] + new + content[position + len(new) :]


def save_jpeg(name, content, expected=None):
    (FOLDER / f"{name}.jpg").write_bytes(content)
    if "--" not in name:
        write_ppm(
            name,
            expected if expected is not None else np.asarray(Image.open(io.BytesIO(content)).convert("RGB")),
        )


def make_jpeg_of_every_kind(jpegtran):
    picture = smooth_picture(37, 29)
    grey = picture.convert("L")
    inks = Image.merge("CMYK", [*ImageOps.invert(picture).split(), grey.point(lambda v: v // 3)])
    save_jpeg("jpeg-grey", jpeg(grey, quality=90))
    save_jpeg("jpeg-444", jpeg(picture, quality=90, subsampling="4:4:4"))
    save_jpeg("jpeg-422", jpeg(picture, quality=90, subsampling="4:2:2"))
    save_jpeg("jpeg-420", jpeg(picture, quality=90, subsampling="4:2:0"))
    save_jpeg("jpeg-rgb", jpeg(picture, quality=90, keep_rgb=True))
    save_jpeg("jpeg-restart", jpeg(picture, quality=90, restart_marker_blocks=2))
    save_jpeg("jpeg-progressive", jpeg(picture, quality=90, progressive=True))
    adobe_inks = jpeg(inks, quality=90)
    save_jpeg("jpeg-cmyk-adobe", adobe_inks)
    # Without Adobe's marker the stored values are the inks themselves; Pillow always takes them as inverted.
    plain_inks = b"".join(
        [adobe_inks[:2]]
        + [adobe_inks[start:end] for marker, start, end in segments(adobe_inks) if marker != 0xEE]
        + [b"\xff\xd9"]
    )
    as_pillow_reads = Image.open(io.BytesIO(plain_inks))
    inverted = Image.fromarray(255 - np.asarray(as_pillow_reads), "CMYK")
    save_jpeg("jpeg-cmyk-plain", plain_inks, np.asarray(inverted.convert("RGB")))
    # YCCK: luma and chroma of the inverted inks in place of the first three, and transform 2 in
    # Adobe's marker. Pillow inverts what it writes.
    stored = [Image.eval(channel, lambda v: 255 - v) for channel in inks.split()]
    luma_chroma = Image.merge("RGB", stored[:3]).convert("YCbCr").split()
    ycck = jpeg(
        Image.merge("CMYK", [Image.eval(c, lambda v: 255 - v) for c in [*luma_chroma, stored[3]]]), quality=90
    )
    adobe = next(start for marker, start, _ in segments(ycck) if marker == 0xEE)
    save_jpeg("jpeg-ycck", patched(ycck, adobe + 15, b"\x02"))
    if jpegtran:
        for name in ("jpeg-420", "jpeg-progressive"):
            arguments = [jpegtran, "-arithmetic"] + (["-progressive"] if "progressive" in name else [])
            content = subprocess.run(
                [*arguments, str(FOLDER / f"{name}.jpg")], check=True, capture_output=True
            ).stdout
            save_jpeg(f"{name}--arithmetic", content)


def make_turned_jpeg():
    base = smooth_picture(24, 16)
    back = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    for orientation, transpose in back.items():
        stored = base if transpose is None else base.transpose(transpose)
        block = b"Exif\0\0" + exif_block(
            orientation, big_endian=orientation % 2 == 0, kind=4 if orientation == 5 else 3
        )
        content = jpeg(stored, quality=95, subsampling="4:4:4", exif=block)
        upright = ImageOps.exif_transpose(Image.open(io.BytesIO(content)))
        assert upright.size == base.size
        save_jpeg(f"jpeg-turned-{orientation}", content, np.asarray(upright))
    write_ppm("turned-original", np.asarray(base))


def make_special_jpeg():
    picture = smooth_picture(37, 29)
    whole = jpeg(picture, quality=90, subsampling="4:2:0")
    save_jpeg("jpeg-420--no-end", whole[:-2])
    save_jpeg("jpeg-420--trailing", whole + b"\xff\xd8 trailing bytes" * 9)
    save_jpeg("jpeg-420--stray-bytes", whole[:2] + b"\x12\x34" + whole[2:])
    progressive = jpeg(picture, quality=90, progressive=True)
    save_jpeg("jpeg-progressive--no-end", progressive[:-2])

    noise = jpeg(Image.fromarray(random.integers(0, 256, (40, 40, 3)).astype(np.uint8)), quality=90)
    (FOLDER / "broken-cut.jpg").write_bytes(noise[: len(noise) * 2 // 3])
    (FOLDER / "broken-cut-last-bytes.jpg").write_bytes(noise[:-40])
    (FOLDER / "broken-cut-with-end.jpg").write_bytes(noise[: len(noise) * 2 // 3] + b"\xff\xd9")
    (FOLDER / "broken-cut-header.jpg").write_bytes(noise[:100])
    scans = [part for part in segments(progressive) if part[0] == 0xDA]
    (FOLDER / "broken-cut-between-scans.jpg").write_bytes(progressive[: scans[4][1]])
    scan = next(part for part in segments(noise) if part[0] == 0xDA)
    (FOLDER / "broken-data.jpg").write_bytes(patched(noise, scan[1] + 400, b"\xff\x00" * 30))
    (FOLDER / "unsupported-12-bit.jpg").write_bytes(patched(noise, frame(noise) + 4, b"\x0c"))
    (FOLDER / "unsupported-lossless.jpg").write_bytes(patched(noise, frame(noise) + 1, b"\xc3"))
    (FOLDER / "huge-65535.jpg").write_bytes(patched(noise, frame(noise) + 5, b"\xff\xff\xff\xff"))
    small = jpeg(Image.new("RGB", (8, 8), "red"), progressive=True)
    _, start, end = [part for part in segments(small) if part[0] == 0xDA][-1]
    (FOLDER / "bomb-scans.jpg").write_bytes(small[:end] + small[start:end] * 300 + b"\xff\xd9")


# --- Resampling ---


def make_resampled():
    """Soft ramps with some noise, resized by Pillow and warped by OpenCV."""
    pixels = np.asarray(smooth_picture(60, 45)).astype(int) + random.integers(-25, 26, (45, 60, 3))
    base = np.clip(pixels, 0, 255).astype(np.uint8)
    write_ppm("resampling-original", base)
    for width, height in [(20, 15), (17, 31), (59, 44), (90, 100), (7, 80)]:
        write_ppm(
            f"resized-{width}x{height}",
            np.asarray(Image.fromarray(base).resize((width, height), Image.Resampling.BILINEAR)),
        )
    # Rows map output to input in continuous coordinates; OpenCV counts from pixel centres.
    maps = {
        "turned": [[0.9, -0.3, 9.25], [0.3, 0.9, -4.5]],
        "grown": [[0.31, 0.02, 12.1], [-0.04, 0.28, 20.7]],
        "mirrored": [[-1, 0, 60], [0, 1, 0]],
        "outside": [[1, 0.5, -20.4], [0.1, 1.2, -15.3]],
        "shrunk": [[2.3, -0.6, 5.5], [0.6, 2.3, -12.25]],
    }
    for name, rows in maps.items():
        rows = np.array(rows, float)
        rows[:, 2] += rows[:, :2] @ [0.5, 0.5] - 0.5
        write_ppm(
            f"warped-{name}",
            cv2.warpAffine(
                base,
                rows,
                (40, 36),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_CONSTANT,
            ),
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jpegtran", help="path of jpegtran")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for ending in ("png", "jpg", "ppm"):
        for old in FOLDER.glob(f"*.{ending}"):
            if arguments.jpegtran or "arithmetic" not in old.name:
                old.unlink()
    make_png_of_every_kind()
    make_special_png()
    make_jpeg_of_every_kind(arguments.jpegtran)
    make_turned_jpeg()
    make_special_jpeg()
    make_resampled()


if __name__ == "__main__":
    main()
