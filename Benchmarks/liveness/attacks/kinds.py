"""Every kind of recording that is tried: how it is made, and how many of it.

A maker gets a `Studio` (people, faces, random numbers, the number of the recording) and gives frames and their rate, or
None when these people do not yield one. Owners and strangers come in turn; a stranger is always somebody else whose clip
has 24 frames a second or more, so that attacks are as smooth as a camera's pictures.
"""

import dataclasses
import tempfile
import zlib
from pathlib import Path

import cv2
import numpy as np

import faces
import scenes
from people import inspect, write

SECONDS = 3.4
RATE = scenes.RATE
RATES = [1, 2, 2.5, 5, 10, 15, 30, 60, 120]


@dataclasses.dataclass
class Kind:
    """`family` is the row's heading, `genuine` whether the owner is there; `count` for the reported part."""
    name: str
    family: str
    make: callable
    count: int
    genuine: bool = False
    owners: str = "all"  # or "fast" (24 frames a second and more), "nuaa"


class Studio:
    def __init__(self, people, program):
        self.people, self.program = people, program
        self.network = faces.Faces()
        self.shots = {}

    def set(self, kind, number):
        """Chooses owner and random numbers of a recording: always the same for the same kind, part and number."""
        self.kind, self.number = kind, number
        self.random = np.random.default_rng([zlib.crc32(kind.name.encode()), self.people.part == "report", number])
        owners = [p for p in self.people.all if kind.owners == "all"
                  or (kind.owners == "fast" and p.fast and len(p.material[0].frames) > 4 * p.material[0].rate)
                  or (kind.owners == "nuaa" and not p.fast)]
        self.owner = owners[number % len(owners)]
        self.turn = number // len(owners)
        return self.owner

    def still(self):
        return self.stills(1)[0]

    def stills(self, count):
        return self.owner.stills(count, self.random)

    def mesh(self, picture, seen):
        return self.network.mesh(picture, seen)

    def meshes(self, piece, step=3):
        """The mesh of every frame: measured in every third, moved along by the five points in the others."""
        for i, (frame, seen) in enumerate(zip(piece.frames, piece.seen)):
            if i % step == 0:
                measured, points = self.mesh(frame, seen), seen.points
            matrix = scenes.similarity(points, seen.points)
            yield np.column_stack([measured[:, :2] @ matrix[:, :2].T + matrix[:, 2], measured[:, 2]])

    def still_mesh(self):
        still = self.still()
        return still, self.mesh(still.picture, still.seen)

    def stranger(self, seconds, away=None, calm=False):
        """A piece of somebody else's clip in which the face is always seen, attending (False), not (True), or either;
        `calm`: it faces the camera within 15° and does not rush."""
        others = [p for p in self.people.all if p.fast and p.name != self.owner.name
                  and len(p.material[0].frames) >= seconds * p.material[0].rate]
        others = others[self.number % len(others) :] + others[: self.number % len(others)]
        for person in others:
            pieces = [w for w in person.windows(seconds, 0.2) if all(s is not None for s in w.seen)]
            if away is not None:
                pieces = [w for w in pieces if (w.attentive == 0 if away else w.attentive > 0.6)]
            if calm:
                pieces = [w for w in pieces if max(abs(s.yaw) for s in w.seen) < 15 and all(
                    np.abs(a.box - b.box).max() < 0.06 * a.box[2] for a, b in zip(w.seen, w.seen[1:]))]
            if pieces:
                return pieces[self.random.integers(len(pieces))]
        return None

    def wave(self, count, seconds, amplitude, rate=RATE):
        return scenes.smooth(self.random, count, seconds * rate / RATE, amplitude)


# What a picture shows


def picture(studio):
    return [studio.still().picture], 0


def picture_again(studio):
    return scenes.again([studio.still().picture], studio.random, 0.8), 0


# A still, moved


def moved(move, again):
    def make(studio):
        still = studio.still()
        return on_sheet(studio, [still.picture] * round(SECONDS * RATE), still, move, again), RATE
    return make


