#!/usr/bin/env python3
"""Times the way from a photo to an embedding, and the start of the program, against the usual libraries.

    .venv/bin/python pipeline.py [--rounds 25] [--starts 30] [--threads 1,2] [--only decode] [--json FILE]

Three tables: decoding a JPEG (this engine, Pillow, OpenCV); a 640×480 JPEG to its embedding, decoding included (this
engine, OpenCV with the same two networks, dlib); the program from its start to its end. The photos are made from the
sample pictures in a temporary folder. The engines take turns as in networks.py; below 1 this engine is faster.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from photo_engines import DlibPipeline, OpenCVDecoder, OpenCVPipeline, Ours, PillowDecoder
from rounds import HERE, Table, TimerProcess, build, machine, measure, ratio, spread

ROOT = HERE.parent
PHOTOS = ["obama.jpg", "obama2.jpg", "biden.jpg"]


def make_photo(source, target, width, height):
    """The middle of a sample picture, as wide as possible and from its top, at another size."""
    image = Image.open(source).convert("RGB")
    scale = max(width / image.width, height / image.height)
    image = image.resize((round(image.width * scale), round(image.height * scale)), Image.LANCZOS)
    left = (image.width - width) // 2
    image.crop((left, 0, left + width, height)).save(target, quality=90)
    return target


def figure(kind, name, threads, peer, seconds):
    return {"kind": kind, "name": name, "threads": threads, "peer": peer,
            "ours": statistics.median(seconds["ours"]), "other": statistics.median(seconds[peer]),
            "ratio": ratio(seconds["ours"], seconds[peer])}


def show(table, f):
    table.row(f["name"], f["threads"], f"{f['ours'] * 1e3:.2f}", f["peer"], f"{f['other'] * 1e3:.2f}",
              f"{f['ratio']['median']:.2f}", spread(f["ratio"]))


def decoding(timer, folder, rounds):
    """Full size and the three fractions, of a small and of a large photo."""
    print("\n### Decoding a JPEG, one thread\n")
    cv2.setNumThreads(1)
    table = Table("photo                  ", "threads", "ours ms", "peer  ", "ms", "ratio", "quartiles  ")
    figures = []
    for width, height, reductions in ((640, 480, (1, 2)), (4000, 3000, (1, 2, 4, 8))):
        photo = make_photo(ROOT / "SampleImages" / PHOTOS[0], folder / f"{width}.jpg", width, height)
        data = photo.read_bytes()
        timer.ask(f"load decoding 1 {photo}")
        for reduction in reductions:
            side = 0 if reduction == 1 else width // reduction
            engines = {"ours": Ours(timer, f"decode decoding {side}"), "Pillow": PillowDecoder(data, reduction),
                       "OpenCV": OpenCVDecoder(data, reduction)}
            ours = tuple(int(value) for value in timer.ask(f"size decoding {side}"))
            for peer in ("Pillow", "OpenCV"):
                if engines[peer].size() != ours:
                    raise SystemExit(f"{peer} decodes at {engines[peer].size()}, this engine at {ours}")
            seconds = measure(engines, rounds)
            name = f"{width}×{height}" + ("" if reduction == 1 else f" at 1/{reduction}")
            for peer in ("Pillow", "OpenCV"):
                figures.append(figure("decode", name, 1, peer, seconds))
                show(table, figures[-1])
    return figures


def embedding(timer, folder, rounds, threads):
    print("\n### A 640×480 JPEG to its embedding, decoding included\n")
    table = Table("photo       ", "threads", "ours ms", "peer  ", "ms", "ratio", "quartiles  ", "cosine")
    figures = []
    for name in PHOTOS:
        photo = make_photo(ROOT / "SampleImages" / name, folder / name, 640, 480)
        data = photo.read_bytes()
        for count in threads:
            timer.ask(f"load {name} {count} {photo}")
            opencv = OpenCVPipeline(data, ROOT / "Models", count)
            engines = {"ours": Ours(timer, f"embed {name}"), "OpenCV": opencv}
            if count == 1:
                engines["dlib"] = DlibPipeline(data)
            seconds = measure(engines, rounds)
            ours = timer.ask(f"embedding {name}")
            # The same network on crops from other landmarks: alike, not equal.
            cosine = float(ours @ opencv.embedding / np.linalg.norm(ours) / np.linalg.norm(opencv.embedding))
            for peer in list(engines)[1:]:
                f = figure("embedding", name, count, peer, seconds)
                figures.append(f)
                table.row(name, count, f"{f['ours'] * 1e3:.2f}", peer, f"{f['other'] * 1e3:.2f}",
                          f"{f['ratio']['median']:.2f}", spread(f["ratio"]),
                          f"{cosine:.3f}" if peer == "OpenCV" else "")
    return figures


def starting(program, folder, count):
    print(f"\n### The program from start to end, {count} starts each\n")
    table = Table("command                 ", "wall ms", "quartiles    ", "CPU ms", "peak MB")
    photos = [make_photo(ROOT / "SampleImages" / name, folder / name, 640, 480) for name in PHOTOS[:2]]
    commands = {"facelatch compare A B": [program, "compare", *photos], "facelatch --version": [program, "--version"]}
    requests = json.dumps([[str(word) for word in command] for command in commands.values()])
    answer = subprocess.run([sys.executable, HERE / "starts.py", str(count), requests], check=True,
                            stdout=subprocess.PIPE).stdout
    figures = []
    for name, values in zip(commands, json.loads(answer)):
        wall, processor, memory = ([run[index] for run in values] for index in range(3))
        lower, middle, upper = (1e3 * quarter for quarter in statistics.quantiles(wall, n=4))
        figures.append({"kind": "start", "name": name, "wall": middle / 1e3, "processor": statistics.median(processor),
                        "bytes": statistics.median(memory)})
        table.row(name, f"{middle:.1f}", f"{lower:.1f} … {upper:.1f}", f"{statistics.median(processor) * 1e3:.1f}",
                  f"{statistics.median(memory) / 1e6:.1f}")
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--starts", type=int, default=30, help="how often each command is started")
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads")
    parser.add_argument("--only", choices=["decode", "embedding", "start"], help="only this table")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    arguments = parser.parse_args()

    threads = [int(count) for count in arguments.threads.split(",")]
    wanted = [arguments.only] if arguments.only else ["decode", "embedding", "start"]
    timer_program = build("pipeline-timer")
    program = build("facelatch", ROOT) if "start" in wanted else None
    print(f"{machine()}; OpenCV {cv2.__version__}, Pillow {Image.__version__}")
    figures = []
    with tempfile.TemporaryDirectory() as name, TimerProcess(timer_program) as timer:
        folder = Path(name)
        if "decode" in wanted:
            figures += decoding(timer, folder, arguments.rounds)
        if "embedding" in wanted:
            figures += embedding(timer, folder, arguments.rounds, threads)
        if "start" in wanted:
            figures += starting(program, folder, arguments.starts)
    if arguments.json:
        arguments.json.write_text(json.dumps({"machine": machine(), "figures": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
