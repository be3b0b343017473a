import Facelatch

/// What is to be said of a model pack: which networks it has, whether they can be used, and what is wrong.
struct PackExamination: Sendable {
  /// `nil` where the manifest cannot be used.
  let pack: ModelPack?
  let networks: [NetworkFinding]
  /// Everything that is wrong: all faults of the manifest, or else of each network.
  let problems: [Failure]

  /// One network of the pack.
  struct NetworkFinding: Sendable {
    /// What people call it.
    let role: String
    let file: ModelFile
    let failure: Failure?
  }

  /// Reads the manifest in `folder`, or the bundled one, and loads every network.
  init(_ folder: Path?) {
    do throws(ModelPackError) {
      let pack = if let folder { try ModelPack(directory: folder) } else { try ModelPack.bundled() }
      self.pack = pack
      networks = Self.examine(FaceModels(pack: pack))
      problems = networks.compactMap(\.failure)
    } catch {
      pack = nil
      networks = []
      problems = Failure.each(error)
    }
  }

  private static func examine(_ models: FaceModels) -> [NetworkFinding] {
    let pack = models.pack
    var networks: [(String, Network, ModelFile)] = [
      ("detector", .detector, pack.detector.file), ("mesh", .mesh, pack.mesh.file),
      ("iris", .iris, pack.iris.file), ("embedding", .embedding, pack.embedding.file),
    ]
    if let passive = pack.presentationAttack {
      networks.append(("passive", .presentationAttack, passive.file))
    }
    return networks.map { role, network, file in
      do throws(ModelPackError) {
        _ = try models.model(network)
        if network == .embedding { try embedOnce(models) }
        return NetworkFinding(role: role, file: file, failure: nil)
      } catch {
        return NetworkFinding(role: role, file: file, failure: Failure(error))
      }
    }
  }

  /// Whether input, output and length are those that the manifest states shows only when the network runs.
  private static func embedOnce(_ models: FaceModels) throws(ModelPackError) {
    let specification = models.pack.embedding
    var picture = Image(width: specification.width, height: specification.height)
    for index in picture.pixels.indices { picture.pixels[index] = UInt8(truncatingIfNeeded: index &* 37) }
    _ = try FaceEmbedder(models: models).embedding(of: picture)
  }

  /// The pack for a person, a line each.
  var lines: [String] {
    guard let pack else { return ["not usable"] }
    return ["\(printable(pack.name)), in \(pack.directory)"]
      + networks.map { network in
        let role = network.role + String(repeating: " ", count: max(1, 10 - network.role.count))
        let state = network.failure == nil ? "ok" : "NOT USABLE"
        return "\(role) \(state)  \(network.file.sha256.prefix(12))  \(printable(network.file.licence))"
      }
      + (pack.presentationAttack == nil
        ? ["passive    none: passive liveness cannot be judged with this pack"] : [])
      + [decisionLine(pack)]
  }

  private func decisionLine(_ pack: ModelPack) -> String {
    pack.embedding.decisionFalseMatchRate.flatMap { FalseMatchRate(rawValue: $0) }
      .map { "decides at a false-match rate of \($0)" }
      ?? "no operating points: scores can be told, nothing can be decided"
  }

  /// The documented keys of `modelPack`, or null.
  var json: JSON {
    guard let pack else { return .null }
    return .object([
      "name": .string(pack.name), "directory": .string(pack.directory.text),
      "decisionFalseMatchRate": pack.embedding.decisionFalseMatchRate.map { .magnitude($0, digits: 3) }
        ?? .null,
      "networks": .array(
        networks.map { network in
          .object([
            "role": .string(network.role), "file": .string(network.file.path.text),
            "sha256": .string(network.file.sha256), "licence": .string(network.file.licence),
            "origin": .string(network.file.origin), "usable": .boolean(network.failure == nil),
          ])
        }),
    ])
  }
}
