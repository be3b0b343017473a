// swift-tools-version: 6.1
import PackageDescription

// The examples as somebody else's package. `check_client.py` copies it out of the tree and lays them beside it.
let facelatch: Package.Dependency =
  if let url = Context.environment["FACELATCH_URL"] {
    .package(url: url, from: "0.1.0")
  } else {
    .package(name: "Facelatch", path: Context.environment["FACELATCH_PATH"] ?? "../..")
  }

func example(_ name: String, uses product: String = "Facelatch") -> Target {
  .executableTarget(name: name, dependencies: [.product(name: product, package: "Facelatch")])
}

let package = Package(
  name: "FacelatchClient",
  dependencies: [facelatch],
  targets: [
    example("ComparePhotos"), example("EnrolAndUnlock"), example("IdentifyPerson"), example("WatchFrames"),
    example("RunNetwork", uses: "Inference"),
  ],
  swiftLanguageModes: [.v6]
)
