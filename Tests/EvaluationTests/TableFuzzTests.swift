import ErrorRates
import Formats
import Foundation
import Testing

@testable import Evaluation

/// `FACELATCH_FUZZ_ROUNDS` sets the damaged copies per table, some by default.
@Suite("Protocol files with random damage")
struct TableFuzzTests {
  static let rounds = ProcessInfo.processInfo.environment["FACELATCH_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 400

  enum Table: UInt64, CaseIterable {
    case pairs, lfw, lfwTable, attacks, attention, authentication, scores

    var sound: [UInt8] {
      switch self {
      case .pairs:
        ProtocolText.bytes(
          "path_a,path_b,same,fold,identity_a,identity_b", "a.jpg,\"b, c.jpg\",1,1,Ada,Ada",
          "a.jpg,d.jpg,0,2,Ada,Bo",
          "e/f.jpg,d.jpg,0,,Cy,Bo", "\"g\"\"h\",e/f.jpg,yes,1,Cy,Cy")
      case .lfw: ProtocolText.bytes("2\t1", "Ada\t1\t2", "Ada\t1\tBo\t1", "Cy\t1\t2", "Cy\t1\tBo\t2")
      case .lfwTable:
        ProtocolText.bytes(
          "path_a,path_b,same", "A/1.jpg,A/2.jpg,1", "A/1.jpg,B/1.jpg,0", "x/B/1.jpg,C/1.jpg,0")
      case .attacks:
        ProtocolText.bytes(
          "path,label,species,clip,subject", "a,attack,print,c,1", "b,Bona Fide,,c,2", "c,fake,mask,,")
      case .attention: ProtocolText.bytes("path,eyes,condition", "a,open,front", "b,closed,\"side, left\"")
      case .authentication:
        ProtocolText.bytes(
          "path,subject,use,claim,species,transaction", "a,Ada,enrol", "b,Bo,enrol", "c,Ada,probe,,,1",
          "d,Ada,probe,,,1", "e,Bo,probe,Ada,mask,2")
      case .scores:
        ProtocolText.bytes(
          "same,score,fold,identity_a,identity_b", "1,0.75,1,Ada,Ada", "0,-0.1,2,Ada,Bo", "0,,1,Bo,Cy",
          "1,0.5,2,Cy,Cy")
      }
    }

    /// Reads the table and checks what any of them must hold to; throws what the reader throws.
    func check(_ bytes: [UInt8]) throws(DataSetError) {
      switch self {
      case .pairs: try check(PairList(csv: bytes, name: "table"))
      case .lfw, .lfwTable: try check(PairList(lfw: bytes, name: "table"))
      case .attacks, .attention:
        let wording: LabelledPictures.Wording = self == .attacks ? .presentationAttack : .attention
        let list = try LabelledPictures(csv: bytes, name: "table", wording: wording)
        #expect(!list.entries.isEmpty && Set(list.entries.map(\.path)).count == list.entries.count)
        check(list.problems)
      case .authentication:
        let list = try AuthenticationManifest(csv: bytes, name: "table")
        #expect(list.transactions.allSatisfy { list.people.indices.contains($0.claim) && !$0.paths.isEmpty })
        #expect(list.people.allSatisfy { !$0.enrolment.isEmpty })
        check(list.problems)
      case .scores:
        let list = try ScoreList(csv: bytes, name: "table")
        #expect(!list.rows.isEmpty)
        #expect(
          list.rows.allSatisfy { row in
            row.score.magnitude <= 1.001
              && [row.people?.first, row.people?.second].allSatisfy {
                $0.map { list.identities.indices.contains(Int($0)) } ?? true
              }
          })
        check(list.problems)
        if let halves = list.halves() {
          #expect(halves.first.rows.count + halves.second.rows.count <= list.rows.count)
        }
        _ = try? ThresholdChoice.choices(
          [.falseMatchRate(0.5)], on: TuningScores(list).measured, verifiedOn: nil)
      }
    }

    private func check(_ list: PairList) {
      #expect(!list.pairs.isEmpty)
      #expect(list.identityOfPicture.count == list.pictures.count)
      #expect(Set(list.pictures).count == list.pictures.count)
      #expect(Set(list.identityOfPicture) == Set(list.identities.indices))
      for pair in list.pairs {
        #expect(list.pictures.indices.contains(pair.first) && list.pictures.indices.contains(pair.second))
        #expect(pair.first != pair.second)
        #expect(pair.fold.map { list.folds.indices.contains($0) } ?? true)
        if pair.isGenuine {
          #expect(list.identityOfPicture[pair.first] == list.identityOfPicture[pair.second])
        }
      }
      check(list.problems)
    }

    private func check(_ problems: [RowProblem]) {
      for problem in problems {
        #expect(problem.line.map { $0 >= 1 } == true)
        #expect(!problem.text.utf8.contains { $0 < 0x20 || $0 == 0x7f }, "\(problem.text)")
      }
    }
  }

