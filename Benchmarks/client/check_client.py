#!/usr/bin/env python3
"""Builds the examples as a package of somebody else, outside of this tree, and runs them on the sample pictures.

    check_client.py [--only path|version] [--folder FOLDER]

Twice: with Facelatch as a dependency by its path, and `from: "0.1.0"` of a clone that gets this tag. A clone has what is
committed. A versioned dependency is built without unsafe flags, that is, with the plain kernels, and in release, because
debug builds of them would take minutes for a picture.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ["ComparePhotos", "EnrolAndUnlock", "IdentifyPerson", "WatchFrames", "RunNetwork"]
SAMPLES = ROOT / "SampleImages"
NETWORK = ROOT / "Tests/InferenceTests/Fixtures/iresnet.onnx"


def code_lines(source):
    """Lines that are neither empty nor a comment."""
    lines = [line.strip() for line in source.read_text().splitlines()]
    return sum(1 for line in lines if line and not line.startswith("//"))


def make_package(folder):
    """Lays the package out in a folder of its own; what was built there before is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "Package.swift", folder)
    for name in EXAMPLES:
        shutil.copytree(ROOT / "Sources/Examples" / name, folder / "Sources" / name, dirs_exist_ok=True)


def make_clone(folder):
    """Clones what is committed, with the tag of the first version."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--no-tags", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "tag", "0.1.0"], check=True)


def build(package, configuration, environment):
    """Builds all examples.

    :returns: the folder of the programs
    """
    command = ["swift", "build", "--configuration", configuration, "--package-path", str(package)]
    built = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0:
        sys.exit(built.stdout)
    shown = subprocess.run(command + ["--show-bin-path"], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return pathlib.Path(shown.stdout.strip())


def make_yuyv(file, width, height, count):
    """Writes frames as a webcam has them in its memory: grey, with a brighter square that moves."""
    with file.open("wb") as output:
        for number in range(count):
            row = bytearray([100, 128] * width)
            lit = bytearray(row)
            for column in range(40 + number, 120 + number):
                lit[2 * column] = 200
            for line in range(height):
                output.write(lit if 40 <= line < 120 else row)


def run(programs, name, *arguments, folder, answers=""):
    """Runs an example and prints what it printed.

    :returns: what it printed
    """
    finished = subprocess.run(
        [programs / name, *map(str, arguments)], cwd=folder, input=answers, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    print(f"  {name}, {code_lines(ROOT / 'Sources/Examples' / name / 'main.swift')} lines of code, exit status"
          f" {finished.returncode}")
    for line in finished.stdout.splitlines():
        print(f"    {line}")
    return finished.returncode, finished.stdout


def check(programs):
    """Runs all examples.

    :returns: what is not as it should be
    """
    faults = []

    def expect(answer, *words):
        status, text = answer
        for word in words:
            if status != 0 or word not in text:
                faults.append(f"expected {word!r} in: {text}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(SAMPLES / "obama.jpg", folder / "a.jpg")
        shutil.copy(SAMPLES / "obama2.jpg", folder / "b.jpg")
        make_yuyv(folder / "frames.yuyv", 320, 240, 10)
        expect(run(programs, "ComparePhotos", folder=folder), "the same person")
        expect(
            run(programs, "EnrolAndUnlock", folder / "store", SAMPLES / "obama3.jpg", SAMPLES / "obama.jpg",
                folder=folder, answers="correct horse\ncorrect horse\n"), "Let in.", "under the doormat")
        expect(
            run(programs, "IdentifyPerson", "obama3.jpg", "biden.jpg", "obama.jpg", "astronaut.png", folder=SAMPLES),
            "obama.jpg, score 0.7")
        expect(run(programs, "WatchFrames", "frames.yuyv", 320, 240, folder=folder), "undecided")
        expect(run(programs, "RunNetwork", NETWORK, folder=folder), "[")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["path", "version"])
    parser.add_argument("--folder", type=pathlib.Path, help="keeps packages and builds; by default they are temporary")
    options = parser.parse_args()
    faults = []
    with tempfile.TemporaryDirectory() as temporary:
        work = (options.folder or pathlib.Path(temporary)).resolve()
        for way in [options.only] if options.only else ["version", "path"]:
            make_package(work / way)
            environment = dict(os.environ)
            if way == "path":
                environment["FACELATCH_PATH"] = str(ROOT)
            else:
                make_clone(work / "Facelatch")
                environment["FACELATCH_URL"] = (work / "Facelatch").as_uri()
                shutil.rmtree(work / way / ".build/checkouts", ignore_errors=True)
                (work / way / "Package.resolved").unlink(missing_ok=True)
            programs = build(work / way, "release" if way == "version" else "debug", environment)
            print("by path" if way == "path" else 'from: "0.1.0"')
            faults += check(programs)
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
