"""What can happen to a picture of a face: kinds of harm, each in several strengths.

A harm takes a picture (height × width × 3, float, 0…255), the five points of the face (left eye, right eye, nose, mouth
corners; left and right of the picture) and a generator of random numbers, and gives the harmed picture. Lengths are
multiples of the distance between the eyes.
"""

import io

import numpy as np
from PIL import Image, ImageFilter


def image(pixels):
    return Image.fromarray(np.clip(pixels + 0.5, 0, 255).astype(np.uint8))


def array(picture):
    return np.asarray(picture.convert("RGB"), dtype=np.float64)


class Face:
    """Where the face is, and which way its eyes lie."""

    def __init__(self, points):
        self.points = np.asarray(points, dtype=np.float64)
        left, right, self.nose, corner_left, corner_right = self.points
        self.eyes, self.mouth = (left + right) / 2, (corner_left + corner_right) / 2
        self.left, self.right = left, right
        self.distance = float(np.hypot(*(right - left)))
        self.across = (right - left) / self.distance
        self.down = np.array([-self.across[1], self.across[0]])
        self.center = (self.eyes + self.mouth) / 2

    def coordinates(self, shape):
        """Two planes: how far right of the middle of the eyes, and how far below them, every pixel lies."""
        rows, columns = np.mgrid[:shape[0], :shape[1]]
        x, y = columns - self.eyes[0], rows - self.eyes[1]
        return ((x * self.across[0] + y * self.across[1]) / self.distance,
                (x * self.down[0] + y * self.down[1]) / self.distance)


def smooth_noise(shape, scale, random):
    """Noise of structures of about `scale` pixels, -1…1."""
    small = random.normal(size=(max(2, int(shape[0] / scale)), max(2, int(shape[1] / scale))))
    noise = np.asarray(Image.fromarray(small.astype(np.float32)).resize(shape[1::-1], Image.BICUBIC))
    return noise / max(1e-6, np.abs(noise).max())


def painted(pixels, where, colour, share=1.0):
    """The picture with `colour` over the pixels of a mask 0…1."""
    weight = np.asarray(where, dtype=np.float64)[..., None] * share
    return pixels * (1 - weight) + np.asarray(colour, dtype=np.float64) * weight


def skin(pixels, face):
    """The colour of the cheeks."""
    x, y = face.coordinates(pixels.shape)
    cheeks = (np.abs(np.abs(x) - 0.5) < 0.2) & (np.abs(y - 0.6) < 0.2)
    return np.median(pixels[cheeks], axis=0) if cheeks.any() else np.array([190.0, 150, 130])


# Places


def roll(pixels, face, degrees, random):
    sign = 1 if random.random() < 0.5 else -1
    return array(image(pixels).rotate(sign * degrees, Image.BICUBIC, center=tuple(face.center)))


def mirror(pixels, face, way, random):
    return {"side": pixels[:, ::-1], "top": pixels[::-1], "diagonal": pixels.transpose(1, 0, 2),
            "other diagonal": pixels[::-1, ::-1].transpose(1, 0, 2)}[way]


def tilted_board(pixels, face, degrees, random):
    """As on a board that is turned about its upright axis, seen from three board widths away."""
    height, width = pixels.shape[:2]
    angle, far = np.radians(degrees) * (1 if random.random() < 0.5 else -1), 3.0
    x, y = face.center
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
    seen = []
    for u, v in (corners - (x, y)) / width:
        depth = far + u * np.sin(angle)
        seen.append((u * np.cos(angle) * far / depth * width + x, v * far / depth * width + y))
    rows, values = [], []
    for (u, v), (s, t) in zip(seen, corners):
        rows += [[u, v, 1, 0, 0, 0, -s * u, -s * v], [0, 0, 0, u, v, 1, -t * u, -t * v]]
        values += [s, t]
    return array(image(pixels).transform((width, height), Image.PERSPECTIVE, np.linalg.solve(rows, values),
                                         Image.BICUBIC))


