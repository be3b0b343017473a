"""Compares every frame source with what ffmpeg decodes from the same file, and times the sources.

    swift build -c release --product frame-dump
    python3 capture/check_against_ffmpeg.py CLIP... [--frames 60] [--speed]

Each clip is turned into every format by ffmpeg; the smallest and the mean PSNR over all frames are printed. Exit code 1
when a frame is below 40 dB or missing. `--speed` also decodes 640x480 of the first clip, 10 minutes at 25 frames per
second, and prints frames per second of processor time and the largest resident set. Needs ffmpeg and numpy.
"""

import argparse
import itertools
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

TOOL = pathlib.Path(__file__).resolve().parent.parent / ".build" / "release" / "frame-dump"
LOWEST = 40.0

# Name, ending, arguments for ffmpeg, and where chroma stands, across and down, in 1/256 pixels; nothing where there is
# as much of it as of luma, or none.
JPEG = "-c:v mjpeg -q:v 2 -huffman"
FORMATS = [
    ("MJPEG 4:2:0", "mjpeg", f"{JPEG} optimal -pix_fmt yuvj420p", (128, 128)),
    ("MJPEG 4:2:2", "mjpeg", f"{JPEG} optimal -pix_fmt yuvj422p", (128, None)),
    ("MJPEG 4:4:4", "mjpeg", f"{JPEG} optimal -pix_fmt yuvj444p", (None, None)),
    ("AVI MJPG 4:2:0", "avi", f"{JPEG} optimal -pix_fmt yuvj420p", (128, 128)),
    ("AVI MJPG 4:2:2", "avi", f"{JPEG} optimal -pix_fmt yuvj422p", (128, None)),
    ("AVI MJPG 4:2:2, no tables", "avi", f"{JPEG} default -pix_fmt yuvj422p", (128, None)),
]
for _range, _arguments in (("limited", "-color_range tv"), ("full", "-vf scale=out_range=pc -color_range pc")):
    for _name, _pixels, _place in (
        ("420jpeg", "yuv420p -chroma_sample_location center", (128, 128)),
        ("420mpeg2", "yuv420p -chroma_sample_location left", (0, 128)),
        ("420paldv", "yuv420p -chroma_sample_location topleft", (0, 0)),
        ("422", "yuv422p", (0, None)),
        ("444", "yuv444p", (None, None)),
    ):
        FORMATS.append((f"Y4M {_name}, {_range}", "y4m", f"-strict -1 {_arguments} -pix_fmt {_pixels}", _place))
# ffmpeg takes any grey for full range, so the reference of limited range is a file with chroma that says nothing.
LIMITED_MONO = "Y4M mono, limited"
FORMATS.append(("Y4M mono, full", "y4m", "-strict -1 -pix_fmt gray", (None, None)))
FORMATS.append(
    (LIMITED_MONO, "y4m", "-strict -1 -vf format=yuv420p,extractplanes=y -pix_fmt gray -color_range tv", (None, None))
)


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, arguments)], check=True)


def without_tables(jpeg_stream):
    """A motion JPEG stream without its Huffman tables, as many webcams write it."""
    result, place = bytearray(), 0
    while (found := jpeg_stream.find(b"\xff\xc4", place)) >= 0:
        result += jpeg_stream[place:found]
        place = found + 2 + int.from_bytes(jpeg_stream[found + 2 : found + 4], "big")
    return bytes(result + jpeg_stream[place:])


def make(clip, name, ending, arguments, frames, folder):
    path = folder / f"recording.{ending}"
    if "no tables" in name:
        stream = folder / "stream.mjpeg"
        ffmpeg("-i", clip, "-frames:v", frames, *arguments.split(), stream)
        stream.write_bytes(without_tables(stream.read_bytes()))
        ffmpeg("-f", "mjpeg", "-i", stream, "-c", "copy", path)
    else:
        ffmpeg("-i", clip, "-frames:v", frames, *arguments.split(), path)
    return path


