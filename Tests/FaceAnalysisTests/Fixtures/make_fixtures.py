#!/usr/bin/env python3
"""What an independent pipeline (Benchmarks/oracle, numpy over onnxruntime) finds in the portraits of SampleImages.

    python3 make_fixtures.py        (requirements: Benchmarks/requirements.txt and pillow)

Writes reference.json; README.md describes it. The crops beside it are inputs and stay as they are.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks" / "oracle"))
from pipeline import Oracle, Square, crop, similarity, unit_tensor, TEMPLATE  # noqa: E402

FACES = {"astronaut": "astronaut.png", "biden": "biden.jpg", "obama": "obama.jpg", "obama2": "obama2.jpg"}
LONGEST_SIDE = 640


def rounded(values, digits):
    return np.round(np.asarray(values, float), digits).tolist()


def picture(path):
    return np.asarray(Image.open(path).convert("RGB"))


def detect(oracle, rgb):
    """On the picture shrunk to a longest side of 640, in the coordinates of the whole picture."""
    height, width = rgb.shape[:2]
    scale = min(1, LONGEST_SIDE / max(height, width))
    size = (round(width * scale), round(height * scale))
    found = oracle.detect(rgb if scale == 1 else cv2.resize(rgb, size, interpolation=cv2.INTER_AREA))
    stretch = np.array([width / size[0], height / size[1]])
    for face in found:
        face.box = face.box * np.tile(stretch, 2)
        face.points = face.points * stretch
    return found


def eye(oracle, rgb, mesh, mirrored):
    """Iris network on one eye: 71 and 5 points in the picture, mirrored back where the eye was mirrored."""
    outer, inner = mesh.points[[362, 263]] if mirrored else mesh.points[[33, 133]]
    square = Square((outer + inner) / 2, float(np.abs(inner - outer).max() * 2.3), mesh.square.angle)
    matrix = square.crop_to_image(64)
    pixels = crop(rgb, matrix, 64)
    tensor = unit_tensor(pixels[:, ::-1] if mirrored else pixels)
    result = {}
    for name, values in zip(("eye", "iris"), oracle.iris_network.run(["eye", "iris"], {"image": tensor})):
        points = values.reshape(-1, 3)[:, :2].copy()
        if mirrored:
            points[:, 0] = 64 - points[:, 0]
        result[name] = rounded(points @ matrix[:, :2].T + matrix[:, 2], 2)
    return result


def iris_of_crop(oracle, pixels):
    eye_points, iris = oracle.iris_network.run(["eye", "iris"], {"image": unit_tensor(pixels)})
    return {"eye": rounded(eye_points.reshape(71, 3), 4), "iris": rounded(iris.reshape(5, 3), 4)}


def describe(oracle, name, file):
    rgb = picture(ROOT / "SampleImages" / file)
    detection = detect(oracle, rgb)[0]
    mesh = oracle.refined_mesh(rgb, detection)
    five = mesh.five_points()
    left, top, right, bottom = detection.box
    embedding = oracle.embed(oracle.aligned(rgb, five))
    mesh_crop = picture(HERE / f"{name}_meshcrop192.png")
    raw, logit = oracle.mesh_network.run(["landmarks", "score"], {"image": unit_tensor(mesh_crop)})
    return embedding, {
        "image": file, "width": rgb.shape[1], "height": rgb.shape[0],
        "detection": {"score": round(detection.score, 5),
                      "box": rounded([left, top, right - left, bottom - top], 2),
                      "points": rounded(detection.points, 2)},
        "mesh": {"square": {"centre": rounded(mesh.square.centre, 3), "side": round(mesh.square.side, 3),
                            "angleDegrees": round(float(np.degrees(mesh.square.angle)), 4)},
                 "score": round(mesh.score, 6), "points": rounded(mesh.points, 2)},
        "rightEye": eye(oracle, rgb, mesh, mirrored=False),
        "leftEye": eye(oracle, rgb, mesh, mirrored=True),
        "fivePoints": rounded(five, 3),
        "imageToAlignedCrop": rounded(similarity(five, TEMPLATE + 0.5), 7),
        "embedding": rounded(embedding, 6),
        "crops": {
            "arc112": {"file": f"{name}_arc112.png",
                       "embedding": rounded(oracle.embed(picture(HERE / f"{name}_arc112.png")), 7)},
            "mesh192": {"file": f"{name}_meshcrop192.png", "points": rounded(raw.reshape(468, 3), 4),
                        "logit": round(float(logit[0, 0]), 5)},
            "rightIris64": {"file": f"{name}_iris_right.png",
                            **iris_of_crop(oracle, picture(HERE / f"{name}_iris_right.png"))},
            "leftIris64": {"file": f"{name}_iris_left.png",
                           **iris_of_crop(oracle, picture(HERE / f"{name}_iris_left.png"))},
        },
    }


def main():
    oracle = Oracle(optimised=False)
    faces, embeddings = {}, {}
    for name, file in FACES.items():
        embeddings[name], faces[name] = describe(oracle, name, file)
    names = list(FACES)
    scores = {f"{a}-{b}": round(float(embeddings[a] @ embeddings[b]), 4)
              for i, a in enumerate(names) for b in names[i + 1:]}
    several = detect(oracle, picture(ROOT / "SampleImages" / "several-faces.jpg"))
    others = {"rocket.jpg": len(detect(oracle, picture(ROOT / "SampleImages" / "rocket.jpg"))),
              "several-faces.jpg": len(several)}
    text = json.dumps({"faces": faces, "scores": scores, "faceCounts": others}, separators=(",", ":"))
    (HERE / "reference.json").write_text(text.replace('},"', '},\n"') + "\n")
    print(f"{(HERE / 'reference.json').stat().st_size:,} bytes", scores, others)


if __name__ == "__main__":
    sys.exit(main())
