"""Builds operator-cases.bin: small single-operator models with inputs and the outputs that onnxruntime computes.

Needs onnx, onnxruntime and numpy from PyPI. Layout, little-endian, strings as a 16-bit length and UTF-8:
"FGOC", count; per case: name, tolerance, model (32-bit length and bytes), inputs, outputs; each a count and per tensor
its name, element type (the format's number), rank, extents, raw elements.
"""
import pathlib
import struct
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

CASES = []
TYPES = {
    np.dtype("float32"): TensorProto.FLOAT, np.dtype("uint8"): TensorProto.UINT8,
    np.dtype("int8"): TensorProto.INT8, np.dtype("int32"): TensorProto.INT32,
    np.dtype("int64"): TensorProto.INT64, np.dtype("bool"): TensorProto.BOOL,
    np.dtype("float16"): TensorProto.FLOAT16,
}


def random(*shape, low=-2.0, high=2.0, seed=0):
    """Reproducible floats; rounded so that they stay exact in any order of reading and writing."""
    generator = np.random.default_rng(zlib.crc32(repr((shape, low, high, seed)).encode()))
    return np.round(generator.uniform(low, high, shape) * 256).astype(np.float32) / np.float32(256)


def integers(*values, dtype=np.int64):
    return np.array(values, dtype=dtype)


