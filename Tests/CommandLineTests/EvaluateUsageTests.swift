import Facelatch
import Testing

@testable import facelatch

@Suite("Evaluate and tune: wrong usage")
struct EvaluateUsageTests {
  private func failure(_ words: String) async -> Failure? {
    await #expect(throws: Failure.self, "\(words)") {
      try await Program.run(words.split(separator: " ").map { Array($0.utf8) }, Console())
    }
  }

  @Test(
    "Each message names what is wrong, and says what helps",
    arguments: [
      ("evaluate --out x", "'evaluate' needs verification|pad|attention|authentication|merge"),
      (
        "evaluate verify --out x",
        "'evaluate' takes verification, pad, attention, authentication, merge, not 'verify'"
      ),
      ("evaluate verificaton --out x", "did you mean 'verification'?"),
      ("evaluate verification", "'evaluate' needs '--out DIR'"),
      (
        "evaluate verification --out x",
        "'evaluate verification' needs '--protocol lfw', 'pairs' or 'folders'"
      ),
      (
        "evaluate verification --out x --protocol lwf",
        "'--protocol' takes lfw, pairs, folders, not 'lwf'; did you mean 'lfw'?"
      ),
      ("evaluate verification --out x --protocol pairs", "'--protocol pairs' needs '--pairs FILE'"),
      ("evaluate verification --out x --protocol lfw", "'--protocol lfw' needs '--pairs FILE'"),
      (
        "evaluate verification --out x --protocol folders --pairs y",
        "'--protocol folders' takes no '--pairs'"
      ),
      (
        "evaluate verification pairs.csv --out x --protocol folders",
        "'evaluate verification' takes no argument 'pairs.csv'"
      ),
      (
        "evaluate verification --out x --protocol folders --workers 0",
        "'--workers' takes a whole number from 1 to 1,024, not '0'"
      ),
      (
        "evaluate verification --out x --protocol folders --shard 3/2",
        "'--shard' takes a part and their number, for example 2/4, not '3/2'"
      ),
      (
        "evaluate verification --out x --protocol folders --several all",
        "'--several' takes largest, central, refuse, not 'all'"
      ),
      (
        "evaluate verification --out x --protocol folders --manifest y",
        "'evaluate verification' takes no '--manifest'"
      ),
      (
        "evaluate verification --out x --protocol folders --liveness off",
        "'evaluate verification' takes no '--liveness'"
      ),
      ("evaluate pad --out x", "'evaluate pad' needs '--manifest FILE'"),
      ("evaluate pad --out x --manifest y --pairs z", "'evaluate pad' takes no '--pairs'"),
      ("evaluate pad --out x --manifest y --fmr 0.1", "'evaluate pad' takes no '--fmr'"),
      ("evaluate attention --out x", "'evaluate attention' needs '--manifest FILE'"),
      (
        "evaluate attention --out x --manifest y --protocol pairs",
        "'evaluate attention' takes no '--protocol'"
      ),
      ("evaluate authentication --out x", "'evaluate authentication' needs '--manifest FILE'"),
      ("evaluate authentication --out x --manifest y --liveness of", "'--liveness' takes "),
      (
        "evaluate authentication --out x --manifest y --several refuse",
        "'evaluate authentication' takes no '--several'"
      ),
      ("evaluate merge --out x", "'evaluate merge' needs the folders that the shards wrote"),
      ("evaluate merge a --out x --shard 1/2", "'evaluate merge' takes no '--shard'"),
      ("evaluate merge a --out x --root b", "'evaluate merge' takes no '--root'"),
      ("evaluate merge a --out x --cach b", "did you mean '--cache'?"),
      ("tune --fmr 1e-3", "'tune' needs '--scores PATH'"),
      ("tune --scores x", "'tune' needs '--fmr RATES' or '--cost-false-match X'"),
      ("tune --scores x --fmr 1e-3 --cost-false-match 2", "'--fmr' does not go with '--cost-false-match'"),
      ("tune --scores x --cost-false-match 0", "'--cost-false-match' takes a number from"),
      ("tune --scores x --cost-false-match 1 --impostor-share 1", "'--impostor-share' takes a number from"),
      (
        "tune --scores x --fmr 1e-3 --impostor-share 0.5",
        "'--impostor-share' goes with '--cost-false-match X' only"
      ),
      (
        "tune --scores x --fmr 1e-3 --cost-false-non-match 2",
        "'--cost-false-non-match' goes with '--cost-false-match X' only"
      ),
      (
        "tune --scores x --fmr 1e-3,1e-4 --decide 1e-2",
        "'--decide' takes a rate between the lowest and the highest one of '--fmr'"
      ),
      (
        "tune --scores x --fmr 1e-3 --decide often",
        "'--decide' takes a rate greater than 0 and at most 1, not 'often'"
      ),
      ("tune --scores x --cost-false-match 1 --decide 1e-2", "'--decide' goes with '--fmr' only"),
      (
        "tune --scores x --fmr 1e-3 --pack p --models m",
        "'--models' does not go with '--pack'; --pack names the model pack already"
      ),
      ("tune --scores x --fmr 1e-3 --config c", "'--config' needs '--out FILE'"),
      ("tune x --scores y --fmr 1e-3", "takes no argument"),
    ])
  func messages(_ words: String, _ message: String) async {
    let failure = await failure(words)
    #expect(failure?.exitCode == .usage)
    #expect(failure?.line.contains(message) == true, "\(failure?.line ?? "")")
    #expect(failure?.cure != nil)
  }

  @Test(
    "Rates are greater than 0 and at most 1",
    arguments: ["0", "-1", "2", "nan", "inf", "often", "1e-3,", ",", "1e-3,,1e-4", "1e-3;1e-4"])
  func rates(_ rates: String) async {
    for command in ["evaluate verification --protocol folders --out x", "tune --scores x"] {
      let failure = await failure("\(command) --fmr=\(rates)")
      #expect(failure?.exitCode == .usage)
      #expect(
        failure?.cause
          == "'--fmr' takes rates greater than 0 and at most 1, for example 1e-3,1e-4, not '\(rates)'")
    }
  }

  @Test(
    "Shards are parts of their number",
    arguments: ["0/2", "3/2", "1", "a/b", "1/2/3", "/", "1/", "-1/-1", "1/0"])
  func shards(_ shard: String) async {
    let failure = await failure("evaluate pad --manifest x --out y --shard=\(shard)")
    #expect(failure?.exitCode == .usage)
    #expect(failure?.cause.hasSuffix("not '\(shard)'") == true)
  }
}
