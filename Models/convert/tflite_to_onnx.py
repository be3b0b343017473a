"""A small TFLite to ONNX converter: only the operators that face mesh and iris use, anything else is refused.

TFLite keeps images as N×H×W×C and convolution weights as O×H×W×I (depthwise 1×H×W×O). The ONNX graph is planar
(N×C×H×W) from the input on, so weights, slopes and paddings are permuted here, once, and no transpose is left
in the graph. 16-bit float weights stay 16-bit and pass through a Cast, as TFLite passes them through DEQUANTIZE.
"""

import numpy as np
import onnx
import tflite
from onnx import TensorProto, helper, numpy_helper

from onnx_cleanup import IR_VERSION, OPSET

DTYPES = {tflite.TensorType.FLOAT32: np.float32, tflite.TensorType.FLOAT16: np.float16,
          tflite.TensorType.INT32: np.int32}


def convert(path, name, input_name, output_names):
    """Returns the ONNX model. `output_names` maps the TFLite outputs, by number of elements, to their names."""
    with open(path, "rb") as file:
        model = tflite.Model.GetRootAs(file.read(), 0)
    return _Converter(model, name, input_name, output_names).run()


def same_padding(size, kernel, stride):
    """TFLite's SAME: as much as covers ceil(size/stride) windows, the smaller half before."""
    total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
    return total // 2, total - total // 2