def session(model):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def case(operator, *operands, opset=17, constant=(), outputs=1, tolerance=2e-6, label="", **attributes):
    """One node. `operands` are arrays, None where absent; places in `constant`, and all 64-bit integers, become
    weights instead of inputs."""
    names, inputs, weights, feeds = [], [], [], {}
    for place, operand in enumerate(operands):
        if operand is None:
            names.append("")
            continue
        operand = np.asarray(operand)
        name = f"x{place}"
        names.append(name)
        if place in constant or (operand.dtype == np.int64 and "computed" not in label):
            weights.append(numpy_helper.from_array(operand, name))
        else:
            inputs.append(helper.make_tensor_value_info(name, TYPES[operand.dtype], operand.shape))
            feeds[name] = operand
    results = [f"y{place}" for place in range(outputs)]
    node = helper.make_node(operator, names, results, **attributes)
    graph = helper.make_graph(
        [node], "case", inputs, [onnx.ValueInfoProto(name=name) for name in results], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    title = " ".join(
        [f"{operator}-{opset}", label] + [f"{key}={value}" for key, value in attributes.items() if not isinstance(value, TensorProto)]
        + ["×".join(map(str, np.shape(operand))) or "scalar" for operand in operands if operand is not None])
    try:
        expected = session(model).run(results, feeds)
    except Exception as error:
        raise SystemExit(f"{title}: {error}")
    CASES.append((title, tolerance, model.SerializeToString(), feeds, dict(zip(results, expected))))


def convolutions():
    image = random(1, 4, 7, 6)
    for kernel in (1, 2, 3, 5):
        weights = random(3, 4, kernel, kernel, low=-1, high=1)
        for stride in (1, 2, 3):
            case("Conv", image, weights, random(3), constant=(1, 2), strides=[stride, stride], pads=[kernel // 2] * 4)
    case("Conv", image, random(3, 4, 3, 3))
    case("Conv", image, random(3, 4, 3, 3), kernel_shape=[3, 3], opset=7)
    case("Conv", image, random(4, 4, 3, 2), random(4), pads=[0, 1, 2, 3], strides=[2, 1])
    case("Conv", image, random(4, 2, 3, 3), group=2, pads=[1, 1, 1, 1])
    case("Conv", image, random(4, 1, 3, 3), random(4), group=4, pads=[1, 1, 1, 1], strides=[2, 2])
    case("Conv", image, random(8, 1, 3, 3), random(8), group=4, pads=[1, 1, 1, 1])
    case("Conv", random(2, 4, 9, 9), random(2, 4, 3, 3), dilations=[2, 3], pads=[2, 3, 2, 3])
    case("Conv", random(1, 2, 9, 9), random(2, 2, 7, 7), dilations=[1, 1])
    case("Conv", random(1, 2, 1, 1), random(2, 2, 3, 3), pads=[1, 1, 1, 1])
    for mode in ("SAME_UPPER", "SAME_LOWER", "VALID"):
        for stride in (1, 2, 3):
            case("Conv", random(1, 2, 8, 7), random(2, 2, 3, 4), random(2), auto_pad=mode, strides=[stride, stride])
    case("Conv", random(1, 2, 5, 5), random(2, 2, 3, 3), auto_pad="NOTSET", pads=[1, 0, 1, 0])
    for stride in (1, 2, 3):
        case("ConvTranspose", random(1, 3, 4, 5), random(3, 2, 3, 3), random(2), strides=[stride, stride])
        case("ConvTranspose", random(1, 4, 3, 3), random(4, 2, 2, 2), group=2, strides=[stride, stride])
    case("ConvTranspose", random(1, 2, 4, 4), random(2, 2, 3, 3), strides=[2, 2], pads=[1, 1, 1, 1],
         output_padding=[1, 1])
    case("ConvTranspose", random(2, 2, 4, 4), random(2, 1, 3, 3), dilations=[2, 2], pads=[0, 1, 2, 1])


def normalizations():
    for shape in ((2, 3, 4, 5), (2, 3), (1, 3, 7)):
        statistics = [random(3), random(3, seed=1), random(3, seed=2), random(3, low=0.1, high=3)]
        case("BatchNormalization", random(*shape), *statistics, constant=(1, 2, 3, 4), opset=7)
        case("BatchNormalization", random(*shape), *statistics, epsilon=0.1, opset=9)
        case("BatchNormalization", random(*shape), *statistics, epsilon=2e-5, opset=15)
    case("InstanceNormalization", random(2, 3, 4, 5), random(3), random(3, seed=1), tolerance=1e-5)
    for order in (1, 2):
        case("LpNormalization", random(2, 5), p=order, axis=1)
        case("LpNormalization", random(2, 5, 3), p=order)


def activations():
    values = random(2, 3, 5, low=-7, high=7)
    for name in ("Relu", "LeakyRelu", "Elu", "Sigmoid", "HardSigmoid", "HardSwish", "Tanh", "Exp", "Neg", "Abs", "Erf",
                 "Floor", "Ceil", "Reciprocal", "Softplus", "Round"):
        case(name, values, tolerance=2e-5 if name == "Exp" else 2e-6)
    case("Relu", random(1), opset=7)
    case("Sigmoid", np.float32([-200, -90, 0, 90, 200]))
    case("Tanh", random(3, 2, low=-30, high=30))
    case("Sqrt", random(3, 4, low=0, high=9))
    case("Log", random(3, 4, low=0.1, high=9))
    case("LeakyRelu", values, alpha=0.3)
    case("Elu", values, alpha=0.3)
    case("HardSigmoid", values, alpha=1 / 6, beta=0.4)
    for dtype in (np.int32, np.int64):
        case("Neg", integers(3, -4, 0, dtype=dtype), label="computed")
        case("Abs", integers(3, -4, 0, dtype=dtype), label="computed")
    case("Round", np.float32([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 2.4]))
    image = random(2, 3, 4, 5)
    for slope in ((3, 1, 1), (1,), (), (5,), (4, 1), (3, 4, 5), (1, 3, 1, 1), (2, 3, 4, 5)):
        case("PRelu", image, random(*slope), constant=(1,))
    case("PRelu", random(2, 7), random(7), opset=9)
    case("Clip", image, min=-0.5, max=1.0, opset=6 + 1)
    case("Clip", image, max=1.0, opset=7)
    case("Clip", image, np.float32(-0.5), np.float32(0.75), opset=13, constant=(1, 2))
    case("Clip", image, np.float32(-0.5), np.float32(0.75), opset=11)
    case("Clip", image, None, np.float32(0.75), opset=13, constant=(2,))
    case("Clip", image, np.float32(0), opset=13, constant=(1,))
    case("Clip", image, opset=13)
    case("Clip", image, np.float32(1), np.float32(-1), opset=13)
    for opset in (7, 11, 13, 17):
        case("Softmax", random(2, 3, 4), opset=opset)
        case("LogSoftmax", random(2, 3, 4), opset=opset)
        for axis in (0, 1, 2, -1, -2):
            if opset >= 11:
                case("Softmax", random(2, 3, 4, low=-20, high=20), axis=axis, opset=opset)


SHAPES = [((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 3), ()), ((), (2, 3)), ((2, 1, 3), (4, 1)), ((1, 3, 1, 1), (2, 3, 2, 2)),
          ((2, 3, 2, 2), (2, 3, 1, 1)), ((1,), (1, 1, 1)), ((), ()), ((0, 3), (1, 3)), ((5, 1), (1, 5))]


def arithmetic():
    for name in ("Add", "Sub", "Mul", "Div"):
        for a, b in SHAPES:
            case(name, random(*a), random(*b, low=0.5, high=3), opset=7 if name == "Add" else 14)
        for dtype in (np.int32, np.int64):
            case(name, integers(7, -7, 9, dtype=dtype), integers(2, 2, -4, dtype=dtype), label="computed")
            case(name, integers(7, -7, 9, dtype=dtype), integers(3, dtype=dtype), label="computed")
    for a, b in SHAPES:
        case("Pow", random(*a, low=0.1), random(*b), tolerance=1e-5)
    case("Pow", random(2, 3), np.float32(2))
    case("Pow", random(2, 3), integers(2), label="computed", opset=15)
    case("Pow", integers(2, -3, 4, dtype=np.int32), integers(3, dtype=np.int32), label="computed")
    case("Pow", integers(2, -3, 4), integers(3), label="computed")
    for name in ("Max", "Min", "Sum", "Mean"):
        case(name, random(2, 3))
        case(name, random(2, 3), random(3))
        case(name, random(1, 3), random(2, 1), random(2, 3, seed=1))
        case(name, random(3), random(4, 2, 1), random(1), random(2, 3))
    case("Max", integers(1, 5, -3), integers(2), label="computed")
    case("Min", integers(1, 5, -3, dtype=np.int32), integers(2, dtype=np.int32), label="computed")


def matrices():
    for a_transposed in (0, 1):
        for b_transposed in (0, 1):
            a = random(4, 3) if a_transposed else random(3, 4)
            b = random(5, 4) if b_transposed else random(4, 5)
            case("Gemm", a, b, opset=11, transA=a_transposed, transB=b_transposed)
            for c in ((5,), (3, 1), (3, 5), (1,), ()):
                case("Gemm", a, b, random(*c), constant=(1, 2), transA=a_transposed, transB=b_transposed)
    case("Gemm", random(3, 4), random(4, 5), random(5), alpha=0.5, beta=2.0)
    case("Gemm", random(1, 9), random(7, 9), random(7), transB=1, opset=7)
    for a, b in (((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5)), ((3, 4), (2, 4, 5)), ((4,), (4, 5)),
                 ((3, 4), (4,)), ((4,), (4,)), ((2, 1, 3, 4), (3, 4, 2)), ((4,), (2, 4, 3)), ((2, 3, 4), (4,))):
        case("MatMul", random(*a), random(*b))


def pooling():
    image = random(1, 2, 7, 8)
    for name in ("MaxPool", "AveragePool"):
        for kernel in ([2, 2], [3, 3], [1, 1], [3, 2], [7, 8]):
            for ceiling in (0, 1):
                case(name, image, kernel_shape=kernel, strides=[2, 2], ceil_mode=ceiling, opset=12)
        for mode in ("SAME_UPPER", "SAME_LOWER", "VALID"):
            for stride in (1, 2):
                case(name, image, kernel_shape=[3, 2], strides=[stride, stride], auto_pad=mode, opset=12)
        case(name, image, kernel_shape=[3, 3])
        case(name, image, kernel_shape=[2, 2], opset=7)
        case(name, image, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2])
        case(name, image, kernel_shape=[3, 3], pads=[0, 1, 1, 0], strides=[2, 3], ceil_mode=1)
        case(name, random(2, 1, 5, 5), kernel_shape=[2, 2], strides=[3, 3], ceil_mode=1)
        case(name, random(1, 1, 6, 6), kernel_shape=[3, 3], strides=[4, 4], ceil_mode=1, pads=[1, 1, 1, 1])
        case(name, random(1, 1, 13, 13), kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
    for pads in ([1, 1, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1]):
        for ceiling in (0, 1):
            for stride in (1, 2, 3):
                case("AveragePool", image, kernel_shape=[3, 3], pads=pads, strides=[stride, stride],
                     count_include_pad=1, ceil_mode=ceiling, opset=19)
                case("AveragePool", image, kernel_shape=[3, 3], pads=pads, strides=[stride, stride],
                     ceil_mode=ceiling, opset=19)
    for name in ("GlobalAveragePool", "GlobalMaxPool"):
        case(name, image)
        case(name, random(2, 3, 5))


def reshaping():
    cube = random(2, 3, 4)
    for shape in ([6, 4], [-1], [0, -1], [2, 0, 2, 2], [1, 2, 3, 4], [3, -1, 2], [0, 0, -1, 1]):
        case("Reshape", cube, integers(*shape), opset=13)
    case("Reshape", random(0, 3), integers(0, 3), opset=14, allowzero=1)
    case("Reshape", random(1), np.zeros(0, np.int64), opset=14)
    for axis in (0, 1, 2, 3, -1, -3):
        case("Flatten", cube, axis=axis, opset=11)
    case("Flatten", random(1, 4, 2, 2), opset=9)
    for permutation in ([0, 2, 1], [2, 1, 0], [1, 0, 2], [0, 1, 2], [2, 0, 1]):
        case("Transpose", cube, perm=permutation)
    case("Transpose", cube)
    case("Transpose", random(2, 3, 2, 3), perm=[0, 2, 3, 1])
    case("Transpose", random(1, 2, 3, 2, 2, 3), perm=[0, 3, 1, 4, 2, 5])
    case("Transpose", integers(1, 2, 3, 4, dtype=np.int8).reshape(2, 2))
    thin = random(1, 3, 1, 2)
    case("Squeeze", thin, opset=11)
    case("Squeeze", thin, opset=11, axes=[0])
    case("Squeeze", thin, integers(0, -2), opset=13)
    case("Squeeze", thin, opset=13)
    case("Unsqueeze", cube, opset=11, axes=[0, 3])
    case("Unsqueeze", cube, integers(-1, 1), opset=13)
    case("Unsqueeze", np.float32(3), integers(0), opset=13)
    for axis in (0, 1, 2, -1):
        shapes = [[2, 3, 4], [2, 3, 4]]
        shapes[1][axis] = 1
        case("Concat", *[random(*shape) for shape in shapes], axis=axis)
        case("Concat", random(2, 3, 4), random(2, 3, 4, seed=1), random(2, 3, 4, seed=2), axis=axis, opset=7)
    case("Concat", integers(1, 2), integers(3), axis=0, label="computed")
    case("Split", random(2, 6), outputs=3, axis=1, opset=11)
    case("Split", random(2, 6), outputs=2, axis=1, split=[2, 4], opset=11)
    case("Split", random(2, 6), integers(1, 2, 3), outputs=3, axis=-1, opset=13)
    case("Split", random(4, 3), outputs=2, opset=13)
    case("Split", random(2, 7), outputs=3, axis=1, num_outputs=3, opset=18)
    for shape in ([2, 3, 4], [1], [5, 1, 1, 1], [3, 1]):
        case("Expand", random(3, 1), integers(*shape), opset=13)
    case("Dropout", cube, opset=7)
    case("Dropout", cube, np.float32(0.5), opset=13, constant=(1,))
    case("Identity", cube)


def slicing():
    cube = random(4, 5, 6)
    case("Slice", cube, starts=[1, 0], ends=[3, 4], axes=[0, 2], opset=9)
    case("Slice", cube, starts=[1], ends=[1000], opset=9)
    case("Slice", cube, starts=[-3, -2], ends=[-1, 9], opset=7)
    for start, end, step in ((0, 5, 1), (1, -1, 1), (0, 5, 2), (4, 0, -1), (-1, -6, -1), (-1, -100, -2), (100, -100, -3),
                             (3, 3, 1), (4, 1, 1), (-100, 100, 3), (1, 4, 100), (-100, -200, -1), (2, 2 ** 62, 1),
                             (4, -2 ** 63, -1)):
        case("Slice", cube, integers(start), integers(end), integers(1), integers(step), opset=13)
    case("Slice", cube, integers(1, 4, -1), integers(3, 1, -7), integers(0, 1, -1), integers(1, -2, -3), opset=11)
    case("Slice", cube, integers(1, 2), integers(3, 4), opset=10)
    case("Slice", cube, integers(1, dtype=np.int32), integers(3, dtype=np.int32), integers(2, dtype=np.int32), opset=13,
         constant=(1, 2, 3))
    for axis in (0, 1, 2, -1):
        case("Gather", cube, integers(0, 2, -1), axis=axis)
        case("Gather", cube, np.int64(1), axis=axis)
        case("Gather", cube, integers(0, 3, 1, 2).reshape(2, 2), axis=axis, label="computed")
    case("Gather", integers(4, 5, 6), np.int64(2), label="computed")
    case("Gather", cube, integers(1, 0, dtype=np.int32))
    case("Shape", cube)
    for start, end in ((0, 2), (1, 3), (-2, 3), (-1, 10), (2, 1), (-10, -1)):
        case("Shape", cube, start=start, end=end, opset=15)
    case("ConstantOfShape", integers(2, 3))
    case("ConstantOfShape", integers(2), value=numpy_helper.from_array(integers(7)))
    case("ConstantOfShape", np.zeros(0, np.int64), value=numpy_helper.from_array(np.float32([2.5])))
    case("Constant", value=numpy_helper.from_array(random(2, 3)))
    case("Constant", value_float=2.5, opset=13)
    case("Constant", value_floats=[2.5, 3.5], opset=13)
    case("Constant", value_int=-3, opset=13)
    case("Constant", value_ints=[3, 4], opset=13)
    case("Range", np.int64(2), np.int64(11), np.int64(3))
    case("Range", np.float32(1), np.float32(0), np.float32(-0.25), constant=(0, 1, 2))
    for mode in ("constant", "reflect", "edge"):
        case("Pad", cube, mode=mode, pads=[1, 0, 2, 0, 3, 1], opset=7)
        case("Pad", cube, integers(0, 2, 1, 2, 0, 3), mode=mode, opset=13)
        case("Pad", random(1, 2, 3, 3), integers(0, 0, 1, 1, 0, 0, 1, 1), mode=mode, opset=11)
        case("Pad", cube, integers(1, 2, 2, 1), None, integers(2, 0), mode=mode, opset=18)
        case("Pad", random(4), integers(2, 3), mode=mode, opset=13)
    case("Pad", cube, mode="constant", pads=[1, 0, 2, 0, 3, 1], value=1.5, opset=7)
    case("Pad", cube, integers(0, 2, 1, 2, 0, 3), np.float32(-1.5), opset=13, constant=(2,))
    case("Pad", random(1, 2, 2, 2), integers(0, 0, 0, 0, 0, 3, 0, 0), opset=13)
    case("Where", np.array([[True], [False]]), random(2, 3), random(3))
    case("Where", np.array([True, False, True]), integers(1, 2, 3), integers(9), label="computed")
    for name in ("Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual"):
        case(name, np.float32([1, 2, 3]), np.float32([[2], [3]]), opset=17)
        case(name, integers(1, 2, 3), integers(2), opset=17, label="computed")
    case("Not", np.array([True, False]))
    case("And", np.array([[True], [False]]), np.array([True, False]))
    case("Or", np.array([[True], [False]]), np.array([True, False]))


def resizing():
    image = random(1, 2, 3, 4)
    empty = np.zeros(0, np.float32)
    for mode in ("nearest", "linear"):
        for scale in ([1, 1, 2, 2], [1, 1, 2, 3], [1, 1, 1.5, 0.75], [1, 1, 0.6, 0.5]):
            scales = np.float32(scale)
            case("Upsample", image, mode=mode, scales=[float(value) for value in scale], opset=7) if min(scale) >= 1 else None
            case("Upsample", image, scales, mode=mode, opset=9, constant=(1,)) if min(scale) >= 1 else None
            case("Resize", image, scales, mode=mode, opset=10, constant=(1,))
        for coordinates in ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "tf_half_pixel_for_nn",
                            "half_pixel_symmetric"):
            opset = {"tf_half_pixel_for_nn": 11, "half_pixel_symmetric": 19}.get(coordinates, 13)
            for scale in ([1, 1, 2, 2], [1, 1, 2.3, 1.7], [1, 1, 0.6, 0.5], [1, 1, 1, 3]):
                # Before set 13 the region operand is required.
                case("Resize", image, empty if opset < 13 else None, np.float32(scale), mode=mode, opset=opset,
                     coordinate_transformation_mode=coordinates, constant=(1, 2), tolerance=5e-6)
            for size in ([1, 2, 6, 8], [1, 2, 5, 7], [1, 2, 2, 3], [1, 2, 1, 1]):
                case("Resize", image, empty if opset < 13 else None, empty if opset < 13 else None, integers(*size),
                     mode=mode, opset=opset, coordinate_transformation_mode=coordinates, constant=(1, 2),
                     tolerance=5e-6)
    for rounding in ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"):
        for coordinates in ("half_pixel", "asymmetric", "align_corners"):
            for size in ([1, 2, 6, 8], [1, 2, 5, 3], [1, 2, 2, 9]):
                case("Resize", image, None, None, integers(*size), opset=13, nearest_mode=rounding,
                     coordinate_transformation_mode=coordinates)
    case("Resize", image, None, np.float32([2, 3]), axes=[2, 3], opset=18, constant=(2,))
    case("Resize", image, None, np.float32([2, 3]), axes=[3, 2], opset=18, constant=(2,), mode="linear")
    case("Resize", image, None, None, integers(6, 5), axes=[2, 3], opset=18)
    case("Resize", random(2, 3), None, np.float32([2, 2]), opset=13, constant=(2,))
    case("Resize", random(2, 3), None, np.float32([2, 2]), opset=13, constant=(2,), mode="linear")
    case("Resize", random(2, 2, 3), None, np.float32([2, 2, 1]), opset=13, constant=(2,))


def reductions():
    cube = random(2, 3, 4)
    for name in ("ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceL2", "ReduceL1", "ReduceSumSquare", "ReduceProd"):
        for axes in ([0], [1], [2], [-1], [1, 2], [0, 2], [0, 1, 2]):
            for keep in (0, 1):
                case(name, cube, axes=axes, keepdims=keep, opset=11, tolerance=5e-6)
        case(name, cube, opset=13, tolerance=5e-6)
        case(name, cube, integers(1, -1), opset=18, tolerance=5e-6)
        case(name, cube, integers(0), opset=18, keepdims=0, tolerance=5e-6)
        case(name, cube, opset=18, noop_with_empty_axes=1, tolerance=5e-6) if name in ("ReduceMean", "ReduceSum", "ReduceMax") else None
    case("ReduceSum", cube, integers(2), opset=13, keepdims=0)
    case("ReduceSum", integers(3, 4, 5, dtype=np.int32), opset=13)
    case("ReduceProd", integers(3, 4, 5, dtype=np.int32), opset=13)
    case("ReduceMax", integers(3, 9, 5, dtype=np.int32), opset=13)
    for name in ("ArgMax", "ArgMin"):
        for axis, keep in ((0, 0), (1, 1), (-1, 0)):
            for last in (0, 1):
                case(name, np.round(cube), axis=axis, keepdims=keep, select_last_index=last, opset=13)


def casting():
    values = np.float32([-2.7, -1.0, -0.2, 0.0, 0.4, 1.0, 3.9, 100.2])
    for target in (TensorProto.FLOAT, TensorProto.INT32, TensorProto.INT64, TensorProto.BOOL, TensorProto.FLOAT16,
                   TensorProto.INT8):
        case("Cast", values, to=target, opset=13)
        case("Cast", integers(-3, 0, 1, 100), to=target, opset=13, label="computed")
        case("Cast", integers(-3, 0, 1, 100, dtype=np.int32), to=target, opset=13)
        case("Cast", np.array([True, False]), to=target, opset=13)
        case("Cast", integers(-3, 0, 1, 100, dtype=np.int8), to=target, opset=13)
    halves = np.array([0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0x3555, 0x7bff, 0xfbff, 0x7c00, 0xfc00],
                      np.uint16).view(np.float16)
    case("Cast", halves, to=TensorProto.FLOAT, opset=13)
    case("Cast", halves, to=TensorProto.FLOAT, opset=13, constant=(0,))
    edges = np.float32([0, 1e-9, 2.98e-8, 2.99e-8, 5.96e-8, 1e-6, 6.097e-5, 6.1e-5, 1 / 3, 1.0005, 2049, 2051, 65504, 65519,
                        65520, 1e6, -1e6, -0.1])
    case("Cast", edges, to=TensorProto.FLOAT16, opset=13)


def quantization():
    generator = np.random.default_rng(7)
    for dtype in (np.int8, np.uint8):
        bounds = np.iinfo(dtype)
        quantized = generator.integers(bounds.min, bounds.max, (3, 8, 2), dtype=dtype, endpoint=True)
        zero = generator.integers(bounds.min, bounds.max, 8, dtype=dtype, endpoint=True)
        case("DequantizeLinear", quantized, np.float32(0.125), opset=10)
        case("DequantizeLinear", quantized, np.float32(0.125), zero[0], opset=10)
        case("DequantizeLinear", quantized, random(8, low=0.01), zero, axis=1, opset=13, constant=(0, 1, 2))
        case("DequantizeLinear", quantized, random(2, low=0.01), axis=-1, opset=13)
        case("DequantizeLinear", quantized, random(3, low=0.01), axis=0, opset=13)
        for axis, block in ((1, 4), (1, 3), (0, 2), (2, 2), (1, 8)):
            shape = list(quantized.shape)
            shape[axis] = -(-shape[axis] // block)
            blocks = generator.integers(bounds.min, bounds.max, shape, dtype=dtype, endpoint=True)
            case("DequantizeLinear", quantized, random(*shape, low=0.01), blocks, axis=axis, block_size=block, opset=21)
        case("DequantizeLinear", quantized.reshape(6, 8), random(6, 2, low=0.01), axis=1, block_size=4, opset=21)
        case("QuantizeLinear", random(2, 8, low=-9, high=9), np.float32(0.0625), zero[0], opset=10)
        case("QuantizeLinear", random(2, 8, low=-9, high=9), random(8, low=0.02, high=0.1), zero, axis=1, opset=13)
    case("DequantizeLinear", generator.integers(-100000, 100000, (2, 3), dtype=np.int32), np.float32(0.01), opset=10)
    case("QuantizeLinear", random(5, low=-1, high=30), np.float32(0.1), opset=13)


def string(text):
    encoded = text.encode()
    return struct.pack("<H", len(encoded)) + encoded


def tensors(values):
    packed = struct.pack("<I", len(values))
    for name, array in values.items():
        array = np.ascontiguousarray(array).reshape(np.shape(array))
        packed += string(name) + struct.pack("<II", TYPES[array.dtype], array.ndim)
        packed += struct.pack(f"<{array.ndim}I", *array.shape) + array.tobytes()
    return packed


if __name__ == "__main__":
    for group in (convolutions, normalizations, activations, arithmetic, matrices, pooling, reshaping, slicing, resizing,
                  reductions, casting, quantization):
        group()
    packed = b"FGOC" + struct.pack("<I", len(CASES))
    for title, tolerance, model, inputs, outputs in CASES:
        packed += string(title) + struct.pack("<fI", tolerance, len(model)) + model + tensors(inputs) + tensors(outputs)
    path = pathlib.Path(__file__).with_name("operator-cases.bin")
    path.write_bytes(packed)
    print(f"{len(CASES)} cases, {len(packed)} bytes")
