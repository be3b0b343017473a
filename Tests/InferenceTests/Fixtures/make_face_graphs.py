"""Builds small random networks shaped like the usual face models, the way exporters write them, and what onnxruntime
computes with them.

Needs onnx, onnxruntime and numpy from PyPI. Per network NAME.onnx and NAME.tensors; the latter, little-endian with
strings as a 16-bit length and UTF-8: "FGOT", number of runs; per run inputs and outputs; each a count and per tensor its
name, element type (the format's number), rank, extents, raw elements.
"""
import pathlib
import struct
import sys

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from make_operator_cases import tensors

HERE = pathlib.Path(__file__).parent


class Network:
    """Collects nodes; every method appends some and returns the name of what they compute."""

    def __init__(self, name, opset, shape):
        self.name, self.opset, self.shape = name, opset, shape
        self.random = np.random.default_rng(sum(name.encode()))
        self.nodes, self.weights, self.count = [], [], 0
        self.channels = {"input": 3}
        self.constants_as_nodes = opset >= 9

    def weight(self, array, label="weight"):
        name = f"{label}_{self.count}"
        self.count += 1
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def constant(self, array):
        """A number the way exporters write it: a node of its own."""
        array = np.asarray(array)
        return self.node("Constant", value=numpy_helper.from_array(array)) if self.constants_as_nodes else self.weight(array)

    def node(self, operator, *inputs, channels=None, outputs=1, **attributes):
        names = [f"{operator}_{self.count}_{place}" for place in range(outputs)]
        self.count += 1
        self.nodes.append(helper.make_node(operator, inputs, names, name=f"/{operator}_{self.count}", **attributes))
        for name in names:
            self.channels[name] = channels or (self.channels.get(inputs[0]) if inputs else None)
        return names[0] if outputs == 1 else names

    def normal(self, *shape, scale=1.0):
        return (self.random.standard_normal(shape) * scale).astype(np.float32)

    def conv(self, x, channels, kernel, stride=1, groups=1, bias=False, pads=None, **attributes):
        kernel = (kernel, kernel) if isinstance(kernel, int) else kernel
        each = self.channels[x] // groups
        operands = [x, self.weight(self.normal(channels, each, *kernel, scale=(1.5 / (each * kernel[0] * kernel[1])) ** 0.5))]
        if bias:
            operands.append(self.weight(self.normal(channels, scale=0.1), "bias"))
        if pads is None and "auto_pad" not in attributes:
            pads = [kernel[0] // 2, kernel[1] // 2] * 2
        if pads is not None:
            attributes["pads"] = pads
        return self.node("Conv", *operands, channels=channels, kernel_shape=kernel, strides=[stride] * 2, group=groups,
                         dilations=[1, 1], **attributes)

    def batch_norm(self, x, epsilon=1e-5):
        c = self.channels[x]
        statistics = [self.random.uniform(0.5, 1.5, c), self.random.uniform(-0.2, 0.2, c),
                      self.random.uniform(-0.3, 0.3, c), self.random.uniform(0.5, 1.5, c)]
        return self.node("BatchNormalization", x, *[self.weight(value.astype(np.float32), "bn") for value in statistics],
                         epsilon=epsilon, momentum=0.9)

    def prelu(self, x, spatial=True):
        c = self.channels[x]
        return self.node("PRelu", x, self.weight(self.random.uniform(0, 0.5, (c, 1, 1) if spatial else (c,)).astype(np.float32), "slope"))

    def linear(self, x, inputs, outputs, bias=True):
        operands = [x, self.weight(self.normal(outputs, inputs, scale=inputs ** -0.5))]
        if bias:
            operands.append(self.weight(self.normal(outputs, scale=0.1), "bias"))
        return self.node("Gemm", *operands, channels=outputs, transB=1, alpha=1.0, beta=1.0)

    def extent(self, x, axis):
        """One extent of a tensor, as a tracing exporter reads it."""
        return self.node("Gather", self.node("Shape", x), self.constant(np.int64(axis)), axis=0)

    def unsqueeze(self, x):
        if self.opset < 13:
            return self.node("Unsqueeze", x, axes=[0])
        return self.node("Unsqueeze", x, self.constant(np.int64([0])))

    def save(self, outputs, sizes, output_names=None, weights_as_inputs=False):
        output_names = output_names or [f"output{place}" for place in range(len(outputs))]
        for node in self.nodes:
            for place, name in enumerate(node.output):
                if name in outputs:
                    node.output[place] = output_names[outputs.index(name)]
            for place, name in enumerate(node.input):
                if name in outputs:
                    node.input[place] = output_names[outputs.index(name)]
        inputs = [helper.make_tensor_value_info("input", TensorProto.FLOAT, self.shape)]
        if weights_as_inputs:
            inputs += [helper.make_tensor_value_info(weight.name, weight.data_type, list(weight.dims)) for weight in self.weights]
        results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in output_names]
        graph = helper.make_graph(self.nodes, self.name, inputs, results, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=4 if self.opset < 11 else 8)
        content = model.SerializeToString()
        (HERE / f"{self.name}.onnx").write_bytes(content)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        packed = b"FGOT" + struct.pack("<I", len(sizes))
        for size in sizes:
            image = np.round(self.random.uniform(-1, 1, size) * 128).astype(np.float32) / np.float32(128)
            expected = session.run(output_names, {"input": image})
            packed += tensors({"input": image}) + tensors(dict(zip(output_names, expected)))
        (HERE / f"{self.name}.tensors").write_bytes(packed)
        print(f"{self.name}: {len(content)} + {len(packed)} bytes, {len(self.nodes)} nodes,",
              *[f"{value.shape} up to {np.abs(value).max():.2f}" for value in expected])


