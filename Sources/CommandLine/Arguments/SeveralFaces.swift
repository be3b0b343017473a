import Facelatch

/// Which face counts in a picture that shows several.
enum SeveralFaces: String, CaseIterable {
  case largest
  /// The one nearest the centre.
  case central
  /// Each for itself.
  case all
  /// None, if two are of similar size.
  case refuse

  /// Which face is looked for where one counts.
  var selection: FaceSelection {
    switch self {
    case .refuse, .all: .unambiguous
    case .largest: .largest
    case .central: .mostCentral
    }
  }

  /// What commands take that want one face of a picture.
  static let ofOne: [SeveralFaces] = [.largest, .central, .refuse]
}

extension OptionSpecification {
  /// For commands that want one face of a picture.
  ///
  /// - Parameter usual: What counts where the option is not given.
  static func several(usual: String) -> OptionSpecification {
    OptionSpecification(
      "--several", placeholder: "WHICH",
      summary:
        "which face of a picture that shows several: refuse (none, if two are of similar size), largest or "
        + "central (nearest the centre) (default: \(usual))")
  }

  /// For commands that can work on all faces of a picture.
  static func severalOrAll(usual: String) -> OptionSpecification {
    OptionSpecification(
      "--several", placeholder: "WHICH",
      summary:
        "which face of a picture that shows several: refuse (none, if two are of similar size), largest, "
        + "central (nearest the centre) or all (default: \(usual))")
  }
}
