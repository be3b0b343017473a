import Imaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Frames from picture files, decoded when they are asked for.
public struct PictureFiles: FrameSource {
  private var paths: ArraySlice<String>
  private let options: DecodingOptions

  /// Takes files in their order.
  public init(_ paths: [String], options: DecodingOptions = DecodingOptions()) {
    self.paths = paths[...]
    self.options = options
  }

  /// Takes the files of a folder, without those in folders below it, in natural order: `2.jpg` before
  /// `10.jpg`. Hidden files are left out; a file that is no picture is skipped when its turn comes.
  ///
  /// - Throws: `CaptureError.source` when the folder cannot be read.
  public init(folder: String, options: DecodingOptions = DecodingOptions()) throws(CaptureError) {
    self.init(try Self.files(of: folder), options: options)
  }

  public var mayHaveMore: Bool { !paths.isEmpty }

  public mutating func next() throws(CaptureError) -> Image? {
    guard let path = paths.popFirst() else { return nil }
    do throws(ImageError) {
      return try DecodedImage(contentsOf: path, options: options).image
    } catch {
      throw .frame(reason: error.description)
    }
  }

  private static func files(of folder: String) throws(CaptureError) -> [String] {
    guard let stream = opendir(folder) else {
      throw .source(reason: "\(folder): \(systemMessage(errno)); check the folder that frames come from")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return names.sorted { isInNaturalOrder(Array($0.utf8), Array($1.utf8)) }.map { base + $0 }
  }
}