def mobile_face_net():
    net = Network("mobilefacenet", 12, ["batch", 3, 48, 48])

    def block(x, channels, kernel=3, stride=1, groups=1, activate=True, pads=None):
        x = net.batch_norm(net.conv(x, channels, kernel, stride, groups, pads=pads))
        return net.prelu(x) if activate else x

    def bottleneck(x, channels, stride, residual):
        inner = net.channels[x] * 2
        y = block(x, inner, 1)
        y = block(y, inner, 3, stride, inner)
        y = block(y, channels, 1, activate=False)
        return net.node("Add", x, y) if residual else y

    x = block("input", 12, 3, 2)
    x = block(x, 12, 3, 1, 12)
    x = bottleneck(x, 16, 2, False)
    x = bottleneck(x, 16, 1, True)
    x = bottleneck(x, 24, 2, False)
    x = bottleneck(x, 24, 1, True)
    x = block(x, 40, 1)
    x = block(x, 40, 6, 1, 40, activate=False, pads=[0, 0, 0, 0])
    shape = net.node("Concat", net.unsqueeze(net.extent(x, 0)), net.constant(np.int64([-1])), axis=0)
    x = net.node("Reshape", x, shape, channels=40)
    x = net.linear(x, 40, 32, bias=False)
    x = net.batch_norm(x)
    # Unit length, as traced from torch's normalize.
    norm = net.node("ReduceL2", x, axes=[1], keepdims=1)
    norm = net.node("Clip", norm, net.constant(np.float32(1e-12)))
    norm = net.node("Expand", norm, net.node("Shape", x))
    net.save([net.node("Div", x, norm)], [(1, 3, 48, 48), (2, 3, 48, 48)], ["embedding"])


def iresnet():
    net = Network("iresnet", 11, [1, 3, 40, 40])
    x = net.node("Sub", "input", net.constant(np.float32([0.05])))
    x = net.node("Mul", x, net.constant(np.float32(1.25)))
    x = net.prelu(net.batch_norm(net.conv(x, 12, 3), 2e-5))
    for channels, stride in ((12, 2), (16, 2), (24, 2), (24, 1)):
        y = net.batch_norm(x)
        y = net.prelu(net.batch_norm(net.conv(y, channels, 3)))
        y = net.batch_norm(net.conv(y, channels, 3, stride))
        if stride > 1:
            x = net.batch_norm(net.conv(x, channels, 1, stride, pads=[0, 0, 0, 0]))
        x = net.node("Add", y, x)
    x = net.batch_norm(x)
    x = net.node("Dropout", x, ratio=0.4)
    x = net.node("Flatten", x, axis=1, channels=24 * 25)
    x = net.linear(x, 24 * 25, 48)
    x = net.batch_norm(x)
    net.save([x], [(1, 3, 40, 40)], ["fc1"], weights_as_inputs=True)


