"""The recognition pipeline in numpy over onnxruntime: detect, mesh, align, embed.

An independent, plain second implementation that tests and benchmarks compare the engine with. Points are in continuous
pixel coordinates: pixel (i, j) covers [i, i+1), its centre is at i + 0.5.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

MODELS = Path(__file__).resolve().parents[2] / "Models"
TEMPLATE = np.array([(38.2946, 51.6963), (73.5318, 51.5014), (56.0252, 71.7366),
                     (41.5493, 92.3655), (70.7299, 92.2041)])


def session(model, threads=1, optimised=True):
    """`model`: path or bytes. Weights are unpacked while loading, not in every run."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    if not optimised:  # above this level sigmoid and summation order are approximations
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    model = model if isinstance(model, bytes) else str(model)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


@dataclass
class Detection:
    score: float
    box: np.ndarray  # left, top, right, bottom
    points: np.ndarray  # 5×2: image-left eye, image-right eye, nose, image-left and image-right mouth corner


@dataclass
class Square:
    """A rotated square: `angle` in radians turns the crop's x axis into the image's."""
    centre: np.ndarray
    side: float
    angle: float

    def crop_to_image(self, size):
        """2×3 matrix from continuous crop coordinates to continuous image coordinates."""
        scale = self.side / size
        cosine, sine = np.cos(self.angle) * scale, np.sin(self.angle) * scale
        linear = np.array([[cosine, -sine], [sine, cosine]])
        return np.column_stack([linear, self.centre - linear @ [size / 2, size / 2]])


@dataclass
class Mesh:
    points: np.ndarray  # 468×2 in the image
    raw: np.ndarray  # 468×3 in the crop
    score: float
    square: Square

    def five_points(self):
        p = self.points
        return np.array([(p[33] + p[133]) / 2, (p[362] + p[263]) / 2, p[1], p[61], p[291]])


