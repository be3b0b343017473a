// Tells whether frames in the memory of a camera library show a living person: WatchFrames FILE WIDTH HEIGHT
// The file stands for the camera; it has frames in YUYV one after the other, 30 of them a second, as
// `v4l2-ctl --stream-mmap --stream-to=FILE` writes them.
import Facelatch
import Foundation

let memory = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
guard let width = Int(CommandLine.arguments[2]), let height = Int(CommandLine.arguments[3]) else { exit(2) }

let models = try Gate().models()
let looks = try PresentationAttackEstimator(models: models)
var watch = LivenessWatch(
  models: models, rules: LivenessRules(requirement: .motion, passiveThreshold: looks.threshold))

let frameSize = width * height * 2
for index in 0..<memory.count / frameSize {
  let frame = try memory.withUnsafeBytes { bytes in
    try Image(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[(index * frameSize)...]), width: width, height: height,
      format: .yuyv)
  }
  let seen = try watch.observe(frame, timeSeconds: Double(index) / 30)
  if let face = seen.face { watch.add(passiveScore: try looks.score(of: face, in: frame)) }
}
print("\(watch.decision.outcome): \(watch.decision.explanation)")