def scrfd():
    net = Network("scrfd", 11, [1, 3, "?", "?"])

    def unit(x, channels, kernel=3, stride=1, groups=1):
        return net.node("Relu", net.batch_norm(net.conv(x, channels, kernel, stride, groups)))

    def basic(x, channels, stride):
        y = unit(x, channels, 3, stride)
        y = net.batch_norm(net.conv(y, channels, 3))
        if stride > 1:
            x = net.node("AveragePool", x, kernel_shape=[2, 2], strides=[2, 2], pads=[0, 0, 0, 0], ceil_mode=1)
            x = net.batch_norm(net.conv(x, channels, 1))
        return net.node("Relu", net.node("Add", y, x))

    def enlarge(x, like):
        """Nearest enlargement to the size of another tensor, as traced: extents sliced and joined at run time."""
        size = net.node("Slice", net.node("Shape", like), net.constant(np.int64([2])), net.constant(np.int64([4])),
                        net.constant(np.int64([0])))
        both = net.node("Slice", net.node("Shape", x), net.constant(np.int64([0])), net.constant(np.int64([2])),
                        net.constant(np.int64([0])))
        sizes = net.node("Concat", both, net.node("Cast", size, to=TensorProto.INT64), axis=0)
        empty = net.constant(np.zeros(0, np.float32))
        return net.node("Resize", x, empty, empty, sizes, mode="nearest", coordinate_transformation_mode="asymmetric",
                        nearest_mode="floor", cubic_coeff_a=-0.75)

    x = unit("input", 8, 3, 2)
    x = unit(x, 8)
    x = net.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    levels = []
    for channels in (12, 16, 16):
        x = basic(x, channels, 2)
        levels.append(x)
    lateral = [net.conv(level, 12, 1, bias=True) for level in levels]
    for place in (1, 0):
        lateral[place] = net.node("Add", lateral[place], enlarge(lateral[place + 1], lateral[place]))
    features = [net.conv(level, 12, 3, bias=True) for level in lateral]
    for place in (1, 2):
        features[place] = net.node("Add", features[place], net.conv(features[place - 1], 12, 3, 2, bias=True))
    scores, boxes, points = [], [], []
    for place, feature in enumerate(features):
        y = unit(unit(feature, 12, 3, groups=12), 16, 1)
        for outputs, results, last in ((2, scores, 1), (8, boxes, 4), (20, points, 10)):
            z = net.conv(y, outputs, 3, bias=True)
            if results is boxes:
                z = net.node("Mul", z, net.weight(np.float32(0.8 + place), "scale"))
            z = net.node("Transpose", z, perm=[0, 2, 3, 1])
            z = net.node("Reshape", z, net.constant(np.int64([1, -1, last])))
            results.append(net.node("Sigmoid", z) if results is scores else z)
    names = [f"{kind}_{stride}" for kind in ("score", "bbox", "kps") for stride in (8, 16, 32)]
    net.save(scores + boxes + points, [(1, 3, 64, 96), (1, 3, 72, 56)], names)


