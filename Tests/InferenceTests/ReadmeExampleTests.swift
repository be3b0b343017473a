import Foundation
import Inference
import Testing

@Suite("README's example")
struct ReadmeExampleTests {
  @Test("runs an ONNX file with nothing but what is public")
  func example() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "onnx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let classifier = try #require(
      try OperatorCase.all(in: "typed-models.bin").first { $0.title == "classifier" })
    let path = folder.appending(path: "classifier.onnx").path
    try Data(classifier.model).write(to: URL(filePath: path))
    let pixels = [UInt8](repeating: 200, count: 224 * 224 * 3)

    let model = try Model(contentsOf: path)
    let session = try model.makeSession(inputShapes: ["image": [1, 224, 224, 3]], threads: 2)
    try session.setInput("image", to: pixels)
    session.run()
    let probabilities = try session.output("probabilities")
    let labels = try session.output("labels", as: Int64.self)

    #expect(model.inputs.map(\.name) == ["image"])
    #expect(abs(probabilities.reduce(0, +) - 1) < 1e-5)
    let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] }
    #expect(labels.map { Int($0) } == best.map { [$0] })
  }
}