class Oracle:
    def __init__(self, models=MODELS, threads=1, optimised=True):
        self.detector = session(Path(models) / "face-detector.onnx", threads, optimised)
        self.mesh_network = session(Path(models) / "face-mesh.onnx", threads, optimised)
        self.iris_network = session(Path(models) / "iris.onnx", threads, optimised)
        self.embedder = session(Path(models) / "face-embedding.onnx", threads, optimised)
        self.detector_outputs = [o.name for o in self.detector.get_outputs()]

    # Detection

    def detect(self, rgb, score_threshold=0.6, overlap_threshold=0.3):
        """All faces, highest score first, at the picture's own size."""
        height, width = rgb.shape[:2]
        rows, columns = -(-height // 32) * 32, -(-width // 32) * 32
        padded = np.zeros((rows, columns, 3), np.float32)
        padded[:height, :width] = rgb[:, :, ::-1]
        values = self.detector.run(None, {"input": padded.transpose(2, 0, 1)[None]})
        outputs = dict(zip(self.detector_outputs, values))
        found = []
        for stride in (8, 16, 32):
            found += self._cells(outputs, stride, columns // stride, score_threshold)
        found.sort(key=lambda d: -d.score)
        kept = []
        for candidate in found:
            if all(overlap(candidate.box, other.box) <= overlap_threshold for other in kept):
                kept.append(candidate)
        return kept

    def _cells(self, outputs, stride, columns, threshold):
        confidence = np.clip(outputs[f"cls_{stride}"].ravel(), 0, 1) * np.clip(outputs[f"obj_{stride}"].ravel(), 0, 1)
        scores = np.sqrt(confidence)
        result = []
        for cell in np.nonzero(scores > threshold)[0]:
            origin = np.array([cell % columns, cell // columns])
            dx, dy, log_width, log_height = outputs[f"bbox_{stride}"][0, cell]
            centre = (origin + [dx, dy]) * stride
            half = np.exp([log_width, log_height]) * stride / 2
            points = (outputs[f"kps_{stride}"][0, cell].reshape(5, 2) + origin) * stride
            result.append(Detection(float(scores[cell]), np.concatenate([centre - half, centre + half]), points))
        return result

    # Mesh and iris

    def mesh(self, rgb, square):
        """One pass over the given square."""
        matrix = square.crop_to_image(192)
        raw, logit = self.mesh_network.run(["landmarks", "score"], {"image": unit_tensor(crop(rgb, matrix, 192))})
        raw = raw.reshape(468, 3)
        points = raw[:, :2] @ matrix[:, :2].T + matrix[:, 2]
        return Mesh(points, raw, float(1 / (1 + np.exp(-logit[0, 0]))), square)

    def refined_mesh(self, rgb, detection, passes=3):
        """Runs again on the square of its own points until that moves and scales by less than a tenth."""
        result = self.mesh(rgb, square_of_five_points(detection.points))
        for _ in range(passes - 1):
            square = square_of_mesh(result.points)
            moved = np.abs(square.centre - result.square.centre).max() / result.square.side
            if moved <= 0.1 and abs(square.side / result.square.side - 1) <= 0.1:
                break
            result = self.mesh(rgb, square)
        return result

    # Embedding

    def aligned(self, rgb, five_points, size=112):
        return aligned_crop(rgb, five_points, size)

    def embed(self, aligned):
        """Unit vector of an aligned 112×112 RGB picture."""
        value = self.raw_embedding(aligned)
        return value / np.linalg.norm(value)

    def raw_embedding(self, aligned):
        tensor = np.ascontiguousarray(aligned.transpose(2, 0, 1)[None], dtype=np.float32)
        return self.embedder.run(["fc1"], {"data": tensor})[0][0]


def overlap(a, b):
    """Intersection over union of two boxes."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def prominence(box, shape):
    """Side of the face less the distance of its centre from the picture's, in pixels: who is the picture of?"""
    left, top, right, bottom = box
    away = np.hypot((left + right - shape[1]) / 2, (top + bottom - shape[0]) / 2)
    return np.sqrt((right - left) * (bottom - top)) - away


def square_of_five_points(points):
    """The first guess. The factor makes the side, on portraits, about 1.5 times the mesh's own extent."""
    eyes, mouth = (points[0] + points[1]) / 2, (points[3] + points[4]) / 2
    across = points[1] - points[0]
    side = 3.6 * max(np.linalg.norm(across), np.linalg.norm(mouth - eyes))
    return Square((eyes + mouth) / 2, float(side), float(np.arctan2(across[1], across[0])))


def square_of_mesh(points):
    across = points[263] - points[33]
    angle = float(np.arctan2(across[1], across[0]))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    upright = points @ turn.T
    low, high = upright.min(0), upright.max(0)
    return Square(turn.T @ ((low + high) / 2), float((high - low).max() * 1.5), angle)


def crop(rgb, crop_to_image, size):
    """Bilinear, averaged over the output pixel when it shrinks; `crop_to_image` in continuous coordinates, black
    outside."""
    finer = max(1, int(np.ceil(np.sqrt(abs(np.linalg.det(crop_to_image[:, :2]))) - 0.05)))
    matrix = crop_to_image.copy()
    matrix[:, :2] /= finer
    matrix[:, 2] += matrix[:, :2] @ [0.5, 0.5] - 0.5  # cv2 counts pixel centres as whole numbers
    wide = (size * finer, size * finer)
    picture = cv2.warpAffine(rgb, matrix, wide, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return picture if finer == 1 else cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)


def unit_tensor(picture):
    return np.ascontiguousarray(picture.transpose(2, 0, 1)[None], dtype=np.float32) / 255


def similarity(source, target):
    """2×3 similarity transform with the least squared error (Umeyama 1991)."""
    source_mean, target_mean = source.mean(0), target.mean(0)
    a, b = source - source_mean, target - target_mean
    u, singular, vt = np.linalg.svd(b.T @ a)
    sign = np.array([1, np.sign(np.linalg.det(u) * np.linalg.det(vt))])
    rotation = u @ np.diag(sign) @ vt
    scale = (singular * sign).sum() / (a ** 2).sum()
    return np.column_stack([scale * rotation, target_mean - scale * rotation @ source_mean])


def aligned_crop(rgb, five_points, size=112, template=TEMPLATE):
    """The template counts pixel centres as whole numbers, the points and `crop` do not."""
    matrix = similarity(five_points, template + 0.5)
    inverse = np.linalg.inv(matrix[:, :2])
    return crop(rgb, np.column_stack([inverse, -inverse @ matrix[:, 2]]), size)
