// swift-tools-version: 6.1
import PackageDescription

// Unsafe flags bar a package from being a versioned dependency, so only the root package (or a branch or
// path dependency, whose folder is not below `checkouts`) compiles the per-instruction-set kernels.
let isVersionedDependency = Context.packageDirectory.contains("/checkouts/")

#if arch(x86_64)
  let hasWideKernels = !isVersionedDependency
#else
  let hasWideKernels = false
#endif

/// Pixel and tensor loops are unusable without the optimiser, so they are optimised in debug builds too.
let optimised: [SwiftSetting] = isVersionedDependency ? [] : [.unsafeFlags(["-O"])]

/// The innermost loops work on raw memory whose extent their callers have checked. Compiled file by file, as debug
/// builds do it, their helpers would not be inlined and tests take eight times as long; the package manager's index
/// of the sources needs the single thread.
let unchecked: [SwiftSetting] =
  isVersionedDependency
  ? [] : [.unsafeFlags(["-Ounchecked", "-wmo", "-num-threads", "1", "-disable-batch-mode"])]

func clangFlags(_ flags: [String]) -> SwiftSetting {
  .unsafeFlags(flags.flatMap { ["-Xcc", $0] })
}

let wideKernelTargets: [Target] =
  hasWideKernels
  ? [
    .target(
      name: "TensorKernelsAVX2",
      dependencies: ["CProcessor", "KernelInterface"],
      path: "Sources/TensorKernels/AVX2",
      swiftSettings: unchecked + [
        .define("KERNELS_AVX2"), clangFlags(["-mavx2", "-mfma"]),
      ]
    ),
    .target(
      name: "TensorKernelsAVX512",
      dependencies: ["CProcessor", "KernelInterface"],
      path: "Sources/TensorKernels/AVX512",
      swiftSettings: unchecked + [
        .define("KERNELS_AVX512"),
        clangFlags([
          "-mavx2", "-mfma", "-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl",
          "-mprefer-vector-width=512",
        ]),
      ]
    ),
  ] : []

