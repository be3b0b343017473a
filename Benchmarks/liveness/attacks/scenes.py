"""Pictures before a simulated camera: held and moved, laid over somebody else's face, photographed again, replayed."""

import dataclasses
import pathlib
import sys

import cv2
import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "oracle")]
from make_attacks import HEIGHT, RATE, WIDTH, paper_places, rotation, shaking, smooth  # noqa: E402
from pipeline import similarity  # noqa: E402

MOVES = ["repeated", "hand-held", "zoomed", "rotated", "tilted", "bent", "mixed"]
FACE = 0.3  # width of the face in the picture of the camera, as a share of the picture's


@dataclasses.dataclass
class Hold:
    """How a sheet is held, one value a frame: angles in degrees, places in halves of the sheet's longer side."""
    yaw: np.ndarray
    pitch: np.ndarray
    roll: np.ndarray
    x: np.ndarray
    y: np.ndarray
    nearer: np.ndarray
    curvature: np.ndarray
    axis: float


def hold(move, count, random, rate=RATE):
    """A random way to hold a sheet; `move` is one of MOVES."""
    def wave(amplitude, low=2.0, high=4.0):
        return smooth(random, count, random.uniform(low, high) * rate / RATE, amplitude)

    hand = 0 if move == "repeated" else random.uniform(0.5, 1.2)
    mixed = move == "mixed"
    none = np.zeros(count)
    tilt = random.uniform(10, 28) if move == "tilted" else random.uniform(5, 18) if mixed else 0
    nod = random.uniform(5, 20) if move == "tilted" else random.uniform(3, 12) if mixed else 0
    bend = random.uniform(0.2, 0.6) if move == "bent" or mixed else 0
    return Hold(
        (wave(tilt) if tilt else none) + shaking(random, count, 0.2 * hand),
        (wave(nod) if nod else none) + shaking(random, count, 0.2 * hand),
        (wave(random.uniform(8, 20)) if move == "rotated" else wave(6) if mixed else none)
        + shaking(random, count, 0.1 * hand),
        (wave(0.03) if hand else none) + shaking(random, count, 0.002 * hand),
        (wave(0.02) if hand else none) + shaking(random, count, 0.002 * hand),
        wave(random.uniform(0.12, 0.25)) if move == "zoomed" else wave(0.1) if mixed else none,
        wave(bend, 1.5, 4.0) if bend else none,
        float(random.choice([0, np.pi / 2])),
    )


