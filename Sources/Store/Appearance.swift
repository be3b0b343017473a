import Matching

/// One look of a person, for example with and without glasses, as several templates.
public struct Appearance: Sendable, Equatable {
  /// What the person calls this look; no two appearances of one person share a label.
  public var label: String

  /// Templates of one embedding model; a face is compared with what they have in common.
  public var templates: [FaceTemplate]

  /// Templates of successes that were certain, the oldest first: how the face has changed since it was enrolled. Empty
  /// unless the rules let the look learn.
  public var learnedTemplates: [FaceTemplate]

  /// The mean of the templates of a model, with those that were learned.
  ///
  /// - Parameter modelHash: SHA-256 of the embedding model; `nil` for that of the first template.
  /// - Returns: `nil` where none was enrolled with this model, or where they cancel each other out.
  public func reference(modelHash: String? = nil) -> MeanTemplate? {
    let enrolled = enrolled(modelHash)
    guard let model = enrolled.first?.modelHash else { return nil }
    return try? MeanTemplate(enrolled + learnedTemplates.filter { $0.modelHash == model })
  }

  /// The mean of the templates that were enrolled, without those that were learned.
  ///
  /// - Parameter modelHash: As for `reference(modelHash:)`.
  public func enrolledReference(modelHash: String? = nil) -> MeanTemplate? {
    try? MeanTemplate(enrolled(modelHash))
  }

  private func enrolled(_ modelHash: String?) -> [FaceTemplate] {
    let model = modelHash ?? templates.first?.modelHash
    return templates.filter { $0.modelHash == model }
  }

  public init(label: String, templates: [FaceTemplate], learnedTemplates: [FaceTemplate] = []) {
    self.label = label
    self.templates = templates
    self.learnedTemplates = learnedTemplates
  }
}