def on_sheet(studio, pictures, still, move, again=False, rate=RATE):
    """Pictures shown one after the other on a sheet that is held."""
    way = scenes.hold(move, len(pictures), studio.random, rate)
    sheet = scenes.Sheet(still.picture.shape, still.seen.box[2], studio.random, still.picture)
    frames = [sheet.seen(picture, way, i) for i, picture in enumerate(pictures)]
    if move == "repeated" and not again:
        return frames
    return scenes.again(frames, studio.random, 0.8) if again else scenes.noisy(frames, studio.random)


# A stranger first


def away(studio, seconds, lids=False):
    """A stranger who does not attend: irises moved aside and lids lowered; or only the lids, all the way.

    People in the clips seldom look away for two seconds; every second recording takes such a piece where there is one.
    """
    if not lids and studio.turn % 2 == 0:
        piece = studio.stranger(seconds, away=True)
        if piece:
            return piece
    piece = studio.stranger(seconds, calm=True) or studio.stranger(seconds)
    if piece is None:
        return None
    gaze = np.convolve(np.pad([s.gaze for s in piece.seen], 1, "edge"), np.ones(3) / 3, "valid")
    side = 1 if np.median(gaze) >= 0 else -1
    frames = []
    for frame, mesh, own in zip(piece.frames, studio.meshes(piece), gaze):
        if not lids:  # aside and down, so that the gaze is far from the camera in every frame
            frame = faces.looked_aside(frame, mesh, side * np.clip((40 - side * own) * 0.011, 0.1, 0.45))
        frames.append(faces.closed_lids(frame, mesh, 1 if lids else 0.75))
    return dataclasses.replace(piece, frames=frames)


def held_still(studio, piece, count, points, background, shift=(0, 0), still=None, sliding=0):
    """The owner's print before the stranger's face for `count` frames, in a hand that trembles."""
    still = still or studio.still()
    print_, own = scenes.cut_out(still)
    x, y = (scenes.shaking(studio.random, count, 0.4) for _ in range(2))
    width = np.ptp(points[:, 0]) * 2.2
    frames = []
    for i in range(count):
        slide = max(0.0, 1 - i / sliding) * 2.5 * width if sliding else 0
        at = (shift[0] + x[i] + slide, shift[1] + y[i])
        frames.append(scenes.laid_over(background(i), print_, own, points, at))
    return frames


def then_still(seconds, misplaced=False, sliding=False, lids=False):
    def make(studio):
        piece = away(studio, seconds, lids)
        if piece is None:
            return None
        count = round((SECONDS + 0.2 - seconds) * piece.rate)
        last = piece.seen[-1]
        side = studio.random.choice([-1, 1])
        shift = (side * 0.5 * last.box[2], 0) if misplaced else tuple(studio.random.normal(0, 0.03 * last.box[2], 2))
        frames = held_still(studio, piece, count, last.points, lambda i: piece.frames[-1], shift,
                            sliding=round(0.5 * piece.rate) if sliding else 0)
        return piece.frames + frames, piece.rate
    return make