def mini_fas_net():
    net = Network("minifasnet", 9, ["batch", 3, 40, 40])

    def block(x, channels, kernel=1, stride=1, groups=1, activate=True, pads=None):
        x = net.batch_norm(net.conv(x, channels, kernel, stride, groups, pads=pads))
        return net.prelu(x) if activate else x

    def squeeze_excite(x):
        c = net.channels[x]
        y = net.node("GlobalAveragePool", x)
        y = net.node("Relu", net.batch_norm(net.conv(y, c // 4, 1)))
        y = net.node("Sigmoid", net.batch_norm(net.conv(y, c, 1)))
        return net.node("Mul", x, y)

    def depthwise(x, channels, inner, stride=1, residual=False, excite=False):
        y = block(x, inner)
        y = block(y, inner, 3, stride, inner)
        y = block(y, channels, activate=False)
        if excite:
            y = squeeze_excite(y)
        return net.node("Add", x, y) if residual else y

    x = block("input", 16, 3, 2)
    x = block(x, 16, 3, 1, 16)
    x = depthwise(x, 24, 32, 2)
    x = depthwise(x, 24, 24, residual=True)
    x = depthwise(x, 24, 30, residual=True, excite=True)
    x = depthwise(x, 32, 48, 2)
    x = depthwise(x, 32, 40, residual=True, excite=True)
    x = block(x, 64)
    x = block(x, 64, 5, 1, 64, activate=False, pads=[0, 0, 0, 0])
    shape = net.node("Concat", net.unsqueeze(net.extent(x, 0)), net.constant(np.int64([-1])), axis=0)
    x = net.node("Reshape", x, shape, channels=64)
    x = net.node("MatMul", x, net.weight(net.normal(64, 24, scale=0.125)), channels=24)
    x = net.batch_norm(x)
    x = net.node("Dropout", x, ratio=0.2)
    x = net.node("MatMul", x, net.weight(net.normal(24, 3, scale=0.2)), channels=3)
    net.save([net.node("Softmax", x, axis=1)], [(1, 3, 40, 40), (3, 3, 40, 40)], ["probabilities"])


def mtcnn():
    net = Network("mtcnn-proposal", 10, [1, 3, "height", "width"])
    x = net.prelu(net.conv("input", 10, 3, bias=True, pads=[0, 0, 0, 0]))
    x = net.node("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1, pads=[0, 0, 0, 0])
    x = net.prelu(net.conv(x, 16, 3, bias=True, pads=[0, 0, 0, 0]))
    x = net.prelu(net.conv(x, 32, 3, bias=True, pads=[0, 0, 0, 0]))
    boxes = net.conv(x, 4, 1, bias=True)
    # Softmax over the channels before operator set 13 takes them last.
    y = net.node("Transpose", net.conv(x, 2, 1, bias=True), perm=[0, 3, 2, 1])
    y = net.node("Transpose", net.node("Softmax", y, axis=3), perm=[0, 3, 2, 1])
    net.save([boxes, y], [(1, 3, 37, 50), (1, 3, 24, 31)], ["boxes", "probabilities"])

    net = Network("mtcnn-output", 13, [None, 3, 48, 48])
    x = "input"
    for channels, kernel, pool in ((16, 3, 3), (24, 3, 3), (24, 3, 2), (32, 2, None)):
        x = net.prelu(net.conv(x, channels, kernel, bias=True, pads=[0, 0, 0, 0]))
        if pool:
            x = net.node("MaxPool", x, kernel_shape=[pool] * 2, strides=[2, 2], ceil_mode=1, pads=[0, 0, 0, 0])
    x = net.node("Transpose", x, perm=[0, 3, 2, 1])
    shape = net.node("Concat", net.unsqueeze(net.extent(x, 0)), net.constant(np.int64([-1])), axis=0)
    x = net.node("Reshape", x, shape, channels=32 * 9)
    x = net.prelu(net.linear(x, 32 * 9, 64), spatial=False)
    probabilities = net.node("Softmax", net.linear(x, 64, 2), axis=-1)
    net.save([net.linear(x, 64, 4), net.linear(x, 64, 10), probabilities], [(2, 3, 48, 48)],
             ["boxes", "points", "probabilities"])


def mobile_net_v3():
    """What recent exporters write: hard activations, means instead of pools, quantised and half-precision weights."""
    net = Network("mobilenet-v3", 17, ["batch", 3, "height", "width"])

    def hard_sigmoid(x):
        return net.node("HardSigmoid", x, alpha=1 / 6, beta=0.5)

    x = net.node("HardSwish", net.conv("input", 12, 3, 2, bias=True))
    for channels, stride in ((16, 2), (16, 1)):
        inner = net.channels[x] * 2
        y = net.node("HardSwish", net.conv(x, inner, 1, bias=True))
        y = net.node("HardSwish", net.conv(y, inner, 5, stride, inner, bias=True))
        pooled = net.node("ReduceMean", y, axes=[2, 3], keepdims=1)
        gate = hard_sigmoid(net.conv(net.node("Relu", net.conv(pooled, inner // 4, 1, bias=True)), inner, 1, bias=True))
        y = net.conv(net.node("Mul", y, gate), channels, 1, bias=True)
        x = net.node("Add", x, y) if stride == 1 else y
    # A weight in half precision and one in eight bits.
    half = net.node("Cast", net.weight(net.normal(24, 16, 1, 1, scale=0.3).astype(np.float16)), to=TensorProto.FLOAT)
    x = net.node("Conv", x, half, channels=24)
    x = net.node("Clip", x, net.constant(np.float32(0)), net.constant(np.float32(6)))
    quantized = net.node("DequantizeLinear", net.weight(net.random.integers(-127, 128, (24, 24, 3, 3), dtype=np.int8)),
                         net.weight(net.random.uniform(0.001, 0.002, 24).astype(np.float32)), axis=0)
    x = net.node("Conv", x, quantized, channels=24, auto_pad="SAME_UPPER", strides=[2, 2])
    left, right = net.node("Split", x, outputs=2, axis=1)
    x = net.node("Concat", right, net.node("LeakyRelu", left, alpha=0.1), axis=1)
    x = net.node("Pad", x, net.constant(np.int64([0, 0, 1, 1, 0, 0, 1, 1])), mode="reflect")
    x = net.node("Resize", x, "", net.constant(np.float32([1, 1, 2, 2])), mode="linear",
                 coordinate_transformation_mode="pytorch_half_pixel")
    x = net.node("Sub", net.node("Mul", x, net.node("Sigmoid", x)), net.constant(np.float32(0.1)))
    x = net.node("Flatten", net.node("GlobalAveragePool", x), channels=24)
    x = net.linear(x, 24, 16)
    squared = net.node("ReduceSum", net.node("Pow", x, net.constant(np.float32(2))), net.constant(np.int64([1])))
    x = net.node("Div", x, net.node("Sqrt", net.node("Max", squared, net.constant(np.float32(1e-12)))))
    net.save([x], [(1, 3, 48, 56), (2, 3, 33, 47)], ["embedding"])


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    for network in (mobile_face_net, iresnet, scrfd, mini_fas_net, mtcnn, mobile_net_v3):
        network()
