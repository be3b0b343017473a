"""Builds typed-models.bin: small models whose inputs and outputs are integers, truth values, half and double precision,
written the way exporters write them, with inputs and the outputs that onnxruntime computes.

Needs onnx, onnxruntime and numpy from PyPI. The layout is that of operator-cases.bin. Double precision stands there as
single precision, which is what the engine takes and gives for it.
"""
import pathlib
import struct
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

sys.dont_write_bytecode = True
from make_operator_cases import TYPES, session, string, tensors

ALL_TYPES = {**TYPES, np.dtype("float64"): TensorProto.DOUBLE}
MODELS = []


class Builder:
    def __init__(self, title, opset=17):
        self.title, self.opset = title, opset
        self.random = np.random.default_rng(sum(title.encode()))
        self.nodes, self.weights, self.inputs, self.feeds, self.outputs = [], [], [], {}, []

    def input(self, name, array, dimensions=None):
        array = np.asarray(array)
        self.inputs.append(helper.make_tensor_value_info(name, ALL_TYPES[array.dtype], dimensions or array.shape))
        self.feeds[name] = array
        return name

    def weight(self, array):
        name = f"weight_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def normal(self, *shape, scale=1.0):
        return self.weight((self.random.standard_normal(shape) * scale).astype(np.float32))

    def node(self, operator, *inputs, **attributes):
        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], name=f"/{name}", **attributes))
        return name

    def output(self, name, value, code, dimensions):
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, code, dimensions))

    def save(self, tolerance=2e-6):
        graph = helper.make_graph(self.nodes, self.title, self.inputs, self.outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=8)
        names = [output.name for output in self.outputs]
        results = dict(zip(names, session(model).run(names, self.feeds)))
        MODELS.append((self.title, tolerance, model.SerializeToString(), single(self.feeds), single(results)))
        return results


def single(values):
    return {name: array.astype(np.float32) if array.dtype == np.float64 else array for name, array in values.items()}


def classifier():
    """A picture of bytes, its channels last, to probabilities and labels."""
    net = Builder("classifier")
    pixels = net.random.integers(0, 256, (2, 19, 23, 3), dtype=np.uint8)
    x = net.node("Cast", net.input("image", pixels, ["batch", "height", "width", 3]), to=TensorProto.FLOAT)
    x = net.node("Transpose", net.node("Div", x, net.weight(np.float32(255))), perm=[0, 3, 1, 2])
    for channels, inputs in ((20, 3), (24, 20)):
        x = net.node("Conv", x, net.normal(channels, inputs, 3, 3, scale=0.3), net.normal(channels, scale=0.1),
                     strides=[2, 2], pads=[1, 1, 1, 1])
        x = net.node("Relu", x)
    x = net.node("Flatten", net.node("GlobalAveragePool", x))
    x = net.node("Gemm", x, net.normal(10, 24), net.normal(10), transB=1)
    probabilities = net.node("Softmax", x, axis=-1)
    net.output("probabilities", probabilities, TensorProto.FLOAT, ["batch", 10])
    net.output("labels", net.node("ArgMax", probabilities, axis=1, keepdims=0), TensorProto.INT64, ["batch"])
    net.output("certain", net.node("Greater", probabilities, net.weight(np.float32(0.1))), TensorProto.BOOL, ["batch", 10])
    net.save(2e-5)


def text_encoder():
    """Numbers of words and a mask to a vector, with one head of attention."""
    net = Builder("text encoder")
    ids = net.input("input_ids", net.random.integers(0, 50, (2, 7)), ["batch", "tokens"])
    mask = net.input("attention_mask", np.array([[1] * 7, [1] * 4 + [0] * 3]), ["batch", "tokens"])
    words = net.node("Gather", net.normal(50, 16), ids, axis=0)
    query, key, value = (net.node("MatMul", words, net.normal(16, 16, scale=0.25)) for _ in range(3))
    scores = net.node("MatMul", query, net.node("Transpose", key, perm=[0, 2, 1]))
    hidden = net.node("Not", net.node("Cast", mask, to=TensorProto.BOOL))
    hidden = net.node("Unsqueeze", hidden, net.weight(np.int64([1])))
    scores = net.node("Where", hidden, net.weight(np.float32(-1e9)), scores)
    words = net.node("MatMul", net.node("Softmax", scores, axis=-1), value)
    weights = net.node("Cast", net.node("Unsqueeze", mask, net.weight(np.int64([2]))), to=TensorProto.FLOAT)
    total = net.node("ReduceSum", net.node("Mul", words, weights), net.weight(np.int64([1])), keepdims=0)
    count = net.node("ReduceSum", weights, net.weight(np.int64([1])), keepdims=0)
    net.output("sentence", net.node("Div", total, count), TensorProto.FLOAT, ["batch", 16])
    net.output("hidden", hidden, TensorProto.BOOL, ["batch", 1, "tokens"])
    net.output("lengths", net.node("ReduceSum", mask, net.weight(np.int64([1])), keepdims=0), TensorProto.INT64, ["batch"])
    net.save(1e-5)