class _Converter:
    def __init__(self, model, name, input_name, output_names):
        if model.SubgraphsLength() != 1:
            raise SystemExit(f"{name}: {model.SubgraphsLength()} subgraphs, expected one")
        self.model, self.name = model, name
        self.graph = model.Subgraphs(0)
        self.input_name, self.output_names = input_name, output_names
        self.nodes, self.initializers = [], []
        self.names = {}  # TFLite tensor number -> ONNX name of the planar value
        self.half = {}  # outputs of DEQUANTIZE: tensor number -> number of the 16-bit constant
        self.constants = {}  # ONNX constant name of a tensor number and permutation

    def run(self):
        source = self.graph.Inputs(0)
        _, height, width, channels = self.shape(source)
        self.names[source] = self.input_name
        for index in range(self.graph.OperatorsLength()):
            self.convert_operator(self.graph.Operators(index))
        outputs = [self.finish_output(self.graph.Outputs(i)) for i in range(self.graph.OutputsLength())]
        graph = helper.make_graph(
            self.nodes, self.name,
            [helper.make_tensor_value_info(self.input_name, TensorProto.FLOAT, [1, channels, height, width])],
            outputs, self.initializers)
        result = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="Facelatch")
        result.ir_version = IR_VERSION
        onnx.checker.check_model(result, full_check=True)
        return result

    # Tensors

    def shape(self, number):
        return [int(v) for v in self.graph.Tensors(number).ShapeAsNumpy()]

    def data(self, number):
        tensor = self.graph.Tensors(number)
        buffer = self.model.Buffers(tensor.Buffer())
        if tensor.Type() not in DTYPES or buffer.DataLength() == 0:
            raise SystemExit(f"{self.name}: tensor {number} is no constant of a known type")
        return buffer.DataAsNumpy().view(DTYPES[tensor.Type()]).reshape(self.shape(number))

    def constant(self, number, arrange=lambda values: values):
        """The ONNX name of a constant, re-arranged for planar use; 16-bit ones get a Cast to float behind them."""
        if number in self.constants:
            return self.constants[number]
        values = np.ascontiguousarray(arrange(self.data(self.half.get(number, number))))
        name = f"constant_{number}"
        if values.dtype == np.float16:
            self.initializers.append(numpy_helper.from_array(values, name + "_half"))
            self.nodes.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
        else:
            self.initializers.append(numpy_helper.from_array(values, name))
        self.constants[number] = name
        return name

    def add(self, operator_type, inputs, number, **attributes):
        self.names[number] = f"value_{number}"
        self.nodes.append(helper.make_node(operator_type, inputs, [self.names[number]],
                                           name=f"{operator_type}_{number}", **attributes))

    # Operators

    def convert_operator(self, operator):
        code = self.model.OperatorCodes(operator.OpcodeIndex())
        # Old files carry the operator in the 8-bit field, new ones in the wide field: the larger one counts.
        kind = max(code.DeprecatedBuiltinCode(), code.BuiltinCode())
        inputs = [operator.Inputs(i) for i in range(operator.InputsLength())]
        output = operator.Outputs(0)
        known = tflite.BuiltinOperator
        handlers = {
            known.DEQUANTIZE: self.dequantize, known.CONV_2D: self.convolution,
            known.DEPTHWISE_CONV_2D: self.depthwise, known.PRELU: self.prelu, known.ADD: self.addition,
            known.MAX_POOL_2D: self.max_pool, known.PAD: self.pad, known.RESHAPE: self.reshape,
        }
        if kind not in handlers:
            raise SystemExit(f"{self.name}: operator {kind} is not supported")
        handlers[kind](operator, inputs, output)

    def options(self, operator, type_):
        options = type_()
        table = operator.BuiltinOptions()
        options.Init(table.Bytes, table.Pos)
        if hasattr(options, "FusedActivationFunction"):
            if options.FusedActivationFunction() != tflite.ActivationFunctionType.NONE:
                raise SystemExit(f"{self.name}: fused activations are not supported")
        return options

    def dequantize(self, _, inputs, output):
        self.half[output] = inputs[0]

    def window(self, options, source, kernel):
        _, height, width, _ = self.shape(source)
        strides = [options.StrideH(), options.StrideW()]
        if options.Padding() == tflite.Padding.SAME:
            top, bottom = same_padding(height, kernel[0], strides[0])
            left, right = same_padding(width, kernel[1], strides[1])
            pads = [top, left, bottom, right]
        else:
            pads = [0, 0, 0, 0]
        return {"kernel_shape": kernel, "strides": strides, "pads": pads}

    def convolution(self, operator, inputs, output):
        options = self.options(operator, tflite.Conv2DOptions)
        self.require_no_dilation(options)
        weights = self.constant(inputs[1], lambda w: w.transpose(0, 3, 1, 2))
        self.add("Conv", [self.names[inputs[0]], weights, self.constant(inputs[2])], output,
                 group=1, dilations=[1, 1], **self.window(options, inputs[0], self.shape(inputs[1])[1:3]))

    def depthwise(self, operator, inputs, output):
        options = self.options(operator, tflite.DepthwiseConv2DOptions)
        self.require_no_dilation(options)
        weights = self.constant(inputs[1], lambda w: w.transpose(3, 0, 1, 2))
        self.add("Conv", [self.names[inputs[0]], weights, self.constant(inputs[2])], output,
                 group=self.shape(inputs[0])[3], dilations=[1, 1],
                 **self.window(options, inputs[0], self.shape(inputs[1])[1:3]))

    def require_no_dilation(self, options):
        if options.DilationHFactor() != 1 or options.DilationWFactor() != 1:
            raise SystemExit(f"{self.name}: dilated convolutions are not supported")

    def prelu(self, _, inputs, output):
        if self.shape(inputs[1])[:2] != [1, 1]:
            raise SystemExit(f"{self.name}: only one PReLU slope per channel is supported")
        slope = self.constant(inputs[1], lambda s: s.transpose(2, 0, 1))
        self.add("PRelu", [self.names[inputs[0]], slope], output)

    def addition(self, operator, inputs, output):
        self.options(operator, tflite.AddOptions)
        if self.shape(inputs[0]) != self.shape(inputs[1]):
            raise SystemExit(f"{self.name}: broadcasting additions are not supported")
        self.add("Add", [self.names[i] for i in inputs], output)

    def max_pool(self, operator, inputs, output):
        options = self.options(operator, tflite.Pool2DOptions)
        kernel = [options.FilterHeight(), options.FilterWidth()]
        self.add("MaxPool", [self.names[inputs[0]]], output, **self.window(options, inputs[0], kernel))

    def pad(self, _, inputs, output):
        planar = self.data(inputs[1])[[0, 3, 1, 2]]
        name = f"pads_{output}"
        self.initializers.append(numpy_helper.from_array(planar.T.reshape(-1).astype(np.int64), name))
        self.add("Pad", [self.names[inputs[0]], name], output, mode="constant")

    def reshape(self, _, inputs, output):
        # Only ever the last step, from 1×1×1×C to 1×C; `finish_output` flattens in TFLite's order.
        self.require_flat(inputs[0])
        self.names[output] = self.names[inputs[0]]

    def require_flat(self, number):
        shape = self.shape(number)
        if len(shape) != 4 or shape[:3] != [1, 1, 1]:
            raise SystemExit(f"{self.name}: an output of shape {shape} would need a transpose")

    def finish_output(self, number):
        shape = self.shape(number)
        count = int(np.prod(shape))
        if len(shape) == 4:
            self.require_flat(number)
        name = self.output_names[count]
        self.nodes.append(helper.make_node("Flatten", [self.names[number]], [name], name=f"Flatten_{name}", axis=1))
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, count])
