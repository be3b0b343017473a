"""Flat animation of a face in a picture: lids, mouth, gaze, eyes of somebody else, depth.

Points come from the mesh network of `oracle/pipeline.py`, 468 as MediaPipe numbers them. Pictures are BGR.
"""

import pathlib
import sys

import cv2
import numpy as np
from scipy.interpolate import LinearNDInterpolator

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "oracle"))
import pipeline  # noqa: E402

# Upper and lower border of the lids, and the lower border of the brow, from the image's left to its right.
EYES = [
    ([33, 246, 161, 160, 159, 158, 157, 173, 133], [33, 7, 163, 144, 145, 153, 154, 155, 133], [46, 53, 52, 65, 55]),
    ([362, 398, 384, 385, 386, 387, 388, 466, 263], [362, 382, 381, 380, 374, 373, 390, 249, 263], [285, 295, 282, 283, 276]),
]
LIP_ABOVE = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308]
LIP_BELOW = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308]
CHIN = 152


class Faces:
    def __init__(self):
        self.oracle = pipeline.Oracle()

    def mesh(self, picture, seen):
        """468×3 in pixels, depth towards the camera positive."""
        rgb = np.ascontiguousarray(picture[:, :, ::-1])
        found = self.oracle.refined_mesh(rgb, pipeline.Detection(1.0, seen.box, seen.points))
        depth = -found.raw[:, 2] * found.square.side / 192
        return np.column_stack([found.points, depth])


def grid(shape):
    x, y = np.meshgrid(np.arange(shape[1], dtype=np.float32), np.arange(shape[0], dtype=np.float32))
    return x, y


def curve(points, x):
    order = np.argsort(points[:, 0])
    return np.interp(x, points[order, 0], points[order, 1])


def moved_rows(picture, rows, left, right):
    """The columns from left to right sampled at `rows` (of shape height × columns)."""
    x = np.broadcast_to(np.arange(left, right, dtype=np.float32), rows.shape)
    result = picture.copy()
    result[:, left:right] = cv2.remap(picture, np.ascontiguousarray(x), rows.astype(np.float32), cv2.INTER_LINEAR)
    return result


def closed_lids(picture, mesh, closed):
    """The skin between brow and lid drawn down over the eye; `closed` from 0 (as it is) to 1."""
    if closed <= 0:
        return picture
    for above, below, brow in EYES:
        points = mesh[:, :2]
        left, right = int(points[above, 0].min()) - 1, int(points[above, 0].max()) + 3
        x = np.arange(left, right)
        upper, lower, top = (curve(points[i], x)[None] for i in (above, below, brow))
        # The lashes hang over the upper border, so a bit more than the opening has to be covered.
        upper, lower = upper - 0.5, np.maximum(lower, upper + 0.5) + 0.5
        top = np.minimum(top, upper - 2)
        lid = upper + closed * (lower - upper)
        y = np.arange(picture.shape[0], dtype=np.float64)[:, None]
        rows = np.where(y > lower, y, np.where(y > lid, upper + (y - lid) * (lower - upper) / np.maximum(lower - lid, 1e-3),
               np.where(y > top, top + (y - top) * (upper - top) / np.maximum(lid - top, 1e-3), y)))
        picture = moved_rows(picture, rows, left, right)
    return picture


def looked_aside(picture, mesh, amount):
    """The irises moved to one side by `amount` (of the eye's width)."""
    x, y = grid(picture.shape)
    across = np.zeros_like(x)
    for above, below, _ in EYES:
        points = mesh[above + below, :2]
        centre, half = (points.min(0) + points.max(0)) / 2, (points.max(0) - points.min(0)) / 2
        u, v = (x - centre[0]) / (half[0] * 1.3), (y - centre[1]) / (half[1] * 1.8)
        weight = np.clip(1 - u * u, 0, 1) * np.clip(1 - v**4, 0, 1)
        across += (amount * 2 * half[0] * weight).astype(np.float32)
    return cv2.remap(picture, x - across, y, cv2.INTER_LINEAR)


