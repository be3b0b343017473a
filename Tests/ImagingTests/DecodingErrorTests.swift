import Foundation
import TestSupport
import Testing

@testable import Imaging

@Suite("Refused files", .timeLimit(.minutes(5)))
struct DecodingErrorTests {
  private static let name = "photo"

  private static func failure(_ bytes: [UInt8], _ options: DecodingOptions = DecodingOptions()) -> ImageError?
  {
    do throws(ImageError) {
      _ = try DecodedImage(bytes: bytes, name: name, options: options)
      return nil
    } catch {
      return error
    }
  }

  private static func failure(atPath path: String, _ options: DecodingOptions = DecodingOptions())
    -> ImageError?
  {
    do throws(ImageError) {
      _ = try DecodedImage(contentsOf: path, options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A picture whose data ends early is refused as truncated",
    arguments: [
      "broken-cut.jpg", "broken-cut-header.jpg", "broken-cut-last-bytes.jpg", "broken-cut-with-end.jpg",
      "broken-cut-between-scans.jpg", "broken-cut.png", "broken-cut-header.png", "broken-short-data.png",
    ])
  func refusesTruncated(file: String) throws {
    let format: ImageFormat = file.hasSuffix(".png") ? .png : .jpeg
    #expect(Self.failure(try Fixtures.bytes(file)) == .truncated(name: Self.name, format: format))
  }

  @Test(
    "A JPEG cut anywhere before its last data is refused",
    arguments: [
      ("jpeg-420.jpg", 4), ("jpeg-progressive.jpg", 4), ("jpeg-restart.jpg", 4), ("jpeg-cmyk-adobe.jpg", 4),
      // An arithmetic decoder cannot tell missing bytes from omitted zeros within its last block row.
      ("jpeg-progressive--arithmetic.jpg", 30),
    ])
  func refusesEveryCut(file: String, tail: Int) throws {
    let bytes = try Fixtures.bytes(file)
    for count in 2..<(bytes.count - tail) {
      let error = Self.failure(Array(bytes[..<count]))
      #expect(error == .truncated(name: Self.name, format: .jpeg), "cut to \(count) of \(bytes.count) bytes")
    }
  }

  @Test("A PNG cut anywhere before the end of its picture data is refused")
  func refusesEveryCutOfPNG() throws {
    let bytes = try Fixtures.bytes("png-rgb-8--interlaced.png")
    for count in 8..<(bytes.count - 20) {
      let error = Self.failure(Array(bytes[..<count]))
      #expect(error == .truncated(name: Self.name, format: .png), "cut to \(count) of \(bytes.count) bytes")
    }
  }

  @Test(
    "Damaged picture data is refused as damaged",
    arguments: ["broken-data.jpg", "broken-crc.png", "broken-no-header.png", "broken-zero-width.png"])
  func refusesDamaged(file: String) throws {
    guard case .damaged(Self.name, _, let reason)? = Self.failure(try Fixtures.bytes(file)) else {
      Issue.record("not refused as damaged")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(
    "12-bit and lossless JPEG are named",
    arguments: [("unsupported-12-bit.jpg", "12-bit JPEG"), ("unsupported-lossless.jpg", "lossless JPEG")])
  func namesUnsupportedVariants(file: String, variant: String) throws {
    #expect(
      Self.failure(try Fixtures.bytes(file)) == .unsupported(name: Self.name, format: .jpeg, variant: variant)
    )
  }

  @Test("A huge size is refused from the header", arguments: ["huge-65535.jpg", "huge-65535.png"])
  func refusesHugeSize(file: String) throws {
    #expect(
      Self.failure(try Fixtures.bytes(file))
        == .tooManyPixels(name: Self.name, width: 65535, height: 65535, limit: 64_000_000))
  }

  @Test("A PNG side beyond what the library buffers is refused")
  func refusesLongSide() throws {
    guard case .unsupported? = Self.failure(try Fixtures.bytes("huge-side.png")) else {
      Issue.record("not refused as unsupported")
      return
    }
  }

  @Test("The pixel limit counts what the file states, and includes the limit itself")
  func appliesPixelLimit() throws {
    for file in ["jpeg-420.jpg", "png-rgb-8.png"] {
      let bytes = try Fixtures.bytes(file)
      let size = try DecodedImage(bytes: bytes, name: file)
      let count = size.originalWidth * size.originalHeight
      #expect(Self.failure(bytes, DecodingOptions(maximumPixelCount: count)) == nil)
      guard
        case .tooManyPixels? = Self.failure(
          bytes, DecodingOptions(maximumPixelCount: count - 1, maximumSide: 1))
      else {
        Issue.record("\(file) passed the limit")
        continue
      }
    }
  }

  @Test("A JPEG of hundreds of scans is refused")
  func refusesScanBomb() throws {
    guard
      case .tooExpensive(Self.name, .jpeg, let reason)? = Self.failure(try Fixtures.bytes("bomb-scans.jpg"))
    else {
      Issue.record("not refused as too expensive")
      return
    }
    #expect(reason.contains("100 scans"))
  }

  @Test("Foreign formats are named")
  func namesForeignFormats() {
    let table: [(String, String?)] = [
      ("GIF89a\u{1}\0\u{1}\0", "a GIF"), ("BM6\0\0\0\0\0\0\0", "a BMP"), ("RIFF\0\0\0\0WEBPVP8 ", "a WebP"),
      ("\0\0\0\u{18}ftypheic\0\0\0\0", "a HEIC"), ("\0\0\0\u{18}ftypavif\0\0\0\0", "an AVIF"),
      ("II*\0\u{8}\0\0\0", "a TIFF or camera raw file"), ("%PDF-1.7", "a PDF"), ("Dear reader,\n", "text"),
      ("\0\u{1}\u{2}", nil), ("RIFF", "text"), ("\u{7F}", nil),
    ]
    for (content, looksLike) in table {
      #expect(Self.failure(Array(content.utf8)) == .unknownFormat(name: Self.name, looksLike: looksLike))
    }
    #expect(Self.failure([]) == .empty(name: Self.name))
    #expect(Self.failure([0xFF, 0xD8]) == .truncated(name: Self.name, format: .jpeg))
  }

  @Test("What is no ordinary file is refused without reading it")
  func refusesSpecialFiles() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(Self.failure(atPath: pipe) == .notRegularFile(path: pipe))
    #expect(Self.failure(atPath: "/dev/zero") == .notRegularFile(path: "/dev/zero"))
    #expect(Self.failure(atPath: folder.path) == .isDirectory(path: folder.path))
    let missing = folder.file("missing.jpg")
    #expect(Self.failure(atPath: missing) == .notFound(path: missing))
    #expect(Self.failure(atPath: "") == .notFound(path: ""))
    #expect(Self.failure(atPath: "a\0b") == .notFound(path: "a\0b"))
    let below = Fixtures.path("jpeg-420.jpg") + "/inside"
    #expect(Self.failure(atPath: below) == .notFound(path: below))
  }

  @Test("A file over the size limit is refused, one at the limit is read")
  func appliesFileSizeLimit() throws {
    let path = Fixtures.path("jpeg-420.jpg")
    let count = try Fixtures.bytes("jpeg-420.jpg").count
    #expect(Self.failure(atPath: path, DecodingOptions(maximumFileSize: count)) == nil)
    #expect(
      Self.failure(atPath: path, DecodingOptions(maximumFileSize: count - 1))
        == .fileTooLarge(path: path, byteCount: count, limit: count - 1))
  }

