import Evaluation
import Facelatch
import Platform

/// The scores that `tune` chooses and verifies on, read from tables or folders.
struct TuningSources {
  let choosing: TuningScores
  let choosingName: String
  /// `nil` where the scores can neither be split nor others were given.
  let verifying: TuningScores?
  let verifyingName: String
  /// Why the verification says less than it should; `nil` where nothing is known against it.
  let doubt: String?

  init(choosing path: Path, verifying other: Path?, pack: ModelPack, _ console: Console) throws(Failure) {
    let read = try Self.read(path, pack, console)
    if let other {
      choosing = read.scores
      choosingName = path.description
      let verifying = try Self.read(other, pack, console).scores
      self.verifying = verifying
      verifyingName = other.description
      doubt = Self.doubt(choosing, verifying, isSame: path.withoutDetours == other.withoutDetours)
      return
    }
    guard case .list(let list) = read, let halves = list.halves() else {
      throw Failure(
        path.description, cause: read.indivisibility + ", so it cannot be split",
        cure: "name other scores with --verify, on which the threshold is verified", exitCode: .unusableInput)
    }
    choosing = TuningScores(halves.first)
    verifying = TuningScores(halves.second)
    let kind = list.saysWhoIsWho ? "people" : "folds"
    choosingName = "\(path), half of the \(kind)"
    verifyingName = "\(path), the other half of the \(kind)"
    doubt = nil
  }

  private static func doubt(_ choosing: TuningScores, _ verifying: TuningScores, isSame: Bool) -> String? {
    if isSame { return "the thresholds are chosen on the same scores; this verifies nothing" }
    let shared = choosing.people.intersection(verifying.people).count
    guard shared > 0 else { return nil }
    let people = shared == 1 ? "1 person is" : "\(grouped(shared)) people are"
    return "\(people) also among those that the thresholds are chosen on; use others to verify"
  }

  private enum Read {
    case list(ScoreList)
    case counts(TuningScores)

    var scores: TuningScores {
      switch self {
      case .list(let list): TuningScores(list)
      case .counts(let scores): scores
      }
    }

    /// Why there are no two halves.
    var indivisibility: String {
      switch self {
      case .counts: "counts comparisons that it does not list"
      case .list(let list) where list.saysWhoIsWho: "compares too few people"
      case .list: "says neither who is who nor of folds"
      }
    }
  }

  private static func read(_ path: Path, _ pack: ModelPack, _ console: Console) throws(Failure) -> Read {
    guard FolderWalk.isFolder(path) else { return try table(path, console) }
    // Tables that somebody put together need no summary.
    guard OutputFolder.isMarked(path) else { return try tables(path, pack, console) }
    let read = try OutputFolder.readingWhole(path, seal: EvaluationFolder.summary) { () throws(Failure) in
      try tables(path, pack, console)
    }
    guard let read else {
      throw Failure(
        path.description, cause: "holds no whole evaluation", cure: "wait for its end, or run it again",
        exitCode: .unusableInput)
    }
    return read
  }

  private static func tables(_ path: Path, _ pack: ModelPack, _ console: Console) throws(Failure) -> Read {
    try checkModel(path, pack)
    let extremes = path.appending("impostors.csv")
    guard exists(extremes) else { return try table(path.appending("scores.csv"), console) }
    let counts = path.appending("counts.csv")
    let tables = TuningScores.ExtremeTables(
      impostors: try InputFile.contents(of: extremes),
      identities: try InputFile.contents(of: path.appending("identities.csv")))
    do {
      let bytes = try InputFile.contents(of: counts)
      let list = try ScoreList(
        csv: try InputFile.contents(of: path.appending("scores.csv")), name: path.description)
      return .counts(try TuningScores(counts: bytes, beside: tables, genuine: list, name: counts.description))
    } catch {
      throw Failure(reading: error)
    }
  }

  private static func table(_ path: Path, _ console: Console) throws(Failure) -> Read {
    let bytes = try InputFile.contents(of: path)
    do throws(DataSetError) {
      if CSVTable(Array(bytes.prefix { $0 != UInt8(ascii: "\n") })).column("threshold") != nil {
        return .counts(try TuningScores(counts: bytes, beside: nil, genuine: nil, name: path.description))
      }
      let list = try ScoreList(csv: bytes, name: path.description)
      for problem in list.problems.prefix(10) { console.note("facelatch: \(path): \(problem.text)") }
      if list.problems.count > 10 {
        console.note("facelatch: \(path): \(grouped(list.problems.count - 10)) more rows left out")
      }
      return .list(list)
    } catch {
      throw Failure(error)
    }
  }

  /// Scores of another embedding network have nothing to do with those of the pack.
  private static func checkModel(_ folder: Path, _ pack: ModelPack) throws(Failure) {
    let path = folder.appending(EvaluationFolder.summary)
    guard exists(path), let summary = try? JSON(parsing: try InputFile.contents(of: path)),
      case .string(let model)? = summary["model"], model != pack.embedding.file.sha256
    else { return }
    throw Failure(
      folder.description,
      cause: "was measured with the network \(model.prefix(12)), the model pack has another one",
      cure: "name that pack with --models, or measure again", exitCode: .configuration)
  }

  private static func exists(_ path: Path) -> Bool {
    do throws(Failure) {
      try InputFile.check(path)
      return true
    } catch {
      return false
    }
  }
}
