import Foundation
import Testing

@testable import Inference

@Suite("Operators")
struct OperatorNameTests {
  @Test("have the names of the specification, also as types")
  func typeNames() {
    for type in OperatorRegistry.onnxOperators where type != RangeOperator.self {
      #expect("\(type)" == type.name)
    }
    #expect(RangeOperator.name == "Range")
    #expect(Set(OperatorRegistry.onnxOperators.map { $0.name }).count == OperatorRegistry.onnxOperators.count)
  }

  /// The README's section ends with the operators in code font, in alphabetical order.
  @Test("are those that the README lists, and so are the operator sets")
  func readme() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "Operators of the standard domain, operator sets "))
    let paragraph = text[start.upperBound...].components(separatedBy: "\n\n")[0]
    let sets = OperatorRegistry.onnx.operatorSets
    #expect(paragraph.hasPrefix("\(sets.lowerBound) to \(sets.upperBound):"))
    let listed = paragraph.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
    #expect(listed == OperatorRegistry.onnx.entries.keys.sorted())
  }
}