  @Test("An unreadable file says so", .enabled(if: getuid() != 0))
  func refusesUnreadableFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "it")
    #expect(chmod(path, 0) == 0)
    #expect(Self.failure(atPath: path) == .permissionDenied(path: path))
  }

  @Test("Every message is one line that names the file, even when its name is not")
  func messagesAreOneLine() {
    let name = "a\nb\u{1B}[31m.jpg"
    let errors: [ImageError] = [
      .notFound(path: name), .isDirectory(path: name), .notRegularFile(path: name),
      .permissionDenied(path: name),
      .cannotRead(path: name, reason: "r"), .fileTooLarge(path: name, byteCount: 2, limit: 1),
      .empty(name: name),
      .unknownFormat(name: name, looksLike: nil), .truncated(name: name, format: .jpeg),
      .damaged(name: name, format: .png, reason: "x\ny"),
      .unsupported(name: name, format: .jpeg, variant: "v"),
      .tooManyPixels(name: name, width: 9, height: 9, limit: 1),
      .tooExpensive(name: name, format: .jpeg, reason: "r"), .cannotWrite(path: name, reason: "r"),
    ]
    for error in errors {
      #expect(error.description.hasPrefix("a\\nb\\x1b[31m.jpg: "))
      #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 })
      #expect(error.subject == name)
      #expect(error.description == "a\\nb\\x1b[31m.jpg: \(error.reason)")
    }
  }
}
