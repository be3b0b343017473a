import Facelatch

/// What is written beside a face, on a plate of the verdict's colour.
struct FaceLabel {
  /// Where it lies, within the picture as far as that is large enough.
  let plate: Rectangle

  private let lines: [Lettering]
  private let color: Color
  private let padding: Double
  private let lineStep: Double

  /// Lays out the label above the face, or else below it, within its box, or wherever it hides no other one.
  ///
  /// - Parameter taken: Labels that are there already.
  init(
    _ entry: AnnotatedPicture.Entry, _ style: AnnotationStyle, in image: Image, avoiding taken: [Rectangle]
  ) {
    let height = style.forFace(entry.face).textHeight
    padding = 0.7 * height
    lineStep = 1.75 * height
    color = style.color(entry.verdict.level)
    let room = Double(image.width) - 2 * padding
    lines = Self.sentences(entry).flatMap { Self.wrapped($0, height: height, width: room) }
    let size = (
      width: (lines.map(\.width).max() ?? 0) + 2 * padding,
      height: Double(lines.count - 1) * lineStep + height + 2 * padding
    )
    let places = Self.places(beside: entry.face.box, size, gap: 0.5 * height, in: image)
    plate = places.first { place in taken.allSatisfy { $0.intersection(place) == nil } } ?? places[0]
  }

  /// First the number that the text output has too and the looks, then what speaks against the face.
  static func sentences(_ entry: AnnotatedPicture.Entry) -> [String] {
    let verdict = entry.verdict
    let heading = [entry.number.map { "face \($0)" }, verdict.looks].compactMap { $0 }.joined(separator: ": ")
    return [heading.isEmpty ? "face" : heading]
      + [verdict.inattentionText, verdict.qualityText].compactMap { $0 }
  }

  func draw(into image: inout Image) {
    image.fill(plate, cornerRadius: padding * 0.8, color: color, opacity: 0.92)
    for (index, line) in lines.enumerated() {
      let start = Point(
        x: plate.x + padding, y: plate.y + padding + line.height + Double(index) * lineStep)
      image.draw(line.strokes(at: start), color: AnnotationStyle.ink)
    }
  }

  /// Breaks a sentence between words where it is wider than the picture.
  private static func wrapped(_ sentence: String, height: Double, width: Double) -> [Lettering] {
    var lines: [String] = []
    for word in sentence.split(separator: " ") {
      if let last = lines.last, Lettering(last + " " + word, height: height).width <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { Lettering($0, height: height) }
  }

  /// Places for a plate, the best first; all of them are moved into the picture.
  private static func places(
    beside box: Rectangle, _ size: (width: Double, height: Double), gap: Double, in image: Image
  ) -> [Rectangle] {
    let above = box.y - gap - size.height
    let below = box.y + box.height + gap
    let isRoomAbove = above >= 0
    let isRoomBelow = below + size.height <= Double(image.height)
    var tops = isRoomAbove ? [above] : []
    if isRoomBelow { tops.append(below) }
    tops += [box.y + gap, box.y + box.height - gap - size.height]
    let rest = stride(from: 0, to: Double(image.height), by: max(1, size.height + gap))
    return (tops + rest).map { top in
      Rectangle(
        x: max(0, min(box.x, Double(image.width) - size.width)),
        y: max(0, min(top, Double(image.height) - size.height)), width: size.width, height: size.height)
    }
  }
}
