import TestSupport
import Testing

@testable import Inference

/// Damaged models through the reader, the optimiser and the plain operators within tight limits. Sessions are treated
/// likewise in `MalformedModelTests`.
@Suite struct DamagedModelTests {
  @Test("Cut off anywhere, a model is refused")
  func truncations() throws {
    var count = 0
    for bytes in [try FaceGraph("mtcnn-proposal").model]
      + (try OperatorCase.all(in: "operator-cases.bin").map(\.model))
    {
      // The places are dense in small files and spread in large ones.
      for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
        // Cut off before the last field, a file may still be whole but for its operator set.
        let result = outcome { () throws(InferenceError) in
          try ONNXModel(bytes: Array(bytes[..<length]), file: "cut")
        }
        #expect(result == .refusedFile)
        count += 1
      }
    }
    print("\(count) truncated models refused")
  }

  @Test("With bytes changed or contradictory content, a model is refused or runs")
  func changes() throws {
    var random = SeededGenerator(seed: 11)
    var counts: [MutationOutcome: Int] = [:]
    var models = try OperatorCase.all(in: "operator-cases.bin").map(\.model)
    for name in FaceGraph.names { models.append(try FaceGraph(name).model) }
    for bytes in models {
      let model = try ONNXModel(bytes: bytes, file: "whole")
      for _ in 0..<6 {
        let changed = damaged(bytes, &random)
        counts[
          outcome { () throws(InferenceError) in try ONNXModel(bytes: changed, file: "changed") }, default: 0] +=
          1
        let contradictory = altered(model, &random)
        counts[outcome { () throws(InferenceError) in contradictory }, default: 0] += 1
      }
    }
    print("damaged models: \(counts.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", "))")
    for expected in [MutationOutcome.ran, .refusedFile, .refusedNode, .refusedInput, .refusedLimit] {
      #expect(counts[expected, default: 0] > 0)
    }
  }
}
