import Imaging

/// The first line of a Y4M (`YUV4MPEG2`, as the MJPEG tools define it and `ffmpeg` writes it).
struct Y4MHeader: Equatable {
  static let signature = Array("YUV4MPEG2".utf8)

  /// Far more than any writer needs.
  static let byteLimit = 4_096

  private(set) var layout: PlanarLayout
  private(set) var range = ColorRange.limited
  private(set) var framesPerSecond: Double?

  /// Longest side that is believed.
  private static let sideLimit = 1 << 20

  /// - Parameter line: The line without its end.
  init(_ line: some Collection<UInt8>) throws(StreamFailure) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.first?.utf8.elementsEqual(Self.signature) == true else {
      throw .damaged("a first line that does not end the signature")
    }
    var width: Int?
    var height: Int?
    // What is meant where nothing is said.
    var chroma = PlanarLayout.Chroma.halved(.centred)
    for word in words.dropFirst() {
      let value = String(word.dropFirst())
      switch word.first {
      case "W": width = Self.side(value)
      case "H": height = Self.side(value)
      case "F": framesPerSecond = Self.rate(value)
      case "I": try Self.checkInterlacing(value)
      case "C": chroma = try Self.chroma(value)
      case "X" where value == "COLORRANGE=FULL": range = .full
      default: break
      }
    }
    guard let width, let height else { throw .damaged("a first line without a possible size") }
    layout = PlanarLayout(width: width, height: height, chroma: chroma)
  }

  private static func side(_ text: String) -> Int? {
    guard let number = Int(text), (1...sideLimit).contains(number) else { return nil }
    return number
  }

  /// `30:1`; `0:0` stands for an unknown rate.
  private static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], numerator > 0,
      denominator > 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }

  private static func checkInterlacing(_ text: String) throws(StreamFailure) {
    guard text == "p" || text == "?" else {
      throw .unsupported(
        variant: "interlaced Y4M", cure: "deinterlace it, for example with ffmpeg -vf bwdif")
    }
  }

  private static func chroma(_ text: String) throws(StreamFailure) -> PlanarLayout.Chroma {
    switch text {
    case "420", "420jpeg": return .halved(.centred)
    case "420mpeg2": return .halved(.left)
    case "420paldv": return .halved(.topLeft)
    case "422": return .halvedHorizontally
    case "444": return .full
    case "mono": return .none
    default:
      throw .unsupported(
        variant: "Y4M with the chroma '\(text)'", cure: "convert it, for example with ffmpeg -pix_fmt yuv420p"
      )
    }
  }
}
