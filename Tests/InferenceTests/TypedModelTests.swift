import TensorKernels
import Testing

@testable import Inference

/// Models of others take and give more than floats: bytes of pictures, numbers of words, masks, labels.
@Suite("Models with inputs and outputs of many element types")
struct TypedModelTests {
  private static func example(_ title: String) throws -> OperatorCase {
    try #require(try OperatorCase.all(in: "typed-models.bin").first { $0.title == title })
  }

  private static func session(
    _ title: String
  ) throws -> (example: OperatorCase, model: Model, session: Session) {
    let example = try Self.example(title)
    let model = try Model(bytes: example.model, name: title)
    return (example, model, try model.makeSession(inputShapes: model.shapes(of: example.inputs)))
  }

  @Test("compute what onnxruntime computes", arguments: InstructionSet.available)
  func equalsReference(instructionSet: InstructionSet) throws {
    let examples = try OperatorCase.all(in: "typed-models.bin")
    var types: Set<ElementType> = []
    for example in examples {
      let model = try Model(bytes: example.model, name: example.title)
      let shapes = model.shapes(of: example.inputs)
      #expect(shapes.count == example.inputs.count)
      for threads in [1, 3] {
        let session = try model.makeSession(
          inputShapes: shapes, threads: threads, instructionSet: instructionSet)
        let results = try session.results(of: model, from: example.inputs)
        #expect(results.keys.sorted() == example.outputs.keys.sorted())
        for (name, expected) in example.outputs {
          let computed = try #require(results[name])
          #expect(
            computed.difference(from: expected) <= max(example.tolerance, 2e-5), "\(example.title): \(name)")
        }
      }
      types.formUnion(model.inputs.map(\.elementType))
      types.formUnion(model.outputs.compactMap(\.elementType))
    }
    #expect(types == Set(ElementType.allCases))
  }

  @Test("say what they take and give")
  func description() throws {
    let (_, classifier, _) = try Self.session("classifier")
    #expect(
      classifier.inputs == [
        ModelInput(name: "image", elementType: .uint8, dimensions: [nil, nil, nil, 3])
      ])
    #expect(
      classifier.outputs == [
        ModelOutput(name: "probabilities", elementType: .float32, dimensions: [nil, 10]),
        ModelOutput(name: "labels", elementType: .int64, dimensions: [nil]),
        ModelOutput(name: "certain", elementType: .boolean, dimensions: [nil, 10]),
      ])
    let (_, double, _) = try Self.session("double precision")
    #expect(double.inputs == [ModelInput(name: "x", elementType: .float32, dimensions: [nil, 5])])
    #expect(double.outputs == [ModelOutput(name: "y", elementType: .float32, dimensions: [nil, 5])])
    // Files may leave the type of an output open.
    let open = try Model(
      bytes: ModelWriter(nodes: [.init(operatorName: "Relu", inputs: ["x"], outputs: ["y"])]).bytes)
    #expect(open.outputs == [ModelOutput(name: "y", elementType: nil, dimensions: nil)])
    #expect(try open.makeSession().outputElementType("y") == .float32)
  }

  @Test("keep the inputs that are not filled again")
  func inputsStay() throws {
    let (example, model, session) = try Self.session("text encoder")
    let first = try session.results(of: model, from: example.inputs)
    try session.setInput("attention_mask", to: [Int64](repeating: 1, count: 14))
    session.run()
    #expect(try session.output("lengths", as: Int64.self) == [7, 7])
    let again = try session.results(of: model, from: example.inputs)
    #expect(again["lengths"]?.integers == first["lengths"]?.integers)
    #expect(again["sentence"]?.floats == first["sentence"]?.floats)
  }

  @Test("refuse a wrong name, type or number of elements, and say which are right")
  func refusals() throws {
    let session = try Self.session("classifier").session
    let shape = [2, 19, 23, 3]
    #expect(try session.inputShape("image") == shape)
    let cases: [(expected: InferenceError, attempt: () throws -> Void)] = [
      (
        .invalidInput(name: "picture", detail: "the model has no such input; it has image"),
        { try session.setInput("picture", to: [UInt8](repeating: 0, count: 2622)) }
      ),
      (
        .invalidInput(name: "image", detail: "its elements are uint8, not float32"),
        { try session.withInput("image") { $0.update(repeating: 0) } }
      ),
      (
        .invalidInput(name: "image", detail: "its elements are uint8, not int64"),
        { try session.setInput("image", to: [Int64](repeating: 0, count: 2622)) }
      ),
      (
        .invalidInput(name: "image", detail: "5 elements were given for the shape \(shape)"),
        { try session.setInput("image", to: [UInt8](repeating: 0, count: 5)) }
      ),
      (
        .invalidOutput(
          name: "fc1", detail: "the model has no such output; it has certain, labels, probabilities"),
        { _ = try session.output("fc1") }
      ),
      (
        .invalidOutput(name: "labels", detail: "its elements are int64, not float32"),
        { _ = try session.output("labels") }
      ),
      (
        .invalidOutput(name: "labels", detail: "its elements are int64, not boolean"),
        { _ = try session.output("labels", as: Bool.self) }
      ),
    ]
    for (expected, attempt) in cases {
      #expect(throws: expected) { try attempt() }
    }
    #expect(
      "\(InferenceError.invalidOutput(name: "fc1", detail: "the model has no such output; it has y"))"
        == "output fc1: the model has no such output; it has y")
  }

  @Test("are refused when the file declares an output of another type than the graph computes")
  func contradiction() throws {
    let example = try Self.example("classifier")
    var model = try ONNXModel(bytes: example.model, file: "classifier")
    let place = try #require(model.graph.outputs.firstIndex { $0.name == "labels" })
    model.graph.outputs[place].elementTypeCode = 6
    let altered = try Model(model)
    #expect(
      throws: InferenceError.invalidOutput(
        name: "labels", detail: "the file declares elements of int32, the graph computes int64")
    ) {
      try altered.makeSession(inputShapes: ["image": [1, 8, 8, 3]])
    }
  }
}
