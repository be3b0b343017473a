"""Brings the two published ONNX files into today's form without touching a weight."""

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET = 21  # the first with block-wise DequantizeLinear
IR_VERSION = 10  # the one that belongs to opset 21


def clean_detector(path):
    """YuNet: height and width become free, so that one file serves every multiple of 32."""
    model = onnx.load(path)
    graph = model.graph
    shape = graph.input[0].type.tensor_type.shape
    shape.dim[2].dim_param = "height"
    shape.dim[3].dim_param = "width"
    for output in graph.output:
        stride = output.name.split("_")[1]
        output.type.tensor_type.shape.dim[1].dim_param = f"cells_{stride}"
    _require_free_reshapes(graph)
    # An empty tensor stands for "no region of interest"; an empty name says the same and needs no tensor.
    empty = {t.name for t in graph.initializer if list(t.dims) == [0]}
    for node in graph.node:
        for index, name in enumerate(node.input):
            if name in empty:
                node.input[index] = ""
    return _finish(model, "yunet_2023mar")


def clean_embedder(path):
    """SFace: weights leave the input list and the training-only Dropout goes."""
    model = onnx.load(path)
    graph = model.graph
    constants = {t.name for t in graph.initializer}
    inputs = [i for i in graph.input if i.name == "data"]
    del graph.input[:]
    graph.input.extend(inputs)
    replaced = {}
    nodes = []
    for node in graph.node:
        if node.op_type == "Dropout":
            replaced[node.output[0]] = node.input[0]
        else:
            nodes.append(node)
    for node in nodes:
        for index, name in enumerate(node.input):
            node.input[index] = replaced.get(name, name)
    used = {name for node in nodes for name in node.input}
    nodes = [n for n in nodes if n.op_type != "Constant" or n.output[0] in used]
    del graph.node[:]
    graph.node.extend(nodes)
    assert inputs[0].name not in constants
    return _finish(model, "sface_2021dec")


def _require_free_reshapes(graph):
    constants = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    for node in graph.node:
        weights = node.input[0].endswith("_dequantized")
        if node.op_type == "Reshape" and not weights and -1 not in constants[node.input[1]]:
            raise SystemExit(f"{node.name}: a fixed shape {constants[node.input[1]]} would bind the input size")
        if node.op_type == "Resize" and len(node.input) > 3:
            raise SystemExit(f"{node.name}: a fixed size would bind the input size")


def _unpack_biases(graph):
    """Stores quantised biases as floats.

    A bias of one block has a scale of shape [1], which onnxruntime takes for "one scale for the whole tensor" and
    then refuses the block size; biases are too small for the saving to matter.
    """
    constants = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type != "DequantizeLinear" or constants[node.input[0]].ndim != 1:
            nodes.append(node)
            continue
        block = next(a.i for a in node.attribute if a.name == "block_size")
        quantised, scale, zero = (constants[name].astype(np.float32) for name in node.input)
        count = len(quantised)
        values = (quantised - np.repeat(zero, block)[:count]) * np.repeat(scale, block)[:count]
        graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
    del graph.node[:]
    graph.node.extend(nodes)


def _finish(model, name):
    graph = model.graph
    _unpack_biases(graph)
    used = {n for node in graph.node for n in node.input}
    kept = [t for t in graph.initializer if t.name in used]
    # One storage form for all tensors: little-endian raw bytes.
    raw = [numpy_helper.from_array(np.ascontiguousarray(numpy_helper.to_array(t)), t.name) for t in kept]
    del graph.initializer[:]
    graph.initializer.extend(raw)
    del graph.value_info[:]
    graph.name = name
    for node in graph.node:
        node.doc_string = ""
    clean = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="Facelatch")
    clean.ir_version = IR_VERSION
    onnx.checker.check_model(clean, full_check=True)
    return clean
