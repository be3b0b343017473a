import Facelatch

/// What is seen in a picture, for people and for programs.
struct InspectionReport: Sendable {
  private let picture: PictureFaces

  init(_ picture: PictureFaces) {
    self.picture = picture
  }

  var text: String {
    let found = picture.faces.isEmpty ? "no face" : counted(picture.faces.count, "face")
    let size = "\(picture.width)×\(picture.height) \(picture.format.rawValue.uppercased())"
    let heading = "\(picture.path): \(size), \(found)"
    return ([heading] + picture.faces.indices.flatMap(lines)).joined(separator: "\n")
  }

  private func lines(ofFaceAt index: Int) -> [String] {
    let face = picture.faces[index]
    let passive = picture.passiveLiveness?[index]
    let verdict = FaceVerdict(face, passive: passive)
    let box = face.box
    let place = [box.x, box.y].map { fixed($0, decimals: 0) }.joined(separator: ", ")
    let size = [box.width, box.height].map { fixed($0, decimals: 0) }.joined(separator: "×")
    var lines = [
      "  face \(index + 1)   at \(place), size \(size), certainty \(fixed(face.score, decimals: 2))",
      "    pose    yaw \(degrees(face.pose.yaw)), pitch \(degrees(face.pose.pitch)), roll \(degrees(face.pose.roll))",
    ]
    if let eyes = face.eyes {
      var text =
        "    eyes    left \(fixed(eyes.left.openness, decimals: 2)) open, "
        + "right \(fixed(eyes.right.openness, decimals: 2)) open"
      if let gaze = face.gaze {
        text += "; gaze yaw \(degrees(gaze.yaw)), pitch \(degrees(gaze.pitch))"
      }
      if face.attention != nil { text += "; " + (verdict.inattentionText ?? "attentive") }
      lines.append(text)
    }
    lines.append("    quality \(face.quality.summary)")
    lines += Self.lines(picture.recognition[index])
    if let passive, let looks = verdict.looks {
      let score = "\(fixed(passive.score, decimals: 2)) (threshold \(fixed(passive.threshold, decimals: 2)))"
      lines.append("    passive \(score): \(looks)")
    }
    return lines
  }

  /// Whether the face can be compared, and the numbers that this rests on.
  private static func lines(_ recognition: FaceRecognition) -> [String] {
    guard let look = recognition.look, let embedding = recognition.embedding else {
      return ["    compare no: the face has no extent"]
    }
    let turned = max(look.turnedRight, look.turnedHalf, look.turnedLeft)
    let numbers =
      "close up certainty \(fixed(look.certainty, decimals: 2)), turned \(fixed(turned, decimals: 2))"
      + (look.disagreement.map { ", points \(fixed($0, decimals: 2)) apart" } ?? "")
      + ", length \(fixed(embedding.length, decimals: 1))"
    return ["    compare \(recognition.objection.map { "no: \($0)" } ?? "yes") (\(numbers))"]
  }

  var json: JSON {
    .object([
      "image": .string(picture.path.text), "width": .integer(picture.width),
      "height": .integer(picture.height),
      "format": .string(picture.format.rawValue),
      "faces": .array(
        picture.faces.indices.map { index in
          Self.face(
            picture.faces[index], recognition: picture.recognition[index],
            passive: picture.passiveLiveness?[index])
        }),
    ])
  }

  /// The documented keys of one face.
  static func face(_ face: Face, recognition: FaceRecognition?, passive: PassiveLiveness?) -> JSON {
    .object([
      "box": .array([face.box.x, face.box.y, face.box.width, face.box.height].map(length)),
      "score": .number(face.score, decimals: 4),
      "landmarks5": .array(face.landmarks5.all.map { .array([length($0.x), length($0.y)]) }),
      "pose": .object([
        "yaw": angle(face.pose.yaw), "pitch": angle(face.pose.pitch), "roll": angle(face.pose.roll),
      ]),
      "eyes": face.eyes.map { eyes in
        .object([
          "left": .number(eyes.left.openness, decimals: 3),
          "right": .number(eyes.right.openness, decimals: 3),
        ])
      } ?? .null,
      "gaze": face.gaze.map { .object(["yaw": angle($0.yaw), "pitch": angle($0.pitch)]) } ?? .null,
      "attentive": face.attention.map { .boolean($0.isAttentive) } ?? .null,
      "quality": .object([
        "overall": .number(face.quality.overall, decimals: 3),
        "reasons": .array(face.quality.reasons.map { .string($0.name) }),
      ]),
      "recognition": recognition.map(Self.recognition) ?? .null,
      "liveness": .object([
        "passive": passive.map { .number($0.score, decimals: 4) } ?? .null,
        "threshold": passive.map { .number($0.threshold, decimals: 4) } ?? .null,
      ]),
    ])
  }

  private static func recognition(_ recognition: FaceRecognition) -> JSON {
    let look = recognition.look
    func certainty(_ value: Double?) -> JSON { value.map { .number($0, decimals: 4) } ?? .null }
    return .object([
      "comparable": .boolean(recognition.objection == nil && recognition.embedding != nil),
      "reason": recognition.objection.map { .string($0.name) } ?? .null,
      "length": recognition.embedding.map { .number($0.length, decimals: 3) } ?? .null,
      "certainty": certainty(look?.certainty),
      "turned": .array([look?.turnedRight, look?.turnedHalf, look?.turnedLeft].map(certainty)),
      "disagreement": look?.disagreement.map { .number($0, decimals: 4) } ?? .null,
    ])
  }

  private static func length(_ pixels: Double) -> JSON { .number(pixels, decimals: 2) }

  private static func angle(_ degrees: Double) -> JSON { .number(degrees, decimals: 2) }
}

extension FaceQuality {
  /// The number, and what lowers it: `0.31 (blurred, dark)`.
  var summary: String {
    let remarks = reasons.isEmpty ? "" : " (" + reasons.map(\.name).joined(separator: ", ") + ")"
    return fixed(overall, decimals: 2) + remarks
  }
}
