"""The engines that pipeline.py compares, all with the same face: run(count) → seconds per run."""

import importlib.util
import io
import os
from pathlib import Path

# Read by OpenCV when it is imported; it tells about every model that it loads otherwise.
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")

import cv2
import numpy as np
from PIL import Image

from rounds import timed


class Ours:
    """One request of pipeline-timer, such as `decode photo 0`."""

    def __init__(self, timer, request):
        self.timer, self.request = timer, request

    def run(self, count):
        return self.timer.ask(f"{self.request} {count}").tolist()


class PillowDecoder:
    """`draft` asks libjpeg for a fraction of the size, as this engine does."""

    def __init__(self, data, reduction):
        self.data, self.reduction = data, reduction

    def decode(self):
        image = Image.open(io.BytesIO(self.data))
        if self.reduction > 1:
            width, height = image.size
            image.draft("RGB", (-(-width // self.reduction), -(-height // self.reduction)))
        image.load()
        return image

    def run(self, count):
        return timed(self.decode, count)

    def size(self):
        return self.decode().size


class OpenCVDecoder:
    FLAGS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4,
             8: cv2.IMREAD_REDUCED_COLOR_8}

    def __init__(self, data, reduction):
        self.data, self.flag = np.frombuffer(data, np.uint8), self.FLAGS[reduction]

    def decode(self):
        return cv2.imdecode(self.data, self.flag)

    def run(self, count):
        return timed(self.decode, count)

    def size(self):
        height, width = self.decode().shape[:2]
        return width, height


class OpenCVPipeline:
    """FaceDetectorYN and FaceRecognizerSF on the bundled detector and embedding network."""

    def __init__(self, data, models, threads):
        self.data, self.threads = np.frombuffer(data, np.uint8), threads
        self.detector = cv2.FaceDetectorYN.create(str(models / "face-detector.onnx"), "", (640, 480), 0.6, 0.3)
        self.recognizer = cv2.FaceRecognizerSF.create(str(models / "face-embedding.onnx"), "")
        self.embedding = None

    def embed(self):
        image = cv2.imdecode(self.data, cv2.IMREAD_COLOR)
        height, width = image.shape[:2]
        self.detector.setInputSize((width, height))
        _, faces = self.detector.detect(image)
        largest = max(faces, key=lambda face: face[2] * face[3])
        self.embedding = self.recognizer.feature(self.recognizer.alignCrop(image, largest)).ravel()

    def run(self, count):
        cv2.setNumThreads(self.threads)
        return timed(self.embed, count)


class DlibPipeline:
    """HOG detector without enlargement, five landmarks and the residual network: one thread, dlib has no other here."""

    def __init__(self, data):
        import dlib
        # Found without importing the package, which needs a module that newer versions of Python do not bring.
        package = importlib.util.find_spec("face_recognition_models").submodule_search_locations[0]
        models = Path(package) / "models"
        self.data = data
        self.detector = dlib.get_frontal_face_detector()
        self.landmarks = dlib.shape_predictor(str(models / "shape_predictor_5_face_landmarks.dat"))
        self.network = dlib.face_recognition_model_v1(str(models / "dlib_face_recognition_resnet_model_v1.dat"))

    def embed(self):
        image = np.asarray(Image.open(io.BytesIO(self.data)).convert("RGB"))
        faces = self.detector(image, 0)
        largest = max(faces, key=lambda face: face.area())
        return self.network.compute_face_descriptor(image, self.landmarks(image, largest))

    def run(self, count):
        return timed(self.embed, count)