def stretch(pixels, face, factors, random):
    height, width = pixels.shape[:2]
    return array(image(pixels).resize((int(width * factors[0]), int(height * factors[1])), Image.BICUBIC))


def cut(pixels, face, edge, random):
    """Cuts the picture at a line through the face: how far from the middle of the eyes, and from which side."""
    side, place = edge
    x, y = face.eyes
    at = int(round((x if side in ("left", "right") else y) + place * face.distance))
    if side == "left":
        return pixels[:, max(0, at):]
    if side == "right":
        return pixels[:, :max(1, at)]
    return pixels[max(0, at):] if side == "top" else pixels[:max(1, at)]


# Detail


def blur(pixels, face, sigma, random):
    return array(image(pixels).filter(ImageFilter.GaussianBlur(sigma * face.distance)))


def motion_blur(pixels, face, length, random):
    count = max(2, int(round(length * face.distance)))
    angle = random.random() * np.pi
    total = np.zeros_like(pixels)
    for step in np.linspace(-0.5, 0.5, count):
        shift = step * length * face.distance
        total += array(image(pixels).transform(
            pixels.shape[1::-1], Image.AFFINE, (1, 0, shift * np.cos(angle), 0, 1, shift * np.sin(angle)), Image.BILINEAR))
    return total / count


def shrink(pixels, face, eyes, random):
    factor = min(1, eyes / face.distance)
    return array(image(pixels).resize([max(8, int(round(side * factor))) for side in pixels.shape[1::-1]], Image.LANCZOS))


def enlarge(pixels, face, eyes, random):
    """Shrunk, and brought back to its size."""
    small = image(shrink(pixels, face, eyes, random))
    return array(small.resize(pixels.shape[1::-1], Image.BICUBIC))


def noise(pixels, face, sigma, random):
    return pixels + random.normal(scale=sigma, size=pixels.shape)


def coarse_noise(pixels, face, sigma, random):
    """Grains of two pixels, as of film or of a picture that was enlarged."""
    height, width = pixels.shape[:2]
    grains = random.normal(scale=sigma, size=((height + 1) // 2, (width + 1) // 2, 3))
    return pixels + grains.repeat(2, axis=0).repeat(2, axis=1)[:height, :width]


def specks(pixels, face, share, random):
    drawn = random.random(pixels.shape[:2])
    result = pixels.copy()
    result[drawn < share / 2] = 0
    result[drawn > 1 - share / 2] = 255
    return result


def few_photons(pixels, face, photons, random):
    """As a sensor sees in the dark and brightens again: `photons` for white."""
    return random.poisson(np.clip(pixels, 0, 255) / 255 * photons) * (255 / photons)


def jpeg(pixels, face, quality, random):
    buffer = io.BytesIO()
    image(pixels).save(buffer, "JPEG", quality=quality)
    return array(Image.open(buffer))


# Light and colour


def darken(pixels, face, factor, random):
    return np.round(pixels * factor)


def brighten(pixels, face, factor, random):
    return pixels * factor


def flatten(pixels, face, share, random):
    return 128 + (pixels - 128) * share


def glare(pixels, face, strength, random):
    """A bright spot on the face, as of a lamp in glasses or on a glossy print."""
    x, y = face.coordinates(pixels.shape)
    u, v = random.uniform(-0.6, 0.6), random.uniform(-0.2, 1.0)
    spot = np.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * (0.2 + 0.25 * strength) ** 2))
    return pixels + (150 + 150 * strength) * spot[..., None]


def backlight(pixels, face, strength, random):
    """A bright background that veils a dark face."""
    x, y = face.coordinates(pixels.shape)
    inside = 1 / (1 + np.exp(8 * (np.hypot(x / 1.3, (y - 0.4) / 1.7) - 1)))
    light = 255 - (255 - pixels) * (1 - strength)
    dark = pixels * (1 - 0.9 * strength) + 40 * strength
    return dark * inside[..., None] + light * (1 - inside[..., None])


