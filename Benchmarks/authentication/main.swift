import FaceGate

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// How often the whole evaluator, with its default rules and threshold, turns away the person it knows and lets a
// stranger in. The pictures lie in a folder per person, as those of LFW.

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  let people = try People(root: options.root)
  print(people.description)
  let models = FaceModels(pack: try .bundled())
  let threshold = try Matcher(pack: models.pack).threshold
  let faces = await CapturedFaces(of: people.pictures, models: models, threads: options.threads)
  print(faces.description)

  var relaxed = PolicyRules.faceID
  relaxed.requiresAttention = false
  for (title, rules) in [("default rules", PolicyRules.faceID), ("the same without attention", relaxed)] {
    let trial = try Trial(people: people, faces: faces, rules: rules, threshold: threshold)
    print("\n\(title), threshold \(threshold)\n\(try trial.run())")
  }
} catch {
  print("error: \(error)")
  exit(1)
}
