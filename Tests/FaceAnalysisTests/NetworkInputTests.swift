import Imaging
import Testing

@testable import FaceAnalysis

struct NetworkInputTests {
  /// Two pixels side by side: (10, 20, 30) and (40, 50, 60).
  static let image = Image(width: 2, height: 1, pixels: [10, 20, 30, 40, 50, 60])

  static func tensor(
    _ layout: TensorLayout, _ channels: ChannelOrder, scale: ChannelValues = ChannelValues(1),
    offset: ChannelValues = ChannelValues(0)
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
    #expect(
      try Self.tensor(.planar, .redGreenBlue, scale: ChannelValues(0.5), offset: ChannelValues(-1)) == [
        4, 19, 9, 24, 14, 29,
      ])
  }

  @Test("each colour has a scale and a shift of its own, wherever it lies")
  func coloursApart() throws {
    let scale = ChannelValues(red: 1, green: 0.5, blue: 2)
    let offset = ChannelValues(red: 0, green: 1, blue: -3)
    func tensor(_ layout: TensorLayout, _ channels: ChannelOrder) throws -> [Float] {
      try Self.tensor(layout, channels, scale: scale, offset: offset)
    }
    #expect(try tensor(.planar, .redGreenBlue) == [10, 40, 11, 26, 57, 117])
    #expect(try tensor(.planar, .blueGreenRed) == [57, 117, 11, 26, 10, 40])
    #expect(try tensor(.interleaved, .redGreenBlue) == [10, 11, 57, 40, 26, 117])
    #expect(try tensor(.interleaved, .blueGreenRed) == [57, 11, 10, 117, 26, 40])
  }

  @Test("every level of a pixel gives the product and the sum, each rounded once")
  func rounding() throws {
    let scale = ChannelValues(red: 1 / 127.5, green: 1 / 58.395, blue: 0.003_921_568_7)
    let offset = ChannelValues(red: -1, green: -2.117_903_9, blue: 0.1)
    let levels = (UInt8.min...UInt8.max).map { $0 }
    let image = try #require(Image(width: 256, height: 1, pixels: levels.flatMap { [$0, $0, $0] }))
    let input = NetworkInput(
      name: "data", layout: .planar, channels: .redGreenBlue, scale: scale, offset: offset)
    var values = [Float](repeating: 0, count: 768)
    #expect(values.withUnsafeMutableBufferPointer { input.fill($0, with: image) })
    for (index, level) in levels.enumerated() {
      let pixel = Float(level)
      let (red, green, blue) = (pixel * scale.red, pixel * scale.green, pixel * scale.blue)
      #expect(values[index] == red + offset.red)
      #expect(values[256 + index] == green + offset.green)
      #expect(values[512 + index] == blue + offset.blue)
    }
  }

  @Test("memory of another size is left alone")
  func wrongSize() throws {
    let input = NetworkInput(
      name: "data", layout: .planar, channels: .redGreenBlue, scale: ChannelValues(1),
      offset: ChannelValues(0))
    var values = [Float](repeating: -1, count: 5)
    let image = try #require(Self.image)
    let fits = values.withUnsafeMutableBufferPointer { input.fill($0, with: image) }
    #expect(!fits)
    #expect(values == [-1, -1, -1, -1, -1])
  }

  @Test("shapes follow the layout")
  func shapes() {
    let planar = NetworkInput(
      name: "data", layout: .planar, channels: .redGreenBlue, scale: ChannelValues(1),
      offset: ChannelValues(0))
    #expect(planar.shape(width: 7, height: 5) == [1, 3, 5, 7])
    let interleaved = NetworkInput(
      name: "data", layout: .interleaved, channels: .redGreenBlue, scale: ChannelValues(1),
      offset: ChannelValues(0))
    #expect(interleaved.shape(width: 7, height: 5) == [1, 5, 7, 3])
  }
}