def side_light(pixels, face, strength, random):
    x, _ = face.coordinates(pixels.shape)
    slope = x * (1 if random.random() < 0.5 else -1)
    return pixels * (1 - strength + 2 * strength / (1 + np.exp(-6 * slope)))[..., None]


def cast(pixels, face, gains, random):
    return pixels * np.asarray(gains)


def grey(pixels, face, weights, random):
    return np.repeat((pixels @ np.asarray(weights))[..., None], 3, axis=2)


def negative(pixels, face, level, random):
    """Brighter values than `level` are turned round, as by solarisation; 0 is the negative."""
    return np.where(pixels >= level, 255 - pixels, pixels)


def swapped_tones(pixels, face, gamma, random):
    return 255 * (np.clip(pixels, 0, 255) / 255) ** gamma


def posterise(pixels, face, levels, random):
    return np.round(np.clip(pixels, 0, 255) / 255 * (levels - 1)) / (levels - 1) * 255


# Things before the face


def sunglasses(pixels, face, darkness, random):
    x, y = face.coordinates(pixels.shape)
    lenses = np.minimum(((np.abs(x) - 0.52) / 0.42) ** 4, 50) + np.minimum(((y - 0.05) / 0.33) ** 4, 50) < 1
    bridge = (np.abs(x) < 0.15) & (np.abs(y + 0.1) < 0.06)
    return painted(painted(pixels, lenses, (15, 15, 18), darkness), bridge, (15, 15, 18))


def bar(pixels, face, height, random):
    """A bar over both eyes."""
    x, y = face.coordinates(pixels.shape)
    return painted(pixels, (np.abs(y) < height / 2) & (np.abs(x) < 1.3), (0, 0, 0))


def mask(pixels, face, top, random):
    """A mask over everything from `top` below the eyes to the chin."""
    x, y = face.coordinates(pixels.shape)
    where = (y > top + 0.25 * x ** 2) & (y < 2.1 - 0.7 * x ** 2) & (np.abs(x) < 1.05)
    colour = [(170, 200, 220), (235, 235, 235), (30, 30, 35)][random.integers(3)]
    return painted(pixels, where, colour)


def cover(pixels, face, part, random):
    x, y = face.coordinates(pixels.shape)
    inside = (np.abs(x) < 1.4) & (y > -1.4) & (y < 2.2)
    part = {"left half": x < 0, "right half": x > 0, "upper half": y < 0.45, "lower half": y > 0.45}[part]
    return painted(pixels, inside & part, (0, 0, 0))


def hand(pixels, face, place, random):
    """A palm of the face's own colour, with four fingers."""
    x, y = face.coordinates(pixels.shape)
    u, v = {"chin": (0, 1.75), "mouth": (0, 1.15), "one eye": (0.55, 0.1), "both eyes": (0, 0)}[place]
    where = np.hypot((x - u) / 0.7, (y - v - 0.35) / 0.45) < 1
    for finger in range(4):
        where |= (np.abs(x - u - 0.3 * (finger - 1.5)) < 0.13) & (y - v > -0.55) & (y - v < 0.4)
    shade = 0.85 + 0.1 * smooth_noise(pixels.shape, 12, random)
    return painted(pixels, where, skin(pixels, face) * shade[..., None])


def screen_door(pixels, face, share, random):
    """Bars of a fence or blind: which share of the picture they cover."""
    _, y = face.coordinates(pixels.shape)
    return painted(pixels, (y * 3.3 + random.random()) % 1 < share, (60, 60, 60))


# Pictures of faces


def drawing(pixels, face, strength, random):
    """A pencil drawing, from a shaded one to bare outlines."""
    plain = grey(pixels, face, (0.3, 0.59, 0.11), random)
    inverted = array(image(255 - plain).filter(ImageFilter.GaussianBlur(0.15 * face.distance)))
    outlines = np.clip(plain * 255 / np.maximum(1, 255 - inverted), 0, 255)
    return outlines * strength + plain * (1 - strength)