def then_print(studio):
    """The owner's real paper print, photographed by a camera, in the stranger's place."""
    piece = away(studio, 2)
    if piece is None:
        return None
    shots = [s for s in studio.people.prints(studio.owner) if sum(x is not None for x in s.seen) > 8]
    if not shots:
        return None
    shot = shots[studio.turn % len(shots)]
    pairs = [(f, s) for f, s in zip(shot.frames, shot.seen) if s is not None]
    count, frames = round((SECONDS + 0.2 - 2) * piece.rate), []
    target = piece.seen[-1].points
    for i in range(count):  # the frames of the print change about five times a second
        frame, seen = pairs[min(i * 5 // round(piece.rate), len(pairs) - 1)]
        frames.append(scenes.laid_over(piece.frames[-1], frame, seen.points, target))
    return piece.frames + frames, piece.rate


def alternating(studio):
    piece = studio.stranger(SECONDS)
    print_, own = scenes.cut_out(studio.still())
    frames = [scenes.laid_over(f, print_, own, s.points) if i % 2 else f
              for i, (f, s) in enumerate(zip(piece.frames, piece.seen))]
    return frames, piece.rate


def pasted(again_at=None):
    """The owner's photo in the first three frames, and once more at the end or where motion turns live."""
    def make(studio):
        piece = studio.stranger(SECONDS + 0.4, away=False) or studio.stranger(SECONDS + 0.2)
        print_, own = scenes.cut_out(studio.still())
        frames = list(piece.frames)
        paste = lambda i: frames.__setitem__(i, scenes.laid_over(piece.frames[i], print_, own, piece.seen[i].points))
        for i in range(3):
            paste(i)
        if again_at == "live":
            with tempfile.TemporaryDirectory() as folder:
                write(Path(folder) / "a.avi", frames, piece.rate)
                lines = inspect(studio.program, Path(folder) / "a.avi")
            live = [l["frame"] for l in lines if (l.get("liveness") or {}).get("motion") == "live"]
            first = live[0] if live else len(frames) - 1
            for i in range(first, min(first + 2, len(frames))):
                paste(i)
        elif again_at == "often":
            for i in range(10, len(frames), 10):
                paste(i)
        return frames, piece.rate
    return make


def cuts(order):
    """Hard cuts between a stranger's clip and the owner's still in a frame of its own."""
    def make(studio):
        piece = studio.stranger(SECONDS)
        still = studio.still()
        size = piece.frames[0].shape[1::-1]
        picture = cv2.resize(still.picture, size)
        each = len(piece.frames) // len(order)
        frames = []
        for part in order:
            frames += piece.frames[len(frames) : len(frames) + each] if part == "stranger" else [picture] * each
        return frames, piece.rate
    return make


# Replay


def replay(loss):
    def make(studio):
        piece = owners_piece(studio)
        return scenes.again(piece.frames, studio.random, loss), piece.rate
    return make


def owners_piece(studio, seconds=SECONDS):
    """A piece of the owner's own recordings, one that attends when there is one."""
    windows = studio.owner.windows(seconds, seconds / 2) or studio.owner.windows(1.8, 0.3)
    good = [w for w in windows if w.attentive >= 0.5] or windows
    return good[(studio.turn * 7 + studio.number) % len(good)]


# Animated stills


def blinking_pair(studio):
    """An open and a closed picture in turn, as in blinks."""
    still, mesh = studio.still_mesh()
    closed = faces.closed_lids(still.picture, mesh, 1)
    frames = []
    while len(frames) < SECONDS * RATE:
        frames += [still.picture] * int(studio.random.integers(12, 25)) + [closed] * int(studio.random.integers(3, 6))
    return frames[: round(SECONDS * RATE)], RATE


def blinking(move, again=False):
    def make(studio):
        still, mesh = studio.still_mesh()
        count = round(SECONDS * RATE)
        closed = np.zeros(count)
        start = int(studio.random.integers(12, 22))
        while start < count - 6:
            shape = [0.4, 0.85, 1, 0.8, 0.45, 0.2]
            closed[start : start + 6] = shape
            start += int(studio.random.integers(20, 35))
        pictures = [faces.closed_lids(still.picture, mesh, c) for c in closed]
        return on_sheet(studio, pictures, still, move, again), RATE
    return make


def living_eyes(studio):
    """A paper mask with holes for the eyes before a living head: it follows the head, the eyes are a stranger's."""
    piece = studio.stranger(SECONDS)
    still, mesh = studio.still_mesh()
    frames = []
    print_, own = scenes.cut_out(still)
    offset = still.seen.points[0] - own[0]
    flat = mesh - [*offset, 0]
    smooth = np.array([s.points for s in piece.seen])
    kernel = np.ones(5) / 5
    smooth = np.stack([np.stack([np.convolve(np.pad(smooth[:, p, c], 2, "edge"), kernel, "valid") for c in range(2)], -1)
                       for p in range(5)], 1)
    for frame, eyes, points in zip(piece.frames, studio.meshes(piece), smooth):
        masked = scenes.laid_over(frame, print_, own, points)
        matrix = scenes.similarity(own, points)
        placed = np.column_stack([flat[:, :2] @ matrix[:, :2].T + matrix[:, 2], flat[:, 2]])
        frames.append(faces.with_eyes_of(masked, placed, frame, eyes))
    return frames, piece.rate


def talking(studio):
    still, mesh = studio.still_mesh()
    count = round(SECONDS * RATE)
    amount = np.clip(np.abs(studio.wave(count, 0.5, 1.0)), 0, 1) * studio.random.uniform(0.06, 0.1)
    pictures = [faces.open_mouth(still.picture, mesh, a) for a in amount]
    return on_sheet(studio, pictures, still, "hand-held"), RATE


def puppet(degrees, again=False):
    def make(studio):
        still, mesh = studio.still_mesh()
        doll = faces.Puppet(still.picture, mesh)
        count = round(SECONDS * RATE)
        yaw = studio.wave(count, studio.random.uniform(1.6, 3), degrees)
        pitch = studio.wave(count, studio.random.uniform(1.6, 3), degrees * 0.25)
        pictures = [doll.turned(a, b) for a, b in zip(yaw, pitch)]
        return on_sheet(studio, pictures, still, "hand-held", again), RATE
    return make


def slides(count, per_second):
    """Stills of the owner one after the other; every second recording holds each for frames of 25 a second."""
    def make(studio):
        stills = studio.stills(count)
        points = stills[0].seen.points
        pictures = [stills[0].picture]
        for still in stills[1:]:  # the faces in one place, as who makes such a recording would
            matrix = scenes.similarity(still.seen.points, points)
            size = stills[0].picture.shape[1::-1]
            pictures.append(cv2.warpAffine(still.picture, matrix, size, borderMode=cv2.BORDER_REPLICATE))
        order = [pictures[i % count] for i in range(round((SECONDS + 0.2) * per_second))]
        if studio.turn % 2:
            return [p for p in order for _ in range(round(RATE / per_second))], RATE
        return order, per_second
    return make


# The owner's recording in another order


def shuffled(studio):
    piece = owners_piece(studio)
    return [piece.frames[i] for i in studio.random.permutation(len(piece.frames))], piece.rate


def backwards(studio):
    piece = owners_piece(studio)
    return piece.frames[::-1], piece.rate


def halves(studio):
    piece = owners_piece(studio)
    middle = len(piece.frames) // 2
    return piece.frames[middle:] + piece.frames[:middle], piece.rate


# The owner


def genuine(seconds, turning=None):
    """Windows of all people, those with a turn of 10° at least, those without, or all; people in turn."""
    def make(studio):
        windows = pool(studio, seconds, turning)
        if studio.number >= len(windows):
            return None
        piece = windows[studio.number]
        studio.owner = next(p for p in studio.people.all if p.name == piece.person)
        return piece.frames, piece.rate
    return make


def pool(studio, seconds, turning):
    key = (seconds, turning)
    if key not in studio.shots:
        each = []
        for person in studio.people.all:
            # Windows with a turn are rare, so they may overlap by half.
            step = seconds / 2 if turning else seconds
            windows = person.windows(seconds, step)
            if turning is not None:
                windows = [w for w in windows if (w.turn >= 10) == turning and w.attentive >= 0.2]
            each.append(windows)
        studio.shots[key] = [w[i] for i in range(max(map(len, each))) for w in each if i < len(w)]
    return studio.shots[key]


def strobing(studio):
    """Every second frame at 8 % brightness, as of an infrared camera whose emitter flashes."""
    piece = owners_piece(studio, SECONDS)
    turns = [w for w in studio.owner.windows(SECONDS, 0.5) if w.turn >= 10 and w.attentive >= 0.3]
    piece = turns[studio.turn % len(turns)] if turns else piece
    frames = scenes.resampled(piece.frames, piece.rate, 30)
    return [np.clip(f * 0.08, 0, 255).astype(np.uint8) if i % 2 else f for i, f in enumerate(frames)], 30


def genuine_at(rate):
    def make(studio):
        studio.random = np.random.default_rng([7, studio.number])
        windows = sorted(studio.owner.windows(4, 1), key=lambda w: -w.turn)[: max(1, len(studio.owner.windows(4, 4)))]
        piece = windows[studio.turn % len(windows)]
        return scenes.resampled(piece.frames, piece.rate, rate), rate
    return make


def tilted_at(rate):
    def make(studio):
        # The same still and the same movement at every rate.
        studio.random = np.random.default_rng([8, studio.people.part == "report", studio.number])
        still = studio.still()
        fast = on_sheet(studio, [still.picture] * round(4 * RATE), still, "tilted")
        return scenes.resampled(fast, RATE, rate), rate
    return make


def all_kinds():
    turn, stranger = "genuine", "stranger, then a still"
    yield Kind("stranger-away-2s-then-still", stranger, then_still(2.0), 24)
    yield Kind("pasted-first-three-and-when-live", "pasted frames", pasted("live"), 16)
    yield Kind("alternating", "every second frame a stranger", alternating, 24)
    yield Kind("slideshow-8-at-5", "slideshow", slides(8, 5), 24)
    yield Kind("shuffled", "order of frames", shuffled, 24)
    yield Kind("genuine-turn", turn, genuine(3, True), 40, True)
    yield Kind("genuine-10s", turn, genuine(10), 26, True)
    yield Kind("lids-two-stills", "animated still", blinking_pair, 24)
    yield Kind("lids-hand-held", "animated still", blinking("hand-held"), 24)
    yield Kind("mouth", "animated still", talking, 24)
    yield Kind("strobing", turn, strobing, 24, True)
    yield Kind("stranger-away-1.2s-then-still", stranger, then_still(1.2), 24)
    yield Kind("stranger-away-then-misplaced", stranger, then_still(2.0, misplaced=True), 24)
    yield Kind("stranger-away-then-sliding", stranger, then_still(2.0, sliding=True), 16)
    yield Kind("stranger-closed-eyes-then-still", stranger, then_still(2.0, lids=True), 16)
    yield Kind("stranger-away-then-print", stranger, then_print, 24, owners="nuaa")
    yield Kind("pasted-first-three", "pasted frames", pasted(), 16)
    yield Kind("pasted-every-tenth", "pasted frames", pasted("often"), 16)
    yield Kind("slideshow-8-at-10", "slideshow", slides(8, 10), 16)
    yield Kind("slideshow-3-at-5", "slideshow", slides(3, 5), 16)
    for move in scenes.MOVES:
        yield Kind(f"still-{move}", "still, moved", moved(move, False), 8)
        yield Kind(f"still-{move}-again", "still, moved, photographed again", moved(move, True), 8)
    yield Kind("genuine-no-turn", turn, genuine(3, False), 32, True)
    yield Kind("lids-tilted", "animated still", blinking("tilted"), 16)
    yield Kind("lids-again", "animated still", blinking("hand-held", True), 16)
    yield Kind("living-eyes", "animated still", living_eyes, 24)
    for degrees in (5, 15):
        yield Kind(f"puppet-{degrees}", "puppet", puppet(degrees), 24)
    yield Kind("puppet-again", "puppet", puppet(12, True), 16)
    for order in (["stranger", "still"], ["still", "stranger"], ["stranger", "still", "stranger"], ["still", "stranger", "still"]):
        yield Kind("cut-" + "-".join(order), "hard cuts", cuts(order), 16)
    for name, loss in (("mild", 0.4), ("medium", 1.0), ("strong", 1.8)):
        yield Kind(f"replay-{name}", "replay on a screen", replay(loss), 16)
    yield Kind("backwards", "order of frames", backwards, 16)
    yield Kind("halves-exchanged", "order of frames", halves, 16)
    yield Kind("picture", "picture file", picture, 40)
    yield Kind("picture-again", "picture file", picture_again, 40)
    for rate in RATES:
        yield Kind(f"genuine-at-{rate:g}", "genuine at other rates", genuine_at(rate), 8, True, owners="fast")
    for rate in RATES:
        yield Kind(f"tilted-at-{rate:g}", "tilted still at other rates", tilted_at(rate), 8)