def quantised():
    """Bytes in and bytes out, with weights of bytes."""
    net = Builder("quantised")
    bytes_in = net.input("x", net.random.integers(0, 256, (1, 18, 9, 9), dtype=np.uint8), ["batch", 18, 9, 9])
    x = net.node("DequantizeLinear", bytes_in, net.weight(np.float32(1 / 64)), net.weight(np.uint8(128)))
    weights = net.node("DequantizeLinear", net.weight(net.random.integers(-127, 128, (20, 18, 3, 3), dtype=np.int8)),
                       net.weight(np.float32(1 / 1024)))
    x = net.node("Conv", x, weights, pads=[1, 1, 1, 1])
    net.output("real", x, TensorProto.FLOAT, ["batch", 20, 9, 9])
    net.output("signed", net.node("QuantizeLinear", x, net.weight(np.float32(1 / 11)), net.weight(np.int8(-3))),
               TensorProto.INT8, ["batch", 20, 9, 9])
    net.output("unsigned", net.node("QuantizeLinear", x, net.weight(np.float32(1 / 7)), net.weight(np.uint8(120))),
               TensorProto.UINT8, ["batch", 20, 9, 9])
    real = net.save(1e-5)["real"]
    # No value lies so close to the border between two bytes that the order of a sum could move it across.
    for scale in (np.float32(1 / 11), np.float32(1 / 7)):
        fraction = np.abs(real / scale) % 1
        assert np.abs(fraction - 0.5).min() > 1e-4, "choose another scale"


def half_precision():
    net = Builder("half precision")
    x = net.input("x", net.random.standard_normal((1, 3, 8, 8)).astype(np.float16), ["batch", 3, "height", "width"])
    x = net.node("Conv", net.node("Cast", x, to=TensorProto.FLOAT), net.normal(4, 3, 3, 3, scale=0.2))
    net.output("y", net.node("Cast", x, to=TensorProto.FLOAT16), TensorProto.FLOAT16, ["batch", 4, "rows", "columns"])
    net.save()


def double_precision():
    net = Builder("double precision")
    x = net.input("x", net.random.standard_normal((3, 5)), ["rows", 5])
    x = net.node("Mul", net.node("Add", x, net.weight(np.float64(0.25))), net.weight(net.random.standard_normal(5)))
    net.output("y", x, TensorProto.DOUBLE, ["rows", 5])
    net.save()


def whole_numbers():
    """Arithmetic on 32-bit integers, bytes that become wider, and truth values from outside."""
    net = Builder("whole numbers")
    a = net.input("a", net.random.integers(-1000, 1000, (3, 4), dtype=np.int32), ["rows", 4])
    b = net.input("b", net.random.integers(-128, 128, (4,), dtype=np.int8))
    chosen = net.input("chosen", net.random.integers(0, 2, (3, 4)).astype(bool), ["rows", 4])
    wide = net.node("Cast", b, to=TensorProto.INT32)
    total = net.node("Add", net.node("Mul", a, wide), net.weight(np.int32(7)))
    net.output("sum", total, TensorProto.INT32, ["rows", 4])
    net.output("picked", net.node("Where", chosen, a, total), TensorProto.INT32, ["rows", 4])
    net.output("both", net.node("And", chosen, net.node("Less", a, net.weight(np.int32(0)))), TensorProto.BOOL, ["rows", 4])
    net.output("shape", net.node("Shape", a), TensorProto.INT64, [2])
    net.output("b again", b, TensorProto.INT8, [4])
    net.save()


if __name__ == "__main__":
    for make in (classifier, text_encoder, quantised, half_precision, double_precision, whole_numbers):
        make()
    packed = b"FGOC" + struct.pack("<I", len(MODELS))
    for title, tolerance, model, inputs, outputs in MODELS:
        packed += string(title) + struct.pack("<fI", tolerance, len(model)) + model + tensors(inputs) + tensors(outputs)
    pathlib.Path(__file__).with_name("typed-models.bin").write_bytes(packed)
    print(f"{len(MODELS)} models, {len(packed)} bytes")
