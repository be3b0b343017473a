import Foundation
import Testing

@testable import Imaging

/// Runs only where the variable `FACELATCH_DECODER_CORPUS` names a folder of picture files, sound and broken
/// ones. `Benchmarks/decoders/check_decoders.py` sets it, provides the expected pictures and reads the
/// report.
///
/// - `FACELATCH_DECODER_EXPECTED`: a folder with `<relative path>.ppm` for every file whose pixels are known.
/// - `FACELATCH_DECODER_REPORT`: where to write one line per file: path, outcome, seconds, size, largest
///   difference, mean difference, message.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["FACELATCH_DECODER_CORPUS"] != nil))
struct DecoderCorpusTests {
  private let environment = ProcessInfo.processInfo.environment

  @Test("Every file of the corpus gives a picture or a typed error, in time")
  func decodesWholeCorpus() throws {
    let root = try #require(environment["FACELATCH_DECODER_CORPUS"])
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    var report = ""
    var fileCount = 0
    for path in paths {
      var isDirectory: ObjCBool = false
      let fullPath = root + "/" + path
      guard FileManager.default.fileExists(atPath: fullPath, isDirectory: &isDirectory),
        !isDirectory.boolValue
      else { continue }
      fileCount += 1
      let start = ContinuousClock.now
      let result = Result { () throws(ImageError) in try DecodedImage(contentsOf: fullPath) }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      #expect(seconds < 2, "\(path) took \(seconds) s")
      switch result {
      case .success(let decoded):
        let expected = expectedPicture(path)
        let difference = expected.map { Difference(decoded.image, $0) }
        report +=
          [
            path, "picture", "\(seconds)", "\(decoded.originalWidth)x\(decoded.originalHeight)",
            difference.map { "\($0.largest)" } ?? "", difference.map { "\($0.mean)" } ?? "", "",
          ].joined(separator: "\t") + "\n"
      case .failure(let error):
        let kind = Mirror(reflecting: error).children.first?.label ?? "error"
        #expect(!error.description.contains("\n"))
        report += [path, kind, "\(seconds)", "", "", "", error.description].joined(separator: "\t") + "\n"
      }
    }
    #expect(fileCount > 0)
    let peak = try peakMegabytes()
    #expect(peak < 512)
    report += "# peak memory\t\(peak)\n"
    if let reportPath = environment["FACELATCH_DECODER_REPORT"] {
      try report.write(toFile: reportPath, atomically: true, encoding: .utf8)
    }
  }

  /// Most memory that the process has had in use so far, as the kernel counts it.
  private func peakMegabytes() throws -> Int {
    var usage = rusage()
    try #require(getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0)
    return Int(usage.ru_maxrss) / 1024
  }

  private func expectedPicture(_ path: String) -> Image? {
    environment["FACELATCH_DECODER_EXPECTED"].flatMap { PPM.picture(atPath: "\($0)/\(path).ppm") }
  }
}