def open_mouth(picture, mesh, amount):
    """The lower lip and chin drawn down by `amount` (of the face's height), a dark gap between the lips."""
    points = mesh[:, :2]
    height = points[CHIN, 1] - points[10, 1]
    left, right = int(points[LIP_ABOVE, 0].min()), int(points[LIP_ABOVE, 0].max()) + 1
    x = np.arange(left, right)
    u = (x - (left + right) / 2) / ((right - left) / 2)
    drop = (amount * height * np.clip(1 - u * u, 0, 1))[None]
    above, below = curve(points[LIP_ABOVE], x)[None], curve(points[LIP_BELOW], x)[None]
    below = np.maximum(above, below)
    end = points[CHIN, 1] + 0.12 * height
    y = np.arange(picture.shape[0], dtype=np.float64)[:, None]
    rows = np.where(y < below + drop, y, np.where(y < end, below + (y - below - drop) * (end - below) / (end - below - drop), y))
    result = moved_rows(picture, rows, left, right).astype(np.float32)
    gap = np.zeros(picture.shape[:2], np.float32)
    gap[:, left:right] = np.clip(np.minimum(y - above, below + drop - y), 0, 1) * (drop > 0.7)
    gap = cv2.GaussianBlur(gap, (0, 0), 0.8)[..., None]
    dark = np.array([35, 25, 55], np.float32) * picture.mean() / 110
    return np.clip(result * (1 - gap) + dark * gap, 0, 255).astype(np.uint8)


def with_eyes_of(picture, mesh, other, other_mesh):
    """The eyes of another picture in this one, as through two holes."""
    result = picture.astype(np.float32)
    for above, below, brow in EYES:
        eye = [above[0], above[4], above[8], below[4]]
        source, target = other_mesh[eye, :2].copy(), mesh[eye, :2]
        matrix = pipeline.similarity(source[[0, 2]], target[[0, 2]])
        seen = cv2.warpAffine(other, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        outline = np.concatenate([target, other_mesh[above + below, :2] @ matrix[:, :2].T + matrix[:, 2]])
        centre = outline.mean(0)
        hole = cv2.convexHull((centre + (outline - centre) * [1.15, 1.5]).astype(np.float32)).astype(np.int32)
        mask = np.zeros(picture.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, hole, 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), 1.2)[..., None]
        result = result * (1 - mask) + seen * mask
    return np.clip(result, 0, 255).astype(np.uint8)


class Puppet:
    """A still given the depth of the mesh, turned about the axis of the neck."""

    def __init__(self, picture, mesh):
        self.picture = picture
        x, y = grid(picture.shape)
        height = mesh[CHIN, 1] - mesh[10, 1]
        # Around the face the depth falls to that of the ears, and to nothing farther away.
        centre = mesh[:, :2].mean(0)
        ring = centre + 1.7 * (mesh[[10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
               152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109], :2] - centre)
        base = mesh[:, 2].min()
        points = np.concatenate([mesh[:, :2], ring])
        depths = np.concatenate([mesh[:, 2] - base, np.zeros(len(ring))])
        self.depth = np.nan_to_num(LinearNDInterpolator(points, depths)(x, y)).astype(np.float32)
        self.depth = cv2.GaussianBlur(self.depth, (0, 0), 0.02 * height)
        self.x, self.y, self.weight = x, y, np.clip(self.depth / (0.1 * height), 0, 1)
        self.centre = centre

    def turned(self, yaw, pitch):
        """The picture seen from the side by two angles in degrees; good for small ones."""
        sine, nod = np.sin(np.radians(yaw)), np.sin(np.radians(pitch))
        narrow = (1 - np.cos(np.radians(yaw))) * self.weight
        dx = self.depth * sine - (self.x - self.centre[0]) * narrow
        dy = self.depth * nod
        for _ in range(2):  # where does a pixel of the result come from
            px, py = self.x - dx, self.y - dy
            depth = cv2.remap(self.depth, px.astype(np.float32), py.astype(np.float32), cv2.INTER_LINEAR)
            dx, dy = depth * sine - (self.x - self.centre[0]) * narrow, depth * nod
        return cv2.remap(self.picture, (self.x - dx).astype(np.float32), (self.y - dy).astype(np.float32), cv2.INTER_LINEAR)
