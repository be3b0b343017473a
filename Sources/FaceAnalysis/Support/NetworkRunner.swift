import Imaging
import Inference
import Platform

/// A network prepared for pictures of one size, for one worker.
package struct NetworkRunner {
  private let session: Session
  private let file: ModelFile
  private let input: NetworkInput

  /// Prepares a network.
  ///
  /// - Throws: `ModelPackError.unusableNetwork` when the network does not take pictures of this size.
  package init(
    model: Model, file: ModelFile, input: NetworkInput, width: Int, height: Int, threads: Int
  ) throws(ModelPackError) {
    self.file = file
    self.input = input
    do {
      session = try model.makeSession(
        inputShapes: [input.name: input.shape(width: width, height: height)], threads: threads)
    } catch {
      throw ModelPackError(error, file: file.name)
    }
  }

  /// Runs the network on a picture of the prepared size.
  package func run(_ image: Image) throws(ModelPackError) {
    var fits = false
    do {
      try session.withInput(input.name) { fits = input.fill($0, with: image) }
    } catch {
      throw ModelPackError(error, file: file.name)
    }
    guard fits else {
      throw .unusableNetwork(
        file: file.name,
        detail: "input \(input.name) does not take a picture of \(image.width)×\(image.height)")
    }
    session.run()
  }

  /// An output of the last run.
  ///
  /// - Parameter count: How many values it must have.
  /// - Throws: `ModelPackError.unusableNetwork` when there is no such output or it has another size.
  package func output(_ name: String, count: Int) throws(ModelPackError) -> [Float] {
    let values: [Float]
    do {
      values = try session.output(name)
    } catch {
      throw ModelPackError(error, file: file.name)
    }
    guard values.count == count else {
      throw .unusableNetwork(
        file: file.name,
        detail: "output \(name) has \(values.count) values where \(count) are expected")
    }
    return values
  }
}
