import Facelatch

/// The people of a gallery while their pictures come in: each becomes one entry, so that a stranger has one chance with each.
struct GalleryPeople {
  private var names: [String] = []
  private var templates: [String: [FaceTemplate]] = [:]

  /// Takes one more picture of a person, whose name has one spelling however it is written.
  mutating func add(_ template: FaceTemplate, named name: String) {
    if templates[name] == nil { names.append(name) }
    templates[name, default: []].append(template)
  }

  /// The gallery, with what the pictures of each person have in common.
  ///
  /// - Throws: A configuration failure where pictures do not fit together, or memory is not available.
  func gallery(_ scale: EvidenceScale) throws(Failure) -> Gallery {
    var gallery = Gallery()
    for name in names {
      do throws(MatchingError) {
        try gallery.add(try MeanTemplate(templates[name] ?? []), identity: name, scale: scale)
      } catch {
        throw Failure(cause: "\(error)", exitCode: .configuration)
      }
    }
    return gallery
  }
}
