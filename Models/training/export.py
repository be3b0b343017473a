"""Writes the trained network as ONNX: batch normalisation folded into the convolutions, plain operators only."""

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from network import SIDE, Residual

# The operators used exist unchanged since; any engine of today reads it.
OPSET = 13
TOLERANCE = 1e-4


class GraphWriter:
    def __init__(self):
        self.nodes, self.weights = [], []

    def constant(self, name, values):
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def node(self, operator, inputs, **attributes):
        output = f"{operator.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def convolution(self, pair, value):
        """A convolution and the batch normalisation after it as one Conv."""
        convolution, normalisation = pair
        factor = normalisation.weight / torch.sqrt(normalisation.running_var + normalisation.eps)
        weight = (convolution.weight * factor[:, None, None, None]).detach().numpy()
        bias = (normalisation.bias - normalisation.running_mean * factor).detach().numpy()
        name = f"conv{len(self.nodes)}"
        inputs = [value, self.constant(name + ".weight", weight), self.constant(name + ".bias", bias)]
        stride = list(convolution.stride)
        return self.node("Conv", inputs, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=stride)

    def residual(self, block, value):
        inner = self.node("Relu", [self.convolution(block.first, value)])
        return self.node("Relu", [self.node("Add", [value, self.convolution(block.second, inner)])])

    def layer(self, layer, value):
        if isinstance(layer, nn.ReLU):
            return self.node("Relu", [value])
        return self.residual(layer, value) if isinstance(layer, Residual) else self.convolution(layer, value)


def exported(model, path):
    """Writes the file and checks it against the model with onnxruntime."""
    model = model.eval().to(memory_format=torch.contiguous_format)
    writer = GraphWriter()
    value = "image"
    for layer in model.features:
        value = writer.layer(layer, value)
    value = writer.node("Flatten", [writer.node("GlobalAveragePool", [value])], axis=1)
    head = [
        writer.constant("head.weight", model.head.weight.detach().numpy()),
        writer.constant("head.bias", model.head.bias.detach().numpy()),
    ]
    writer.nodes.append(helper.make_node("Gemm", [value, *head], ["logit"], transB=1))
    graph = helper.make_graph(
        writer.nodes,
        "presentation-attack",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("logit", TensorProto.FLOAT, [1, 1])],
        writer.weights,
    )
    file = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(file, full_check=True)
    onnx.save(file, path)

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    pixels = np.random.default_rng(1).uniform(-1, 1, (8, 1, 3, SIDE, SIDE)).astype(np.float32)
    with torch.no_grad():
        wanted = np.array([model(torch.from_numpy(p)).item() for p in pixels])
    found = np.array([session.run(None, {"image": p})[0].item() for p in pixels])
    if np.abs(wanted - found).max() > TOLERANCE * max(1.0, np.abs(wanted).max()):
        raise SystemExit(f"the exported network differs: {wanted} and {found}")
