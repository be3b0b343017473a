import Imaging
import Testing

@testable import FaceAnalysis

struct NetworkInputTests {
  /// Two pixels side by side: (10, 20, 30) and (40, 50, 60).
  static let image = Image(width: 2, height: 1, pixels: [10, 20, 30, 40, 50, 60])

  static func tensor(
    _ layout: TensorLayout, _ channels: ChannelOrder, scale: Float = 1, offset: Float = 0
  ) throws -> [Float] {
    let input = NetworkInput(name: "data", layout: layout, channels: channels, scale: scale, offset: offset)
    var values = [Float](repeating: -1, count: 6)
    let image = try #require(image)
    let fits = values.withUnsafeMutableBufferPointer { input.fill($0, with: image) }
    #expect(fits)
    return values
  }

  @Test("colours lie in planes or side by side, in either order")
  func layouts() throws {
    #expect(try Self.tensor(.planar, .redGreenBlue) == [10, 40, 20, 50, 30, 60])
    #expect(try Self.tensor(.planar, .blueGreenRed) == [30, 60, 20, 50, 10, 40])
    #expect(try Self.tensor(.interleaved, .redGreenBlue) == [10, 20, 30, 40, 50, 60])
    #expect(try Self.tensor(.interleaved, .blueGreenRed) == [30, 20, 10, 60, 50, 40])
  }

  @Test("values are scaled before they are shifted")
  func normalisation() throws {
    #expect(try Self.tensor(.planar, .redGreenBlue, scale: 0.5, offset: -1) == [4, 19, 9, 24, 14, 29])
  }

  @Test("memory of another size is left alone")
  func wrongSize() throws {
    let input = NetworkInput(name: "data", layout: .planar, channels: .redGreenBlue, scale: 1, offset: 0)
    var values = [Float](repeating: -1, count: 5)
    let image = try #require(Self.image)
    let fits = values.withUnsafeMutableBufferPointer { input.fill($0, with: image) }
    #expect(!fits)
    #expect(values == [-1, -1, -1, -1, -1])
  }

  @Test("shapes follow the layout")
  func shapes() {
    let planar = NetworkInput(name: "data", layout: .planar, channels: .redGreenBlue, scale: 1, offset: 0)
    #expect(planar.shape(width: 7, height: 5) == [1, 3, 5, 7])
    let interleaved = NetworkInput(
      name: "data", layout: .interleaved, channels: .redGreenBlue, scale: 1, offset: 0)
    #expect(interleaved.shape(width: 7, height: 5) == [1, 5, 7, 3])
  }
}
