"""Who takes part: people, their recordings, what the program sees in them, and which part they belong to.

Nobody is in both parts. Numbers may be chosen on `tune`; `report` is for the figures that are told.
"""

import csv
import dataclasses
import functools
import json
import subprocess

import cv2
import numpy as np

CLIPS = {
    "tune": {"talking-face": (60, 110), "portrait-d0": (0, 99), "portrait-d12": (0, 99), "portrait-d18": (0, 99)},
    "report": {"webcam-1": (0, 99), "portrait-d3": (0, 99), "portrait-d20": (0, 99)},
}
SUBJECTS = {"tune": ["0001", "0002", "0003", "0004"], "report": ["0005", "0006", "0007", "0008", "0009"]}
NUAA_RATE = 4.8  # 20 frames a second, of which about every fourth is there
ENROLMENT = 10  # attentive frames that the beginning of the first recording has to show, and a second at least


@dataclasses.dataclass
class Seen:
    """What `facelatch inspect` says of one frame; points, box in pixels, angles in degrees."""
    box: np.ndarray
    points: np.ndarray
    yaw: float
    pitch: float
    gaze: float  # to the side
    attentive: bool
    open: bool


@dataclasses.dataclass
class Segment:
    """One recording of one person: frames in BGR, frames a second, what is seen in each (or None)."""
    person: str
    name: str
    rate: float
    frames: list
    seen: list

    def part(self, begin, end):
        return Segment(self.person, self.name, self.rate, self.frames[begin:end], self.seen[begin:end])

    def windows(self, seconds, step):
        size, stride = max(2, round(seconds * self.rate)), max(1, round(step * self.rate))
        return [self.part(i, i + size) for i in range(0, len(self.frames) - size + 1, stride)]

    @property
    def attentive(self):
        """The share of frames in which the person attends."""
        return sum(s is not None and s.attentive for s in self.seen) / len(self.seen)

    @property
    def turn(self):
        """By how many degrees the head turns or nods, medians of three frames from end to end."""
        def span(values):
            smooth = [np.median(values[max(0, i - 1) : i + 2]) for i in range(len(values))]
            return max(smooth) - min(smooth)
        poses = [(s.yaw, s.pitch) for s in self.seen if s is not None]
        return max(span([p[0] for p in poses]), span([p[1] for p in poses])) if poses else 0.0


@dataclasses.dataclass
class Still:
    """A picture of a person that somebody else holds: BGR, box and five points."""
    person: str
    picture: np.ndarray
    seen: Seen


@dataclasses.dataclass
class Person:
    name: str
    enrolment: Segment
    material: list  # segments after the enrolment

    @property
    def fast(self):
        return self.material[0].rate > 15

    def windows(self, seconds, step):
        return [w for segment in self.material for w in segment.windows(seconds, step)]

    def stills(self, count, random):
        """Frames that look into the camera with open eyes, from all over the material; the sharpest of some each."""
        frames = [
            (f, s)
            for segment in self.material
            for f, s in zip(segment.frames, segment.seen)
            if s is not None and s.open and abs(s.yaw) < 18 and (s.attentive or segment.attentive < 0.1)
        ]
        bins = np.array_split(np.arange(len(frames)), count)
        chosen = []
        for bin in bins:
            some = random.choice(bin if len(bin) else len(frames), 3)
            sharp = max(some, key=lambda i: cv2.Laplacian(frames[i][0], cv2.CV_32F).var())
            chosen.append(Still(self.name, *frames[sharp]))
        random.shuffle(chosen)
        return chosen


def write(path, frames, rate, quality=93):
    """An AVI file with MJPG, whole or not at all."""
    partial = path.with_name("partial-" + path.name)
    height, width = frames[0].shape[:2]
    writer = cv2.VideoWriter(str(partial), cv2.VideoWriter_fourcc(*"MJPG"), rate, (width, height))
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, quality)
    for frame in frames:
        writer.write(frame)
    writer.release()
    partial.rename(path)


def inspect(program, path):
    """The frames' lines of `facelatch inspect --json`."""
    lines = subprocess.run([program, "inspect", "--json", path], capture_output=True, text=True).stdout.splitlines()
    return [line for line in map(json.loads, lines) if "frame" in line]


class People:
    """Both parts' people. `work` keeps what is seen in their recordings; `program` is asked for it once."""

    def __init__(self, data, work, program, part):
        self.data, self.work, self.program, self.part = data, work, program, part
        (work / "scan").mkdir(parents=True, exist_ok=True)
        self.names = [f"nuaa-{s}" for s in SUBJECTS[part]] + list(CLIPS[part])

    @functools.cached_property
    def all(self):
        return [self.person(name) for name in self.names]

    def person(self, name):
        segments = list(self.nuaa(name[5:]) if name.startswith("nuaa-") else [self.clip(name)])
        first = segments[0]
        counts = np.cumsum([s is not None and s.attentive for s in first.seen])
        enough = min(ENROLMENT, max(3, counts[-1] // 2))
        end = max(round(first.rate), int(np.argmax(counts >= enough)) + 1)
        if not name.startswith("nuaa-") and counts[end - 1] < 3:
            end = round(first.rate * 1.5)
        rest = first.part(end, len(first.frames))
        return Person(name, first.part(0, end), [rest] + segments[1:])

    def clip(self, name):
        reader = cv2.VideoCapture(str(self.data / "clips" / f"{name}.mp4"))
        rate = reader.get(cv2.CAP_PROP_FPS)
        begin, end = (round(second * rate) for second in CLIPS[self.part][name])
        frames, number = [], 0
        while number < end:
            if number < begin:
                if not reader.grab():
                    break
            else:
                found, frame = reader.read()
                if not found:
                    break
                frames.append(frame)
            number += 1
        return self.scanned(name, name, rate, frames)

    def rows(self, subject, label):
        with open(self.data / "nuaa/manifest.csv") as file:
            rows = [r for r in csv.DictReader(file) if r["subject"] == subject and r["label"] == label]
        clips = {}
        for row in sorted(rows, key=lambda r: (r["clip"], int(r["frame"]))):
            clips.setdefault(row["clip"], []).append(cv2.imread(str(self.data / "nuaa" / row["path"])))
        return clips

    def nuaa(self, subject):
        for name, frames in self.rows(subject, "bonafide").items():
            yield self.scanned(f"nuaa-{subject}", name, NUAA_RATE, frames)

    def prints(self, person):
        """Recordings of real paper prints of the person, as segments."""
        for name, frames in self.rows(person.name[5:], "attack").items():
            yield self.scanned(person.name, name, NUAA_RATE, frames)

    def scanned(self, person, name, rate, frames):
        path = self.work / "scan" / f"{name}.json"
        if not path.exists():
            recording = self.work / "scan" / f"{name}.avi"
            write(recording, frames, rate)
            path.write_text(json.dumps(inspect(self.program, recording)))
            recording.unlink()
        seen = [None] * len(frames)
        for line in json.loads(path.read_text()):
            face = line.get("face")
            if face and face.get("pose") and face.get("landmarks5"):
                eyes = face.get("eyes") or {}
                lids = [v for v in (eyes.get("left"), eyes.get("right")) if v is not None]
                seen[line["frame"]] = Seen(
                    np.array(face["box"]), np.array(face["landmarks5"]), face["pose"]["yaw"], face["pose"]["pitch"],
                    (face.get("gaze") or {}).get("yaw", 0.0),
                    bool(face.get("attentive")), bool(lids) and min(lids) > 0.7)
        return Segment(person, name, rate, frames, seen)