  /// Flips, removes, doubles or cuts bytes, and writes what tables are made of, or large numbers.
  private static func damaged(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    let pieces: [[UInt8]] = [
      [0x22], [0x2c], [0x0a], [0x0d, 0x0a], [0x0d], [0xff], [0], [0xef, 0xbb, 0xbf],
      Array("9223372036854775807".utf8),
      Array("-1".utf8), Array("1e999".utf8), Array("nan".utf8), [0x09], [0x1b], Array("\u{2028}".utf8),
      [0x2f],
    ]
    var bytes = bytes
    for _ in 0..<(1 + generator.index(below: 4)) where !bytes.isEmpty {
      let index = generator.index(below: bytes.count)
      let end = min(bytes.count, index + 1 + generator.index(below: 12))
      switch generator.index(below: 7) {
      case 0: bytes[index] ^= 1 << UInt8(generator.index(below: 8))
      case 1: bytes[index] = UInt8(generator.index(below: 256))
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 4: bytes.insert(contentsOf: pieces[generator.index(below: pieces.count)], at: index)
      case 5: bytes.replaceSubrange(index..<end, with: pieces[generator.index(below: pieces.count)])
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }

  @Test(
    "A damaged table gives a list that holds together, or an error in one line", arguments: Table.allCases)
  func survives(_ table: Table) throws {
    try table.check(table.sound)
    var generator = SplitMix64(seed: 300 + table.rawValue)
    var (lists, errors) = (0, 0)
    for _ in 0..<Self.rounds {
      do throws(DataSetError) {
        try table.check(Self.damaged(table.sound, &generator))
        lists += 1
      } catch {
        guard case .unusableTable("table", _) = error else { throw error }
        #expect(!error.description.utf8.contains { $0 < 0x20 }, "\(error.description)")
        errors += 1
      }
    }
    #expect(lists > 0 && errors > 0)
  }

  @Test("Random bytes are no table", arguments: Table.allCases)
  func random(_ table: Table) {
    var generator = SplitMix64(seed: 500 + table.rawValue)
    for _ in 0..<Self.rounds / 4 {
      let bytes = (0..<generator.index(below: 300)).map { _ in UInt8(generator.index(below: 256)) }
      #expect(throws: DataSetError.self) { try table.check(bytes) }
    }
  }

  @Test("Damaged counts give scores that can be used, or an error")
  func counts() throws {
    let sound = CountsTable(genuine: [0.9, 0.7, 0.2], impostor: [-0.3, 0.1, 0.3]).bytes
    var generator = SplitMix64(seed: 900)
    var usable = 0
    for _ in 0..<Self.rounds / 20 {
      let bytes = Self.damaged(sound, &generator)
      do throws(DataSetError) {
        let scores = try TuningScores(counts: bytes, beside: nil, genuine: nil, name: "counts").measured
        _ = try? ThresholdChoice.choices([.falseMatchRate(1)], on: scores, verifiedOn: scores)
        usable += 1
      } catch {
        guard case .unusableTable("counts", _) = error else { throw error }
      }
    }
    #expect(usable < Self.rounds / 20)
  }
}
