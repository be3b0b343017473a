"""Moving flat attacks: a still picture on paper or a screen, moved in front of a simulated camera.

    python make_attacks.py --data DATA --out FOLDER --set tuning --count 100
    python make_attacks.py --data DATA --out FOLDER --set reporting --count 240

DATA holds `lfw/images` and `nuaa/manifest.csv`. The pictures of both sets are apart by person: people of LFW whose name
begins with A to J and subjects 1 to 4 of NUAA are for tuning, all others for reporting. Every attack has its own seed, so
the same command makes the same recordings. They are AVI files with MJPG, 640x480 at 25 frames per second, 3 seconds.
"""

import argparse
import csv
import pathlib

import cv2
import numpy as np

WIDTH, HEIGHT, RATE, SECONDS = 640, 480, 25, 3
KINDS = ["still-hold", "shake", "turn", "nod", "zoom", "bend", "turn-bend", "full-frame"]


def stills(data, which):
    """The pictures of a set, people of LFW and frames of NUAA in turn."""
    tuning = which == "tuning"
    people = sorted((data / "lfw/images").iterdir())
    lfw = [sorted(p.iterdir())[0] for p in people if p.is_dir() and ("A" <= p.name[0] <= "J") == tuning]
    with open(data / "nuaa/manifest.csv") as file:
        rows = [r for r in csv.DictReader(file) if r["label"] == "bonafide" and (int(r["subject"]) <= 4) == tuning]
    return lfw, [data / "nuaa" / r["path"] for r in rows]


def smooth(random, count, seconds_per_wave, amplitude):
    """A smooth random motion: three sines of random phase around a wave length, starting anywhere."""
    time = np.arange(count) / RATE
    value = np.zeros(count)
    for weight in (1.0, 0.5, 0.25):
        wave = seconds_per_wave * weight * random.uniform(0.8, 1.25)
        value += weight * np.sin(2 * np.pi * (time / wave + random.uniform()))
    return amplitude * value / 1.3


def shaking(random, count, amplitude):
    """The tremor of a hand: a random walk that is drawn back."""
    value = np.zeros(count)
    for index in range(1, count):
        value[index] = 0.8 * value[index - 1] + random.normal(0, amplitude * 0.6)
    return value


def rotation(yaw, pitch, roll):
    cy, sy, cp, sp, cr, sr = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
    turn = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    nod = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    tilt = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    return tilt @ nod @ turn


def paper_places(turned, shift, curvature, axis, focal):
    """For every pixel of the camera, the place on the paper (unit: half its width), or not a number.

    The paper is bent to a cylinder of the given curvature about an axis in its own plane that is turned by `axis`.
    """
    x, y = np.meshgrid(np.arange(WIDTH) + 0.5 - WIDTH / 2, np.arange(HEIGHT) + 0.5 - HEIGHT / 2)
    rays = np.stack([x / focal, y / focal, np.ones_like(x)], -1) @ turned  # directions in the paper's frame
    origin = -turned.T @ shift
    cosine, sine = np.cos(axis), np.sin(axis)
    across = np.array([cosine, sine, 0])  # bends along this direction
    along = np.array([-sine, cosine, 0])
    a, b = rays @ across, rays @ along
    oa, ob, oz = origin @ across, origin @ along, origin[2]
    if abs(curvature) < 1e-4:
        t = -oz / rays[..., 2]
        u, v = oa + t * a, ob + t * b
    else:
        radius = 1 / curvature
        # (oa + t a)^2 + (oz + t z - radius)^2 = radius^2, the solution whose surface is nearer to the flat paper
        z, oz = rays[..., 2], oz - radius
        qa, qb, qc = a * a + z * z, oa * a + oz * z, oa * oa + oz * oz - radius * radius
        root = np.sqrt(np.maximum(qb * qb - qa * qc, 0))
        invalid = qb * qb < qa * qc
        t = np.where(radius > 0, (-qb - root) / qa, (-qb + root) / qa)
        s, c = oa + t * a, oz + t * z
        u, v = radius * np.arctan2(s / radius, -c / radius), ob + t * b
        u = np.where(invalid, np.nan, u)
    return np.stack([u * cosine - v * sine, u * sine + v * cosine], -1)


