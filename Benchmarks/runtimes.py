"""The engines that networks.py compares, all with the same face, run(count) → seconds per run; and what its timers
share with those of gallery.py."""

import subprocess
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper


def pseudo_random(count):
    """The bytes of `PseudoRandomInput` in network-timer."""
    state, values = 1, np.empty(count, np.uint8)
    for index in range(count):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        values[index] = state >> 24
    return values


def relu_copy(path, folder):
    """A copy whose PReLU are ReLU: onnxruntime fuses the one and not the other, so this shows its best side."""
    model = onnx.load(path)
    nodes = [helper.make_node("Relu", node.input[:1], node.output, name=node.name)
             if node.op_type == "PRelu" else node for node in model.graph.node]
    used = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in model.graph.initializer if tensor.name in used]
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(kept)
    copy = folder / "face-embedding-relu.onnx"
    onnx.save(model, copy)
    return copy


def timed(function, count):
    seconds = []
    for _ in range(count):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return seconds


class OnnxRuntime:
    @staticmethod
    def version():
        return f"onnxruntime {onnxruntime.__version__}"

    def __init__(self, path, source, tensor, threads):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Unpack the weights once while loading; left alone it does so in every run and is far slower.
        options.add_session_config_entry("session.disable_quant_qdq", "1")
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.feed = {source: np.ascontiguousarray(tensor)}

    def run(self, count):
        return timed(lambda: self.session.run(None, self.feed), count)

    def outputs(self):
        names = [o.name for o in self.session.get_outputs()]
        return {name: values.ravel() for name, values in zip(names, self.session.run(names, self.feed))}


class LiteRT:
    """The published TFLite file; only the invocation is timed, not the copying of its input."""

    @staticmethod
    def version():
        import ai_edge_litert
        return f"LiteRT {getattr(ai_edge_litert, '__version__', '?')}"

    def __init__(self, path, tensor, threads):
        from ai_edge_litert.interpreter import Interpreter
        self.interpreter = Interpreter(str(path), num_threads=threads)
        self.interpreter.allocate_tensors()
        index = self.interpreter.get_input_details()[0]["index"]
        self.interpreter.set_tensor(index, np.ascontiguousarray(tensor.transpose(0, 2, 3, 1)))

    def run(self, count):
        return timed(self.interpreter.invoke, count)


class TimerProcess:
    """One of this package's timers as a child process, which answers each line with one that begins with ok."""

    def __init__(self, program):
        self.name = Path(program).name
        self.process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def request(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer or answer[0] != "ok":
            raise SystemExit(f"{self.name}: {' '.join(answer) or 'ended'} (asked: {request})")
        return answer[1:]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


class OurEngine(TimerProcess):
    """network-timer; it waits on its standard input while the others run."""

    def __init__(self, program, path, source, shape, scale, threads):
        super().__init__(program)
        dimensions = "x".join(str(value) for value in shape)
        self.ask(f"load network {threads} {np.float32(scale)!s} {source}={dimensions} {path}")

    def ask(self, request):
        return np.array([float(value) for value in self.request(request)])

    def run(self, count):
        return self.ask(f"run network {count}").tolist()

    def output(self, name):
        return self.ask(f"output network {name}")
