"""Compares every converted network with the published file in its own runtime, and refuses a difference."""

import numpy as np
import onnx
import onnxruntime
from ai_edge_litert.interpreter import Interpreter
from onnx import numpy_helper
from PIL import Image

from packages import HERE

CROPS = HERE.parent.parent / "Tests" / "FaceAnalysisTests" / "Fixtures"
# Two runtimes may add in another order, so they agree to float rounding and not to the bit.
TOLERANCE = 1e-5


def session(model):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    # The layout and approximation passes above this level add in another order and use a coarser sigmoid.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    # Unpack the weights once while loading; by default onnxruntime does it again in every run.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def images(pattern):
    """[(name, height×width×3 bytes, RGB)]"""
    return [(path.stem, np.asarray(Image.open(path).convert("RGB"))) for path in sorted(CROPS.glob(pattern))]


def report(title, largest):
    """Differences are relative to the largest magnitude in the output."""
    print(f"{title}: largest difference {largest:.2e} of the output's scale")
    if largest > TOLERANCE:
        raise SystemExit(f"{title}: differs from the published network")


def difference(ours, reference):
    return float(np.abs(ours - reference).max() / max(np.abs(reference).max(), 1e-12))


def dequantised(path):
    """The published file with plain float weights, unpacked here with numpy: independent of any runtime."""
    model = onnx.load(path)
    graph = model.graph
    values = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type == "Constant":
            continue
        if node.op_type == "DequantizeLinear":
            settings = {a.name: a.i for a in node.attribute}
            quantised, scale, zero = (values[name].astype(np.float32) for name in node.input)
            axis, block = settings["axis"], settings["block_size"]
            count = quantised.shape[axis]
            scale = np.take(np.repeat(scale, block, axis), range(count), axis)
            zero = np.take(np.repeat(zero, block, axis), range(count), axis)
            values[node.output[0]] = (quantised - zero) * scale
        elif node.op_type == "Reshape" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]].reshape(values[node.input[1]])
        elif node.op_type == "Dropout":
            nodes.append(onnx.helper.make_node("Identity", node.input[:1], node.output[:1]))
        else:
            nodes.append(node)
    used = {name for node in nodes for name in node.input}
    inputs = [i for i in graph.input if i.name in ("data", "input")]
    del graph.node[:], graph.initializer[:], graph.input[:], graph.value_info[:]
    graph.node.extend(nodes)
    graph.input.extend(inputs)
    graph.initializer.extend(numpy_helper.from_array(np.ascontiguousarray(v), k)
                             for k, v in values.items() if k in used)
    return model


def check_detector(published, converted):
    """At 640×640 against the published graph as it is; at other sizes against its float copy with free sizes."""
    generator = np.random.default_rng(1)
    ours = session(converted)
    names = [o.name for o in ours.get_outputs()]
    largest = 0.0
    for height, width in [(640, 640), (480, 640), (32, 32), (96, 160), (320, 256), (1056, 32)]:
        reference = dequantised(published)
        for index, size in ((2, height), (3, width)):
            reference.graph.input[0].type.tensor_type.shape.dim[index].dim_value = size
        for output in reference.graph.output:
            stride = int(output.name.split("_")[1])
            output.type.tensor_type.shape.dim[1].dim_value = (height // stride) * (width // stride)
        data = {"input": generator.uniform(0, 255, (1, 3, height, width)).astype(np.float32)}
        expected = session(reference.SerializeToString()).run(names, data)
        for values, other in zip(ours.run(names, data), expected):
            if values.shape != other.shape:
                raise SystemExit(f"face detector: {values.shape} at {height}×{width}, expected {other.shape}")
            largest = max(largest, difference(values, other))
    report("face detector", largest)


def check_embedder(published, converted):
    reference, ours = session(dequantised(published).SerializeToString()), session(converted)
    generator = np.random.default_rng(2)
    inputs = [image.transpose(2, 0, 1)[None].astype(np.float32) for _, image in images("*_arc112.png")]
    inputs += [generator.uniform(0, 255, (1, 3, 112, 112)).astype(np.float32) for _ in range(4)]
    largest = max(difference(ours.run(["fc1"], {"data": x})[0], reference.run(["fc1"], {"data": x})[0])
                  for x in inputs)
    report(f"face embedding ({len(inputs)} inputs)", largest)


def check_flat_network(title, published, converted, pattern, outputs):
    """Mesh and iris against LiteRT on the published file."""
    interpreter = Interpreter(str(published), num_threads=1)
    interpreter.allocate_tensors()
    source = interpreter.get_input_details()[0]
    ours = session(converted)
    generator = np.random.default_rng(3)
    inputs = [image.astype(np.float32)[None] / 255 for _, image in images(pattern)]
    inputs += [generator.uniform(0, 1, source["shape"]).astype(np.float32) for _ in range(4)]
    largest = {name: 0.0 for name in outputs.values()}
    for values in inputs:
        interpreter.set_tensor(source["index"], values)
        interpreter.invoke()
        for detail in interpreter.get_output_details():
            expected = interpreter.get_tensor(detail["index"]).reshape(1, -1)
            name = outputs[expected.size]
            actual = ours.run([name], {"image": np.ascontiguousarray(values.transpose(0, 3, 1, 2))})[0]
            largest[name] = max(largest[name], difference(actual, expected))
    for name, value in largest.items():
        report(f"{title}, {name} ({len(inputs)} inputs)", value)