def background(random, other):
    """A room: another picture, far out of focus."""
    image = cv2.resize(other, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(image, (0, 0), random.uniform(3, 8))


def attack(path, still, other, kind, random):
    side = max(still.shape[:2])
    half = np.array([still.shape[1], still.shape[0]]) / side  # half extents of the paper in its unit
    # The face of an LFW picture fills about 0.45 of the side, that of a webcam frame about 0.3.
    distance = 1 / random.uniform(0.55, 0.8) * (1 if still.shape[1] == still.shape[0] else 0.62)
    if kind == "full-frame":
        distance *= 0.75
    focal = WIDTH * 0.5 / 0.5
    count = RATE * SECONDS
    degrees = np.pi / 180
    shake = random.uniform(0.3, 1.5)
    turn = random.uniform(12, 35) if kind in ("turn", "turn-bend") else random.uniform(0, 4)
    nod = random.uniform(10, 30) if kind == "nod" else random.uniform(0, 4)
    yaw = (smooth(random, count, random.uniform(2, 5), turn) + random.uniform(-8, 8) + shaking(random, count, 0.2 * shake)) * degrees
    pitch = (smooth(random, count, random.uniform(2, 5), nod) + random.uniform(-8, 8) + shaking(random, count, 0.2 * shake)) * degrees
    roll = (smooth(random, count, 4, random.uniform(0, 5)) + shaking(random, count, 0.15 * shake)) * degrees
    drift = random.uniform(0, 0.02) if kind == "still-hold" else random.uniform(0.02, 0.12)
    if kind == "shake":
        shake *= 3
    x = smooth(random, count, random.uniform(2, 4), drift) + shaking(random, count, 0.002 * shake)
    y = smooth(random, count, random.uniform(2, 4), drift) + shaking(random, count, 0.002 * shake)
    zoom = random.uniform(0.15, 0.3) if kind == "zoom" else random.uniform(0, 0.05)
    depth = 2 * distance * (1 + smooth(random, count, random.uniform(2, 5), zoom))
    bend = random.uniform(0.2, 0.7) if "bend" in kind else 0.0
    curvature = smooth(random, count, random.uniform(1.5, 4), bend) + (random.uniform(-bend, bend) if bend else 0)
    axis = random.choice([0, np.pi / 2, random.uniform(-0.6, 0.6)])
    room = background(random, other).astype(np.float32)
    gain, offset, noise = random.uniform(0.75, 1.1), random.uniform(-10, 15), random.uniform(1, 4)
    blur = random.uniform(0.3, 1.0)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), RATE, (WIDTH, HEIGHT))
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, int(random.integers(70, 93)))
    for index in range(count):
        shift = np.array([x[index], y[index] , depth[index]])
        places = paper_places(rotation(yaw[index], pitch[index], roll[index]), shift, curvature[index], axis, focal)
        inside = (np.abs(places[..., 0]) <= half[0]) & (np.abs(places[..., 1]) <= half[1])
        pixels = ((places / half + 1) / 2 * [still.shape[1], still.shape[0]] - 0.5).astype(np.float32)
        paper = cv2.remap(still, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        frame = np.where(inside[..., None], paper.astype(np.float32), room)
        frame = cv2.GaussianBlur(frame, (0, 0), blur) * gain + offset
        frame += random.normal(0, noise, frame.shape[:2])[..., None]
        writer.write(np.clip(frame, 0, 255).astype(np.uint8))
    writer.release()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--set", choices=["tuning", "reporting"], required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    lfw, nuaa = stills(options.data, options.set)
    for number in range(options.first, options.count):
        random = np.random.default_rng([{"tuning": 1, "reporting": 2}[options.set], number])
        source = nuaa if number % 4 == 3 else lfw
        still, other = (cv2.imread(str(source[random.integers(len(source))])) for _ in range(2))
        kind = KINDS[(number // 4 + number) % len(KINDS)]
        path = options.out / f"{number:04d}-{kind}.avi"
        if path.exists():
            continue
        partial = path.with_name("partial-" + path.name)
        attack(partial, still, other, kind, random)
        partial.rename(path)


if __name__ == "__main__":
    main()
