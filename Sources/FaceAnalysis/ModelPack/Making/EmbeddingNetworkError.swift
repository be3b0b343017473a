import Inference
import Platform

/// Why an ONNX file cannot serve as an embedding network.
public struct EmbeddingNetworkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the caller calls the file.
  public let file: String
  public let reason: Reason

  public enum Reason: Error, Equatable, Sendable {
    /// It cannot be loaded or run.
    case engine(InferenceError)
    /// It does not have one input; these are their names.
    case inputs([String])
    /// Its input, with these extents (`nil` for free ones), is no colour picture, or not in the layout that is asked for.
    case noPicture([Int?])
    /// Its input takes a fixed number of pictures at once that is not 1.
    case severalPictures([Int?])
    /// The extents of its input fit both layouts.
    case ambiguousLayout([Int?])
    /// It takes pictures of this size, in pixels, and not of the one that is asked for.
    case otherSize(width: Int, height: Int)
    /// It has several outputs, or none, and nobody said which one counts.
    case outputs([String])
    /// It has no output of this name.
    case noSuchOutput(String, outputs: [String])
    /// Its output has this shape, which is no vector.
    case noVector(String, shape: [Int])
    /// Its output has values that are no finite numbers.
    case notFinite(String)
    /// Its output is the same for different inputs.
    case constant(String)
  }

  public var description: String {
    switch reason {
    case .engine(let error): "\(printable(file)): \(error)"
    case .inputs(let names):
      "\(printable(file)): an embedding network has one input, this one has \(Self.list(names))"
    case .noPicture(let extents):
      "\(printable(file)): its input \(Self.shape(extents)) is no colour picture, which is 1×3×height×width or 1×height×width×3"
    case .severalPictures(let extents):
      "\(printable(file)): its input \(Self.shape(extents)) takes several pictures at once: export it for one"
    case .ambiguousLayout(let extents):
      "\(printable(file)): its input \(Self.shape(extents)) does not tell whether the colours come first (NCHW) or last (NHWC)"
    case .otherSize(let width, let height):
      "\(printable(file)): it takes pictures of \(width)×\(height), and no others"
    case .outputs(let names):
      "\(printable(file)): it is not clear which output has the embedding: it has \(Self.list(names))"
    case .noSuchOutput(let name, let names):
      "\(printable(file)): it has no output \"\(printable(name))\": it has \(Self.list(names))"
    case .noVector(let name, let shape):
      "\(printable(file)): its output \(printable(name)) is no vector: it has the shape \(Self.shape(shape))"
    case .notFinite(let name):
      "\(printable(file)): its output \(printable(name)) has values that are no finite numbers"
    case .constant(let name):
      "\(printable(file)): its output \(printable(name)) is the same whatever goes in"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : "\(names.count) (\(names.map { printable($0) }.joined(separator: ", ")))"
  }

  private static func shape(_ extents: [Int?]) -> String {
    extents.isEmpty ? "(a single number)" : extents.map { $0.map(String.init) ?? "?" }.joined(separator: "×")
  }
}
