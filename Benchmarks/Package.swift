// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the product carries no benchmark. Python scripts build and drive the timers.
let package = Package(
  name: "FacelatchBenchmarks",
  dependencies: [.package(name: "Facelatch", path: "..")],
  targets: [
    .target(name: "TimerRequests"),
    .executableTarget(
      name: "network-timer",
      dependencies: ["TimerRequests", .product(name: "Inference", package: "Facelatch")]
    ),
    .executableTarget(
      name: "pipeline-timer",
      dependencies: ["TimerRequests", .product(name: "Facelatch", package: "Facelatch")]
    ),
    .executableTarget(
      name: "gallery-timer",
      dependencies: ["TimerRequests", .product(name: "Facelatch", package: "Facelatch")]
    ),
    // In C, whose compiler makes one function for each instruction set in a file.
    .executableTarget(name: "machine-limits"),
    .executableTarget(
      name: "liveness-rates",
      dependencies: [
        .product(name: "Capture", package: "Facelatch"), .product(name: "FaceAnalysis", package: "Facelatch"),
        .product(name: "Facelatch", package: "Facelatch"), .product(name: "Liveness", package: "Facelatch"),
      ],
      path: "liveness/rates"
    ),
    .executableTarget(
      name: "frame-dump",
      dependencies: [.product(name: "Capture", package: "Facelatch")],
      path: "capture",
      exclude: ["check_against_ffmpeg.py"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
