import Formats

/// A model pack that is to be written for an embedding network of one's own; everything else comes from the bundled pack.
public struct NewModelPack: Sendable {
  /// The pack's name for people.
  public var name: String
  /// What was found in the ONNX file.
  public var network: EmbeddingNetwork
  /// How the ONNX file is called in the pack's folder.
  public var fileName: String
  /// Licence of the weights, as an SPDX identifier or a sentence.
  public var licence: String
  /// Where the file comes from.
  public var origin: String
  /// The order of the colours that it was trained with, which no file tells.
  public var channels: ChannelOrder
  /// `value = pixel (0…255) × scale + offset`, which no file tells either.
  public var scale: ChannelValues
  public var offset: ChannelValues
  /// Where the face lies in the picture that the network takes.
  public var alignment: AlignmentTemplate

  public init(
    name: String, network: EmbeddingNetwork, fileName: String, licence: String, origin: String,
    channels: ChannelOrder, scale: ChannelValues, offset: ChannelValues, alignment: AlignmentTemplate
  ) {
    (self.name, self.network, self.fileName) = (name, network, fileName)
    (self.licence, self.origin, self.channels) = (licence, origin, channels)
    (self.scale, self.offset, self.alignment) = (scale, offset, alignment)
  }

  /// Whether a file in a pack may be called so.
  public static func isFileName(_ name: String) -> Bool {
    ModelFile.isPlainName(name) && name != ModelPack.manifestName
  }

  /// The text of its `model-pack.json`, without operating points, which only a measurement gives.
  ///
  /// - Throws: `ModelPackError.malformedManifest` where a value is none that a manifest may have.
  public func manifest() throws(ModelPackError) -> String {
    let text = json.indentedText
    let reader = ManifestReader(directory: "")
    let document = reader.reader.document(Array(text.utf8), byteLimit: ManifestReader.byteLimit)
    if let document { _ = (reader.version(of: document), reader.parts(of: document)) }
    guard reader.reader.faults.isEmpty else {
      throw .malformedManifest(file: ModelPack.manifestName, faults: reader.reader.faults)
    }
    return text
  }

  private var json: JSON {
    .object([
      ManifestKey.formatVersion: .integer(ModelPack.formatVersion), ManifestKey.name: .string(name),
      ManifestKey.embedding: .object([
        ManifestKey.file: .string(fileName), ManifestKey.sha256: .string(network.sha256),
        ManifestKey.licence: .string(licence), ManifestKey.origin: .string(origin),
        ManifestKey.input: .object([
          ManifestKey.name: .string(network.inputName), ManifestKey.layout: .string(network.layout.rawValue),
          ManifestKey.width: .integer(network.width), ManifestKey.height: .integer(network.height),
          ManifestKey.channels: .string(channels.rawValue), ManifestKey.scale: scale.json,
          ManifestKey.offset: offset.json,
        ]),
        ManifestKey.output: .string(network.outputName), ManifestKey.dimensions: .integer(network.dimensions),
        ManifestKey.alignment: .array(
          alignment.points.map { .array([.exact($0.x), .exact($0.y)]) }),
      ]),
    ])
  }
}

extension ChannelValues {
  /// One number where all are the same, else those of red, green and blue; each in the shortest digits that give it back.
  package var json: JSON {
    red == green && green == blue ? .exact(red) : .array([red, green, blue].map { JSON.exact($0) })
  }
}
