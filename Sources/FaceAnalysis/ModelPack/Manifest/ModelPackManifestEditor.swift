import Formats
import Platform

/// Puts measured operating points into a model pack's manifest.
public enum ModelPackManifestEditor {
  /// A manifest's text with other operating points, and the false-match rate that decides, in the place of its own.
  ///
  /// All other keys keep their value and their place, numbers their digits; lines are laid out anew.
  ///
  /// - Parameters:
  ///   - manifest: The manifest, JSON in UTF-8.
  ///   - directory: The folder of the pack; errors name the manifest in it.
  ///   - file: Points that were measured for the manifest's embedding network.
  /// - Returns: The text that is to be written in the manifest's place.
  /// - Throws: `OperatingPointsFileError.manifest` when the manifest is not valid, `.otherModel` when the points were
  ///   measured for another network.
  public static func replacingOperatingPoints(
    in manifest: [UInt8], directory: Path, with file: OperatingPointsFile
  ) throws(OperatingPointsFileError) -> String {
    let pack: ModelPack
    do {
      pack = try ModelPack(manifest: manifest, directory: directory)
    } catch {
      throw .manifest(error)
    }
    let changed = try pack.with(file).embedding
    let json: JSON
    do {
      json = try JSON(parsing: manifest)
    } catch {
      throw .manifest(
        .malformedManifest(
          file: directory.appending(ModelPack.manifestName).text, faults: [DocumentFault(error)]))
    }
    let embedding = (json[ManifestKey.embedding] ?? .null)
      .replacing(ManifestKey.operatingPoints, with: .array(changed.operatingPoints.map(\.json)))
      .replacing(ManifestKey.decisionFalseMatchRate, with: .exact(file.decisionFalseMatchRate))
    return json.replacing(ManifestKey.embedding, with: embedding).indentedText
  }
}