def cartoon(pixels, face, levels, random):
    """Flat colours with dark outlines."""
    smooth = image(pixels).filter(ImageFilter.MedianFilter(5)).filter(ImageFilter.MedianFilter(5))
    edges = array(smooth.convert("L").filter(ImageFilter.FIND_EDGES))
    return np.where(edges > 40, 20, posterise(array(smooth), face, levels, random))


def halftone(pixels, face, cell, random):
    """A newspaper's dots, turned by 45°."""
    plain = grey(pixels, face, (0.3, 0.59, 0.11), random)[..., 0]
    rows, columns = np.mgrid[:plain.shape[0], :plain.shape[1]]
    u, v = (columns + rows) * np.pi / (cell * 1.414), (columns - rows) * np.pi / (cell * 1.414)
    screen = (np.cos(u) + np.cos(v)) * 63.75 + 127.5
    return np.repeat(np.where(plain > screen, 255.0, 0.0)[..., None], 3, axis=2)


KINDS = {
    "unharmed": (lambda pixels, face, _, random: pixels, ["-"]),
    "roll": (roll, [15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180]),
    "mirrored": (mirror, ["side", "top", "diagonal", "other diagonal"]),
    "tilted board": (tilted_board, [30, 45, 60, 70]),
    "stretched": (stretch, [(1.4, 1), (1.8, 1), (1, 1.4), (1, 1.8)]),
    "cut at a side": (cut, [("left", -0.8), ("left", -0.3), ("right", 0), ("right", -0.3)]),
    "cut above or below": (cut, [("top", -0.4), ("top", 0.1), ("bottom", 1.2), ("bottom", 0.7)]),
    "blur": (blur, [0.03, 0.06, 0.1, 0.16]),
    "motion blur": (motion_blur, [0.1, 0.2, 0.35, 0.5]),
    "shrunk": (shrink, [32, 24, 20, 16]),
    "enlarged": (enlarge, [16, 12, 8, 6]),
    "noise": (noise, [15, 30, 50, 80]),
    "coarse noise": (coarse_noise, [15, 30, 50, 80]),
    "specks": (specks, [0.02, 0.05, 0.1, 0.2]),
    "few photons": (few_photons, [100, 30, 10, 4]),
    "JPEG": (jpeg, [30, 20, 10, 5]),
    "dark": (darken, [0.4, 0.2, 0.1, 0.06]),
    "bright": (brighten, [1.5, 2, 3, 5]),
    "flat": (flatten, [0.5, 0.25, 0.12, 0.06]),
    "tones": (swapped_tones, [0.25, 0.5, 2.5, 4]),
    "glare": (glare, [0, 0.3, 0.6, 1]),
    "backlight": (backlight, [0.3, 0.5, 0.7, 0.9]),
    "side light": (side_light, [0.4, 0.6, 0.8, 1]),
    "colour cast": (cast, [(1, 0.5, 0.3), (0.3, 0.5, 1), (0.3, 1, 0.3), (1, 0.1, 0.05)]),
    "grey": (grey, [(0.3, 0.59, 0.11), (1, 0, 0), (0, 1, 0), (0, 0, 1)]),
    "negative": (negative, [192, 128, 64, 0]),
    "posterised": (posterise, [6, 4, 3, 2]),
    "sunglasses": (sunglasses, [0.5, 0.7, 0.85, 1]),
    "bar over the eyes": (bar, [0.25, 0.4, 0.6, 0.9]),
    "mask": (mask, [1.0, 0.8, 0.6, 0.35]),
    "half covered": (cover, ["left half", "right half", "upper half", "lower half"]),
    "hand": (hand, ["chin", "mouth", "one eye", "both eyes"]),
    "blind": (screen_door, [0.15, 0.3, 0.45, 0.6]),
    "drawn": (drawing, [0.4, 0.6, 0.8, 1]),
    "cartoon": (cartoon, [8, 5, 4, 3]),
    "halftone": (halftone, [2, 3, 4, 6]),
}


def strength_name(strength):
    return "×".join(str(part) for part in strength) if isinstance(strength, tuple) else str(strength)
