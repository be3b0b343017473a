#!/usr/bin/env python3
"""Runs every speed benchmark of this folder and prints all of their tables in Markdown.

    .venv/bin/python run.py [--threads 1,2] [--instruction-set avx2] [--rounds 25] > figures.md

The parts run one after the other; the last one names what the machine itself can do, to read the others by.
"""

import argparse
import json
import os
import subprocess
import sys

from rounds import HERE, Table, build, machine

# What each runtime reads to leave wider instructions alone. onnxruntime, LiteRT and dlib have no such switch, so a
# limited run flatters them.
LIMITS = {
    "avx2": {"FACELATCH_ISA": "avx2", "FAISS_SIMD_LEVEL": "AVX2", "FAISS_OPT_LEVEL": "AVX2",
             "OPENCV_CPU_DISABLE": "AVX512-SKX", "OPENBLAS_CORETYPE": "Haswell",
             "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR"},
    "baseline": {"FACELATCH_ISA": "baseline", "FAISS_SIMD_LEVEL": "NONE", "FAISS_OPT_LEVEL": "generic",
                 "OPENCV_CPU_DISABLE": "AVX,FP16,AVX2,FMA3,AVX512-SKX", "OPENBLAS_CORETYPE": "Nehalem",
                 "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"},
}


def part(title, command):
    print(f"\n## {title}\n", flush=True)
    status = subprocess.run(command, cwd=HERE).returncode
    if status != 0:
        print(f"\n{title}: ended with {status}", flush=True)
    return status == 0


def machine_limits():
    """What `machine-limits` prints, one JSON object a line, as a table."""
    print("\n## What the machine can do\n", flush=True)
    try:
        lines = subprocess.run([build("machine-limits")], check=True, stdout=subprocess.PIPE, text=True).stdout
    except subprocess.CalledProcessError as error:
        print(f"machine-limits: {error}", flush=True)
        return False
    table = Table("limit                   ", "threads", "per second")
    for line in lines.splitlines():
        limit = json.loads(line)
        words = [limit["limit"], limit.get("instruction_set", "")]
        if "bytes_per_second" in limit:
            table.row(" ".join(words).strip(), limit["threads"], f"{limit['bytes_per_second'] / 1e9:.1f} GB")
        else:
            table.row(" ".join(words).strip(), limit["threads"], f"{limit['per_second'] / 1e9:.1f} G")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default="1,2", help="comma-separated numbers of threads")
    parser.add_argument("--instruction-set", choices=sorted(LIMITS),
                        help="limit this engine, and the others where they can be limited, to these instructions")
    parser.add_argument("--rounds", type=int, default=25)
    arguments = parser.parse_args()

    os.environ.update(LIMITS.get(arguments.instruction_set, {}))
    shared = ["--threads", arguments.threads, "--rounds", str(arguments.rounds)]
    print(f"# Speed\n\n{machine()}", flush=True)
    succeeded = [
        part("Networks", [sys.executable, "networks.py", *shared]),
        part("From a photo to an embedding", [sys.executable, "pipeline.py", *shared]),
        part("Search in a gallery", [sys.executable, "gallery.py", *shared]),
        machine_limits(),
    ]
    sys.exit(0 if all(succeeded) else 1)


if __name__ == "__main__":
    main()
