// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the product carries no benchmark. Python scripts build and drive the timers.
let package = Package(
  name: "FaceGateBenchmarks",
  dependencies: [.package(name: "FaceGate", path: "..")],
  targets: [
    .executableTarget(
      name: "network-timer",
      dependencies: [.product(name: "Inference", package: "FaceGate")]
    ),
    .executableTarget(
      name: "pipeline-timer",
      dependencies: [.product(name: "FaceGate", package: "FaceGate")]
    ),
    .executableTarget(
      name: "gallery-timer",
      dependencies: [.product(name: "FaceGate", package: "FaceGate")]
    ),
    // In C, whose compiler makes one function for each instruction set in a file.
    .executableTarget(name: "machine-limits"),
    .executableTarget(
      name: "liveness-rates",
      dependencies: [
        .product(name: "Capture", package: "FaceGate"), .product(name: "FaceAnalysis", package: "FaceGate"),
        .product(name: "Liveness", package: "FaceGate"),
      ],
      path: "liveness/rates"
    ),
    .executableTarget(
      name: "frame-dump",
      dependencies: [.product(name: "Capture", package: "FaceGate")],
      path: "capture",
      exclude: ["check_against_ffmpeg.py"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
