import Matching

/// One look of a person, for example with and without glasses, as several templates.
public struct Appearance: Sendable, Equatable {
  /// What the person calls this look; no two appearances of one person share a label.
  public var label: String

  /// Templates of one embedding model; a face is compared with what they have in common.
  public var templates: [FaceTemplate]

  /// The mean of the templates of a model.
  ///
  /// - Parameter modelHash: SHA-256 of the embedding model; `nil` for that of the first template.
  /// - Returns: `nil` where there is none of this model, or where they cancel each other out.
  public func reference(modelHash: String? = nil) -> MeanTemplate? {
    let model = modelHash ?? templates.first?.modelHash
    return try? MeanTemplate(templates.filter { $0.modelHash == model })
  }

  public init(label: String, templates: [FaceTemplate]) {
    self.label = label
    self.templates = templates
  }
}