def size_of(path):
    text = subprocess.run(
        "ffprobe -v error -select_streams v -show_entries stream=width,height -of csv=p=0".split() + [str(path)],
        check=True, capture_output=True, text=True,
    ).stdout
    width, height = map(int, text.strip().strip(",").split(",")[:2])
    return width, height


def raw_frames(command, width, height):
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        while len(frame := process.stdout.read(width * height * 3)) == width * height * 3:
            yield np.frombuffer(frame, np.uint8).astype(np.int32)


def decoded_by_ffmpeg(path, place, matrix):
    across, down = place
    options = ["flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp", f"in_color_matrix={matrix}"]
    options += [f"in_h_chr_pos={across}"] if across is not None else []
    options += [f"in_v_chr_pos={down}"] if down is not None else []
    arguments = f"-vsync passthrough -vf scale={':'.join(options)} -f rawvideo -pix_fmt rgb24 -".split()
    return ["ffmpeg", "-v", "error", "-i", str(path), *arguments]


def psnr(one, other):
    error = float(np.mean((one - other) ** 2))
    return math.inf if error == 0 else 10 * math.log10(255**2 / error)


def compare(path, reference, place, matrix="bt601"):
    """The PSNR of each frame."""
    width, height = size_of(path)
    ours = raw_frames([TOOL, path] + (["--bt709"] if matrix == "bt709" else []), width, height)
    theirs = raw_frames(decoded_by_ffmpeg(reference, place, matrix), width, height)
    return [
        -math.inf if one is None or other is None else psnr(one, other)
        for one, other in itertools.zip_longest(ours, theirs)
    ]


def speed(clip, folder):
    """Decodes 10 minutes of 640x480 from every kind of source, through a pipe and from a file."""
    print(f"\n{'15,000 frames of 640x480':34} {'frames/s':>9} {'peak KiB':>9} {'1,500 frames: peak KiB':>23}")
    for name, ending, arguments, _ in FORMATS:
        if "full" in name or "paldv" in name or "4:4:4" in name:
            continue
        arguments = arguments.split()
        results = []
        for count in (1_500, 15_000):
            source = ["-stream_loop", "-1", "-i", str(clip), "-frames:v", str(count), "-s", "640x480", "-r", "25"]
            form = {"mjpeg": "mjpeg", "avi": "avi", "y4m": "yuv4mpegpipe"}[ending]
            command = ["ffmpeg", "-v", "error", *source, *arguments, "-f", form, "-"]
            with subprocess.Popen(command, stdout=subprocess.PIPE) as producer:
                run = subprocess.run([TOOL, "-", "--time"], stdin=producer.stdout, capture_output=True, text=True)
            summary = re.search(r"(\d+) frames of 640x480, 0 skipped.* ([\d.]+) frames/s, (\d+) KiB", run.stderr)
            if not summary or int(summary[1]) != count:
                sys.exit(f"{name}: {run.stderr}")
            results.append((float(summary[2]), int(summary[3])))
        print(f"{name:34} {results[1][0]:9.0f} {results[1][1]:9} {results[0][1]:23}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", nargs="+", type=pathlib.Path)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print(f"{'format':34} {'frames':>7} {'lowest':>7} {'mean':>7}  PSNR in dB")
        for form in FORMATS + [("Y4M 444, BT.709", "y4m", "-vf scale=out_color_matrix=bt709 -pix_fmt yuv444p", (None, None))]:
            values = []
            for clip in options.clips:
                path = make(clip, *form[:3], options.frames, folder)
                reference = path
                if form[0] == LIMITED_MONO:
                    reference = folder / "reference.y4m"
                    grey = "-vf format=yuv420p,lutyuv=u=128:v=128 -pix_fmt yuv420p".split()
                    ffmpeg("-i", clip, "-frames:v", options.frames, *grey, reference)
                values += compare(path, reference, form[3], "bt709" if "709" in form[0] else "bt601")
            finite = [min(value, 99) for value in values]
            failed |= not values or min(values) < LOWEST
            print(f"{form[0]:34} {len(values):7} {min(finite):7.2f} {sum(finite) / len(finite):7.2f}", flush=True)
        if options.speed:
            speed(options.clips[0], folder)
    sys.exit(failed)


main()
