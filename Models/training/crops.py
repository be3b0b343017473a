"""What the network sees of a face: the same squares, averaged and interpolated as the program does it.

The program's definition is `PresentationAttackCrop` in Sources/Liveness and `Image.warped` in Sources/Imaging; the
two agree to one grey level (rounding).
"""

import math

import numpy as np

# Side of the squares over the larger side of the detector's box; the first shows the surroundings as well.
SCALES = (2.0, 1.0)


def square(box, scale):
    """Left, top and side of a square around the middle of a box (x, y, width, height)."""
    side = scale * max(box[2], box[3])
    return box[0] + (box[2] - side) / 2, box[1] + (box[3] - side) / 2, side


def area_weights(count, origin, cell, cells):
    """A row per cell with the shares of the pixels that it covers; outside of the picture is black."""
    pixels = np.arange(count)
    starts = origin + cell * np.arange(cells)[:, None]
    shares = np.minimum(pixels + 1, starts + cell) - np.maximum(pixels, starts)
    return (np.clip(shares, 0, None) / cell).astype(np.float32)


def axis(start, side, size, count):
    """The weights of all pixels along one axis for each pixel of the crop, and the averaging before it or None."""
    step = side / size
    averaging = None
    places = start + step * (np.arange(size) + 0.5)
    if step > 1:
        origin = max(0.0, math.floor(start - step))
        end = min(float(count), start + side + step)
        if end <= origin:
            return None
        cells = math.ceil((end - origin) / step)
        averaging = area_weights(count, origin, step, cells)
        places, count = (places - origin) / step, cells
    places = places - 0.5
    lower = np.floor(places).astype(int)
    share = places - lower
    weights = np.zeros((size, count), np.float32)
    for offset, weight in ((0, 1 - share), (1, share)):
        index = lower + offset
        inside = (index >= 0) & (index < count)
        weights[np.flatnonzero(inside), index[inside]] += weight[inside]
    return averaging, weights


def apply(rows, columns, image):
    height, width, _ = image.shape
    by_rows = rows @ image.reshape(height, -1)
    turned = by_rows.reshape(rows.shape[0], width, 3).transpose(1, 0, 2).reshape(width, -1)
    values = (columns @ turned).reshape(columns.shape[0], rows.shape[0], 3).transpose(1, 0, 2)
    return np.clip(np.floor(values + 0.5), 0, 255)


def crop(image, box, scale, size):
    """The square as size×size×3 bytes.

    image: height×width×3 bytes.
    """
    left, top, side = square(box, scale)
    height, width, _ = image.shape
    columns, rows = axis(left, side, size, width), axis(top, side, size, height)
    if columns is None or rows is None:
        return np.zeros((size, size, 3), np.uint8)
    values = image.astype(np.float32)
    if columns[0] is not None:
        values = apply(rows[0], columns[0], values)
    return apply(rows[1], columns[1], values).astype(np.uint8)
