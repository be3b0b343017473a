import FacelatchTestSupport
import Glibc
import TestSupport
import Testing

@testable import Facelatch
@testable import Store

@Suite("Whose hands the files are in that decide", .timeLimit(.minutes(5)))
struct TrustTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A pack whose manifest is the bundled one's.
  private func pack(_ name: String, mode: mode_t = 0o644) throws -> Path {
    let bundled = try ModelPack.bundled().directory
    let manifest = try TestFile.bytes(bundled.appending(ModelPack.manifestName).description)
    let path = try folder.write(manifest, to: name + "/" + ModelPack.manifestName)
    chmod(path, mode)
    return Path(folder.file(name))
  }

  private func fault(_ configuration: Configuration) -> (EngineFailure.Part, OwnershipFault)? {
    do throws(GateError) {
      _ = try Gate(configuration)
    } catch {
      if case .untrusted(let part, let fault) = error { return (part, fault) }
      Issue.record(error)
    }
    return nil
  }

  @Test("A model pack that others can change decides nothing, by its file or by its folder")
  func packs() throws {
    #expect(fault(Configuration(models: try pack("own"))) == nil)
    let open = try pack("open", mode: 0o666)
    #expect(fault(Configuration(models: open))?.1.entry == open.appending(ModelPack.manifestName))
    let folderOpen = try pack("folder")
    chmod(folderOpen.description, 0o777)
    let found = try #require(fault(Configuration(models: folderOpen)))
    #expect(found.0 == .models && found.1.entry == folderOpen)
    // An app learns it as a part of the evaluation that does not work, and lets nobody in by the face.
    let frames = Frames.picture(SamplePicture.path("obama.jpg"))
    let gate = Gate(unchecked: Configuration(frames: frames, models: folderOpen), store: MemoryStore())
    #expect(!gate.canRecognise())
    let refusal = try #require(gate.refusal(.biometrics))
    #expect(refusal.obstacles.first?.description.contains("chmod go-w") == true)
  }

  @Test("The pack that came with the program decides")
  func bundled() { #expect(fault(Configuration()) == nil) }

  @Test("Operating points that others can change decide nothing")
  func points() throws {
    let path = try folder.write("{}", to: "points.json")
    chmod(path, 0o666)
    let found = fault(Configuration(operatingPoints: Path(path)))
    #expect(found?.0 == .operatingPoints && found?.1.path == Path(path))
  }

  @Test("A program that others can change gives no frame, and is not started")
  func program() throws {
    let path = try folder.write("#!/bin/sh\ntouch '\(folder.file("ran"))'\n", to: "camera")
    chmod(path, 0o777)
    var frames = CommandFrames([path])
    let error = #expect(throws: CaptureError.self) { try frames.next() }
    guard case .untrusted(let fault) = error else { throw try #require(error) }
    #expect(fault.entry == Path(path))
    #expect(error?.description.hasPrefix(path + ": belongs to ") == true)
    let gate = Gate(unchecked: Configuration(frames: .command([path])), store: MemoryStore())
    #expect(gate.refusal(.biometrics)?.obstacles.first?.description.contains("chmod go-w") == true)
    #expect(folder.names == ["camera"])
    chmod(path, 0o755)
    var sound = CommandFrames([path])
    #expect(throws: CaptureError.silentProgram(name: path)) { try sound.next() }
    #expect(folder.names == ["camera", "ran"])
  }

  @Test(
    "A store below a folder in which others may exchange entries is not opened, and nothing is made there")
  func store() throws {
    try folder.write("", to: "open/x")
    chmod(folder.file("open"), 0o777)
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore(directory: Path(folder.file("open/inner/store")))
    }
    guard case .untrusted(let fault) = error else { throw try #require(error) }
    #expect(fault.entry == Path(folder.file("open")))
    #expect(try folder.names(below: "open") == ["x"])
    let gate = Gate(unchecked: Configuration(store: Path(folder.file("open/inner/store"))))
    #expect(throws: StoreError.untrusted(fault)) { try gate.userNames() }
    chmod(folder.file("open"), 0o700)
    _ = try SQLiteStore(directory: Path(folder.file("open/inner/store")))
  }
}