let package = Package(
  name: "Facelatch",
  products: [
    .library(name: "Facelatch", targets: ["Facelatch"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "FaceAnalysis", targets: ["FaceAnalysis"]),
    .library(name: "Capture", targets: ["Capture"]),
    .library(name: "Liveness", targets: ["Liveness"]),
    .library(name: "ErrorRates", targets: ["ErrorRates"]),
    .library(name: "Inference", targets: ["Inference", "TensorKernels"]),
    .executable(name: "facelatch", targets: ["facelatch"]),
  ],
  targets: [
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CProcessor"),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CImageGuards", dependencies: ["CJPEG", "CPNG"]),
    .target(name: "Platform", dependencies: ["CProcessor"], swiftSettings: optimised),
    .target(
      name: "Imaging", dependencies: ["CImageGuards", "CJPEG", "CPNG", "Platform"], swiftSettings: optimised),
    .target(name: "Capture", dependencies: ["Imaging", "Platform"], swiftSettings: optimised),
    .target(name: "KernelInterface", path: "Sources/TensorKernels/Interface"),
    .target(
      name: "TensorKernelsBaseline",
      dependencies: ["CProcessor", "KernelInterface"],
      path: "Sources/TensorKernels/Baseline",
      swiftSettings: unchecked
    ),
    .target(
      name: "TensorKernels",
      dependencies: ["CProcessor", "KernelInterface", "Platform", "TensorKernelsBaseline"]
        + (hasWideKernels ? ["TensorKernelsAVX2", "TensorKernelsAVX512"] : []),
      path: "Sources/TensorKernels/Selection",
      swiftSettings: hasWideKernels ? [.define("WIDE_KERNELS")] : []
    ),
    .target(name: "Workers", dependencies: ["CProcessor", "Platform"], swiftSettings: optimised),
    .target(
      name: "Inference", dependencies: ["Platform", "TensorKernels", "Workers"], swiftSettings: optimised),
    // The networks belong to a C target, because the package manager gives every Swift target with resources an
    // accessor that imports Foundation, whose loading alone takes longer than a short-lived program should.
    .target(
      name: "ModelFiles",
      path: "Models",
      exclude: ["BundledModels.swift", "README.md", "LICENSES", "convert", "training"],
      sources: ["ModelFiles.c"],
      resources: [
        .copy("face-detector.onnx"), .copy("face-embedding.onnx"), .copy("face-mesh.onnx"),
        .copy("iris.onnx"), .copy("presentation-attack.onnx"),
        .copy("model-pack.json"),
      ]
    ),
    .target(
      name: "BundledModels",
      dependencies: ["ModelFiles", "Platform"],
      path: "Models",
      exclude: [
        "ModelFiles.c", "include", "README.md", "LICENSES", "convert", "training", "face-detector.onnx",
        "face-embedding.onnx", "face-mesh.onnx", "iris.onnx", "presentation-attack.onnx", "model-pack.json",
      ],
      sources: ["BundledModels.swift"]
    ),
    .target(name: "Findings"),
    .target(
      name: "FaceAnalysis",
      dependencies: ["BundledModels", "Findings", "Formats", "Imaging", "Inference", "Platform"],
      swiftSettings: optimised),
    .target(
      name: "Liveness", dependencies: ["FaceAnalysis", "Findings", "Imaging"], swiftSettings: optimised),
    .target(
      name: "Matching", dependencies: ["Platform", "TensorKernels", "Workers"], swiftSettings: optimised),
    .target(name: "Database", dependencies: ["CSQLite", "Platform"]),
    .target(
      name: "Store", dependencies: ["CSodium", "Database", "Findings", "Formats", "Matching", "Platform"]),
    .target(
      name: "Policy",
      dependencies: ["CSodium", "Capture", "Findings", "Formats", "Matching", "Platform", "Store"]),
    .target(
      name: "Facelatch",
      dependencies: [
        "Capture", "FaceAnalysis", "Findings", "Formats", "Imaging", "Liveness", "Matching", "Platform",
        "Policy", "Store", "TensorKernels",
      ]
    ),
    .target(name: "LocalAuthentication", dependencies: ["Facelatch"]),
    .target(name: "Formats", dependencies: ["Platform"], swiftSettings: optimised),
    .target(name: "ErrorRates", dependencies: ["Formats", "Platform"], swiftSettings: optimised),
    .target(
      name: "EvaluationReport", dependencies: ["ErrorRates", "Formats", "Platform"], swiftSettings: optimised),
    .target(
      name: "Evaluation",
      dependencies: [
        "Capture", "Database", "ErrorRates", "EvaluationReport", "FaceAnalysis", "Facelatch", "Findings",
        "Formats", "Imaging", "Liveness", "Matching", "Platform", "Workers",
      ],
      swiftSettings: optimised),
    .executableTarget(
      name: "facelatch",
      dependencies: [
        "ErrorRates", "Evaluation", "EvaluationReport", "Facelatch", "Formats", "Platform", "Workers",
      ],
      path: "Sources/CommandLine"),
    .target(name: "ExampleTerminal", path: "Sources/Examples/Terminal"),
    .executableTarget(
      name: "LoginApp",
      dependencies: ["ExampleTerminal", "Facelatch", "LocalAuthentication"],
      path: "Sources/Examples/LoginApp"
    ),
    .executableTarget(
      name: "UnlockWithPasscode",
      dependencies: ["ExampleTerminal", "Facelatch", "LocalAuthentication"],
      path: "Sources/Examples/UnlockWithPasscode"
    ),
    // Programs of one idea each, which somebody else's package builds as well.
    .executableTarget(
      name: "ComparePhotos", dependencies: ["Facelatch"], path: "Sources/Examples/ComparePhotos"),
    .executableTarget(
      name: "EnrolAndUnlock", dependencies: ["Facelatch"], path: "Sources/Examples/EnrolAndUnlock"),
    .executableTarget(
      name: "IdentifyPerson", dependencies: ["Facelatch"], path: "Sources/Examples/IdentifyPerson"),
    .executableTarget(name: "WatchFrames", dependencies: ["Facelatch"], path: "Sources/Examples/WatchFrames"),
    .executableTarget(name: "RunNetwork", dependencies: ["Inference"], path: "Sources/Examples/RunNetwork"),
    // A program that tests start to be killed, to run out of space, and to write as somebody else.
    .executableTarget(name: "PlatformTestTool", dependencies: ["Platform"], path: "Tests/PlatformTestTool"),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "PlatformTestTool", "TestSupport"]),
    // What tests of several rooms need. It knows the C library alone, so that programs that tests start stay small.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: optimised),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "ImagingTests", dependencies: ["Imaging", "TestSupport"], resources: [.copy("Fixtures")],
      swiftSettings: optimised),
    .testTarget(
      name: "CaptureTests", dependencies: ["Capture", "TestSupport"], resources: [.copy("Fixtures")],
      swiftSettings: optimised),
    .testTarget(
      name: "TensorKernelsTests", dependencies: ["TensorKernels", "TestSupport"], swiftSettings: optimised),
    .testTarget(
      name: "InferenceTests", dependencies: ["Inference", "TestSupport"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "FaceAnalysisTests", dependencies: ["FaceAnalysis", "Formats", "Platform", "TestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LivenessTests", dependencies: ["Liveness", "TestSupport"], resources: [.copy("Fixtures")],
      swiftSettings: optimised),
    .testTarget(name: "MatchingTests", dependencies: ["Matching", "TensorKernels", "TestSupport"]),
    .target(
      name: "FacelatchTestSupport", dependencies: ["Facelatch", "TestSupport"],
      path: "Tests/FacelatchTestSupport"),
    // A program that tests start many times over, race against itself and kill.
    .executableTarget(
      name: "FacelatchTestTool", dependencies: ["FacelatchTestSupport"], path: "Tests/FacelatchTestTool"),
    .testTarget(
      name: "FacelatchTests",
      dependencies: [
        "FacelatchTestSupport", "FacelatchTestTool", "Formats", "Policy", "Store", "TestSupport",
      ]),
    .testTarget(name: "FormatsTests", dependencies: ["Formats", "TestSupport"]),
    .testTarget(
      name: "ErrorRatesTests", dependencies: ["ErrorRates", "TestSupport"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "EvaluationReportTests",
      dependencies: ["ErrorRates", "EvaluationReport", "FaceAnalysis", "Formats", "Imaging", "TestSupport"]),
    .testTarget(
      name: "EvaluationTests",
      dependencies: [
        "CSQLite", "Database", "ErrorRates", "Evaluation", "FaceAnalysis", "Facelatch", "Findings", "Formats",
        "Imaging",
        "Matching", "Platform", "TestSupport",
      ]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["Formats", "Platform", "TestSupport", "Workers", "facelatch"],
      exclude: ["Fixtures"]),
    // Programs written for Apple's framework are mostly in Swift 5 mode; these stand for them.
    .target(
      name: "ClientSnippets",
      dependencies: ["LocalAuthentication"],
      path: "Tests/ClientSnippets",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "LocalAuthenticationTests",
      dependencies: ["ClientSnippets", "LocalAuthentication", "TestSupport"]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "ComparePhotos", "EnrolAndUnlock", "FacelatchTestSupport", "IdentifyPerson", "LoginApp", "RunNetwork",
        "TestSupport", "UnlockWithPasscode", "WatchFrames",
      ]),
  ] + wideKernelTargets,
  swiftLanguageModes: [.v6]
)
