// Runs an ONNX file of anybody's, with zeros as its inputs: RunNetwork FILE
import Inference

let model = try Model(contentsOf: CommandLine.arguments[1])
// Where the file leaves an extent to the caller, one will do.
let shapes = model.inputs.map { ($0.name, $0.dimensions.map { $0 ?? 1 }) }
let session = try model.makeSession(inputShapes: Dictionary(uniqueKeysWithValues: shapes), threads: 2)
for (name, shape) in shapes {
  try session.setInput(name, to: [Float](repeating: 0, count: shape.reduce(1, *)))
}
session.run()
for output in model.outputs {
  print(output.name, try session.outputShape(output.name), try session.output(output.name).prefix(4))
}
