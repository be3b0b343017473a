import Facelatch

/// What `pack new` wrote, for people and for programs.
struct NewPackReport: Sendable {
  let folder: Path
  let pack: NewModelPack
  let mean: ColourNumbers
  let scale: ColourNumbers
  /// What no file tells and nobody said.
  let assumptions: [Assumption]

  enum Assumption: String, Sendable {
    case channelOrder, mean, scale, alignment

    fileprivate var option: OptionSpecification {
      switch self {
      case .channelOrder: NewPack.channelOrder
      case .mean: NewPack.mean
      case .scale: NewPack.scale
      case .alignment: NewPack.alignment
      }
    }
  }

  private var manifest: Path { folder.appending(ModelPack.manifestName) }
  private var networkFile: Path { folder.appending(pack.fileName) }

  var text: String {
    let network = pack.network
    let input =
      "\(printable(network.inputName)), \(network.layout.rawValue), \(network.width)×\(network.height), "
      + "\(pack.channels.rawValue), (pixel - \(mean.text)) × \(scale.text)"
    var lines = [
      "Written: \(manifest)", "  network    \(networkFile), SHA-256 \(network.sha256.prefix(12))",
      "  input      \(input)",
      "  output     \(printable(network.outputName)), \(grouped(network.dimensions)) numbers",
    ]
    if !assumptions.isEmpty {
      let names = assumptions.map { $0.option.name }.joined(separator: ", ")
      lines.append("  assumed    what the file does not tell: \(names)")
    }
    lines.append(
      "  rates      not measured yet, so 'facelatch compare --models \(folder)' tells scores alone")
    return lines.joined(separator: "\n")
  }

  var json: JSON {
    let network = pack.network
    return .object([
      "manifest": .string(manifest.text), "network": .string(networkFile.text),
      "sha256": .string(network.sha256), "name": .string(pack.name),
      "input": .object([
        "name": .string(network.inputName), "layout": .string(network.layout.rawValue),
        "width": .integer(network.width), "height": .integer(network.height),
        "channels": .string(pack.channels.rawValue), "mean": mean.json, "scale": scale.json,
      ]),
      "output": .string(network.outputName), "dimensions": .integer(network.dimensions),
      "assumed": .array(assumptions.map { .string($0.rawValue) }),
    ])
  }
}
