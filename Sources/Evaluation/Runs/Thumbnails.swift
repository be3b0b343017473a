import FaceAnalysis
import Formats
import Imaging
import Platform

/// Small pictures of faces for a report.
package struct Thumbnails {
  private let analyzer: FaceAnalyzer
  private let decoding: DecodingOptions
  private let contents: (Path) -> FileContents

  /// - Parameters:
  ///   - models: The networks.
  ///   - selection: Whose face is meant in a picture with several.
  ///   - decoding: Limits for pictures.
  ///   - contents: Reads the file of a picture.
  package init(
    models: FaceModels, selection: FaceSelection, decoding: DecodingOptions,
    contents: @escaping (Path) -> FileContents
  ) {
    let options = AnalysisOptions(
      selection: selection, minimumInterEyeDistance: 0, minimumQuality: 0, includesEyes: false)
    analyzer = FaceAnalyzer(models: models, options: options)
    self.decoding = decoding
    self.contents = contents
  }

  /// The face of a picture as the embedding network sees it, as the content of a PNG file.
  ///
  /// - Returns: `nil` where the picture cannot be read any more or shows no face.
  package func png(of path: Path) -> [UInt8]? {
    guard case .bytes(let bytes) = contents(path),
      let image = try? DecodedImage(bytes: bytes, name: "", options: decoding).image,
      let acquisition = try? analyzer.acquire(image), case .face(let face) = acquisition
    else { return nil }
    return try? analyzer.alignedCrop(of: face, in: image)?.pngData(compressionLevel: 9)
  }
}
