import Imaging

@testable import Capture

/// Puts an AVI together, plain or in one of the ways that writers differ.
struct AVIWriter {
  var codec = "MJPG"
  var rate = 50
  var scale = 2
  /// A sound stream before the video stream.
  var hasSound = false
  /// Frames in lists of their own, as for CD-ROMs.
  var hasRecords = false
  /// Frames from this position on in a second RIFF (OpenDML).
  var secondRIFF: Int?
  /// What sizes of lists say where the writer cannot know them.
  var unknownSize: Int?
  /// Whether a byte follows an odd size, and which.
  var isPadded = true
  var padding: UInt8 = 0

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] { AVIWriter().chunk(name, content) }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + Self.number(content.count) + content
      + (content.count % 2 == 1 && isPadded ? [padding] : [])
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

  private func list(_ name: String, _ kind: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + Self.number(unknownSize ?? content.count + 4) + Array(kind.utf8) + content
  }

  private func stream(_ kind: String, _ format: [UInt8]) -> [UInt8] {
    let header =
      Array(kind.utf8) + Array(codec.utf8) + [UInt8](repeating: 0, count: 12) + Self.number(scale)
      + Self.number(rate) + [UInt8](repeating: 0, count: 28)
    return list("LIST", "strl", Self.chunk("strh", header) + Self.chunk("strf", format))
  }

  private func movie(_ frames: ArraySlice<[UInt8]>) -> [UInt8] {
    let number = hasSound ? "01" : "00"
    var content: [UInt8] = []
    for frame in frames {
      if hasSound { content += chunk("00wb", [1, 2, 3]) }
      let chunk = chunk(number + "dc", frame)
      content += hasRecords ? list("LIST", "rec ", chunk) : chunk
    }
    return list("LIST", "movi", content + chunk("ix" + number, [UInt8](repeating: 7, count: 24)))
  }

  func bytes(_ frames: [[UInt8]]) -> [UInt8] {
    let format =
      Self.number(40) + Self.number(32) + Self.number(24) + [1, 0, 24, 0] + Array(codec.utf8)
      + [UInt8](repeating: 0, count: 20)
    let streams = (hasSound ? stream("auds", [UInt8](repeating: 0, count: 18)) : []) + stream("vids", format)
    let main = chunk("avih", [UInt8](repeating: 0, count: 56))
    let split = secondRIFF ?? frames.count
    var result = list(
      "RIFF", "AVI ",
      list("LIST", "hdrl", main + streams) + chunk("JUNK", [UInt8](repeating: 0x30, count: 33))
        + movie(frames[..<split]) + chunk("idx1", [UInt8](repeating: 1, count: 16)))
    if secondRIFF != nil { result += list("RIFF", "AVIX", movie(frames[split...])) }
    return result
  }
}

/// Puts a Y4M together.
struct Y4MWriter {
  var parameters = "W4 H2 F25:1 Ip A1:1 C420jpeg"
  var frameLine = "FRAME"

  func bytes(_ frames: [[UInt8]]) -> [UInt8] {
    Array("YUV4MPEG2 \(parameters)\n".utf8) + frames.flatMap { Array("\(frameLine)\n".utf8) + $0 }
  }
}
