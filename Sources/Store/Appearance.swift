import Matching

/// One look of a person, for example with and without glasses, as several templates.
public struct Appearance: Sendable, Equatable {
  /// What the person calls this look; no two appearances of one person share a label.
  public var label: String

  /// Templates of one embedding model; a face matches the appearance when it matches one of them.
  public var templates: [FaceTemplate]

  public init(label: String, templates: [FaceTemplate]) {
    self.label = label
    self.templates = templates
  }
}
