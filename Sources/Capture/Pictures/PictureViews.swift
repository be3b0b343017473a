/// How a JPEG says that further pictures behind it are views of the same moment: a second lens, a map of depths or of
/// brightness. None of them is a frame.
enum PictureViews {
  /// How many follow, by the content of one segment for applications.
  static func furtherCount(in segment: ArraySlice<UInt8>) -> Int {
    if segment.starts(with: "MPF\0".utf8) { return furtherCount(inMultiPictureIndex: segment.dropFirst(4)) }
    if segment.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8) { return furtherCount(inXMP: segment) }
    return 0
  }

  /// The multi-picture format (CIPA DC-007): the number of pictures in the index, which the first one alone has.
  private static func furtherCount(inMultiPictureIndex content: ArraySlice<UInt8>) -> Int {
    let bytes = Array(content)
    let isLittle = bytes.starts(with: "II".utf8)
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place <= bytes.count - count else { return nil }
      let digits = bytes[place..<place + count]
      return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    // Cut off or damaged, it still says that there are several.
    guard let directory = number(4, 4), let entryCount = number(directory, 2) else { return 1 }
    for entry in 0..<entryCount {
      let place = directory + 2 + 12 * entry
      guard let tag = number(place, 2) else { return 1 }
      if tag == pictureCountTag { return number(place + 8, 4).map { min(max(0, $0 - 1), mostViews) } ?? 1 }
    }
    return 0
  }

  private static let pictureCountTag = 0xB001

  /// The container that phones describe in XMP: each of its items has a media type.
  private static func furtherCount(inXMP content: ArraySlice<UInt8>) -> Int {
    guard content.firstRange(of: Array("ns.google.com/photos/1.0/container/".utf8)) != nil else { return 0 }
    let jpegs = content.ranges(of: Array("image/jpeg".utf8)).count
    return min(max(0, jpegs - 1), mostViews)
  }

  /// More than any camera takes at once.
  private static let mostViews = 64
}