class Sheet:
    """A picture on paper or a screen before a room that is out of focus."""

    def __init__(self, shape, face_width, random, room=None):
        self.height, self.width = shape[:2]
        side = max(self.height, self.width)
        self.half = np.array([self.width, self.height]) / side
        focal = WIDTH
        # The face takes FACE of the camera's picture, a bit more or less.
        share = face_width / side  # of the sheet's unit of two
        self.distance = 2 * share * focal / (FACE * random.uniform(0.9, 1.2) * WIDTH)
        self.focal = focal
        if room is None:
            room = np.full((HEIGHT, WIDTH, 3), random.uniform(60, 160), np.uint8)
        self.room = cv2.GaussianBlur(cv2.resize(room, (WIDTH, HEIGHT)), (0, 0), 6)

    def seen(self, picture, way, index):
        """The picture held as in `way` at a frame, before a camera of 640×480."""
        degrees = np.pi / 180
        turned = rotation(way.yaw[index] * degrees, way.pitch[index] * degrees, way.roll[index] * degrees)
        shift = np.array([way.x[index], way.y[index], self.distance * (1 - way.nearer[index])])
        curvature = way.curvature[index]
        if abs(curvature) < 1e-4:
            scale = np.array([[2 * self.half[0] / self.width, 0, -self.half[0]], [0, 2 * self.half[1] / self.height, -self.half[1]], [0, 0, 1]])
            camera = np.array([[self.focal, 0, WIDTH / 2], [0, self.focal, HEIGHT / 2], [0, 0, 1.0]])
            matrix = camera @ np.column_stack([turned[:, 0], turned[:, 1], shift]) @ scale
            result = self.room.copy()
            return cv2.warpPerspective(picture, matrix, (WIDTH, HEIGHT), result, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
        places = paper_places(turned, shift, curvature, way.axis, self.focal)
        inside = (np.abs(places[..., 0]) <= self.half[0]) & (np.abs(places[..., 1]) <= self.half[1])
        pixels = ((places / self.half + 1) / 2 * [self.width, self.height] - 0.5).astype(np.float32)
        sheet = cv2.remap(picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.where(inside[..., None], sheet, self.room)


def noisy(frames, random, amount=None):
    """The noise of a camera on each frame."""
    amount = random.uniform(0.8, 2.0) if amount is None else amount
    noise = np.clip(random.normal(0, amount, (4, *frames[0].shape[:2])).round(), -127, 127).astype(np.int16)
    noise = [cv2.merge([layer] * 3) for layer in noise]
    result = []
    for frame in frames:
        layer = np.roll(noise[random.integers(4)], random.integers(-50, 50, 2), (0, 1))
        result.append(cv2.add(frame, layer, dtype=cv2.CV_8U))
    return result


def again(frames, random, loss=1.0):
    """Photographed again from paper or a screen: soft, moiré, gamma, glare, noise. `loss` 0.4 mild, 1 medium, 1.8 strong."""
    height, width = frames[0].shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    blur = 0.5 + 0.6 * loss
    angle, period = random.uniform(0, np.pi), random.uniform(2.3, 6)
    grid = 1 + 0.03 * loss * np.sin(2 * np.pi * (x * np.cos(angle) + y * np.sin(angle)) / period)
    colours = [1 + 0.02 * loss * np.sin(2 * np.pi * x / (period * 1.3) + k * 2.1) for k in range(3)]
    where = random.uniform(0.2, 0.8, 2) * [width, height]
    glare = 25 * loss * np.exp(-((x - where[0]) ** 2 + (y - where[1]) ** 2) / (0.25 * width) ** 2)
    gamma, gain = 1 + random.uniform(-0.2, 0.25) * loss, 1 - random.uniform(0, 0.12) * loss
    tint = 1 + random.uniform(-0.05, 0.05, 3) * loss
    table = (255 * (np.arange(256) / 255) ** gamma * gain).astype(np.float32)
    glare = np.repeat(glare[..., None], 3, -1).astype(np.float32)
    pattern = np.stack([grid * c * t for c, t in zip(colours, tint)], -1).astype(np.float32)
    reduced = (round(width / (1 + 0.5 * loss)), round(height / (1 + 0.5 * loss)))
    result = []
    for frame in frames:
        small = cv2.resize(frame, reduced, interpolation=cv2.INTER_AREA)
        frame = cv2.GaussianBlur(cv2.resize(small, (width, height)), (0, 0), blur)
        result.append(cv2.add(cv2.multiply(cv2.LUT(frame, table), pattern), glare))
    return noisy(result, random, 1.5 + loss)


def cut_out(still, margin=0.55):
    """The print: the head with some of its surroundings; its picture and the face's points in it."""
    left, top, width, height = still.seen.box
    rows, columns = still.picture.shape[:2]
    x0, x1 = int(max(0, left - margin * width)), int(min(columns, left + (1 + margin) * width))
    y0, y1 = int(max(0, top - margin * height)), int(min(rows, top + (1 + margin) * height))
    return still.picture[y0:y1, x0:x1], still.seen.points - [x0, y0]


def laid_over(frame, print_, points, target, shift=(0, 0)):
    """The print before the camera so that its face lies where the `target` points are, moved by `shift` pixels."""
    matrix = similarity(points, target + np.array(shift))
    size = frame.shape[1::-1]
    matrix = matrix.astype(np.float64)
    scale = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    if scale < 0.6:
        print_ = cv2.GaussianBlur(print_, (0, 0), 0.35 / scale)
    return cv2.warpAffine(print_, matrix, size, frame.copy(), cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)


def resampled(frames, rate, wanted):
    """The same time at another rate: the nearest frame when there are fewer, frames between by optical flow when there
    are more."""
    times = np.arange(0, (len(frames) - 1) / rate, 1 / wanted) * rate
    if wanted <= rate:
        return [frames[round(t)] for t in times]
    flow = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_FAST)
    grey = [cv2.cvtColor(f, cv2.COLOR_BGR2GRAY) for f in frames]
    x, y = np.meshgrid(np.arange(frames[0].shape[1], dtype=np.float32), np.arange(frames[0].shape[0], dtype=np.float32))
    flows = {}
    result = []
    for t in times:
        i, part = int(t), float(t - int(t))
        if part < 0.02:
            result.append(frames[i])
            continue
        if i not in flows:
            flows[i] = (flow.calc(grey[i], grey[i + 1], None), flow.calc(grey[i + 1], grey[i], None))
        there, back = flows[i]
        a = cv2.remap(frames[i], x - part * there[..., 0], y - part * there[..., 1], cv2.INTER_LINEAR)
        b = cv2.remap(frames[i + 1], x - (1 - part) * back[..., 0], y - (1 - part) * back[..., 1], cv2.INTER_LINEAR)
        result.append(cv2.addWeighted(a, 1 - part, b, part, 0))
    return result
