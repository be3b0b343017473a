import CProcessor

/// The SHA-256 digest (FIPS 180-4) of bytes in memory.
package struct SHA256 {
  /// Whether this processor has instructions of its own for the mixing of blocks.
  package static let hasInstructions = facelatch_has_sha256()

  /// The digest as 64 lowercase hexadecimal digits.
  ///
  /// - Parameter usingInstructions: Whether to use the processor's instructions for it; they must exist.
  package static func hexadecimalDigest(
    _ bytes: [UInt8], usingInstructions: Bool = hasInstructions
  ) -> String {
    var hash = SHA256(usesInstructions: usingInstructions)
    hash.addAll(bytes)
    return (0..<8).map { index in
      let digits = String(hash.state[index], radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private let usesInstructions: Bool

  private init(usesInstructions: Bool) {
    self.usesInstructions = usesInstructions
  }

  /// Fractions of the square roots of the first eight primes.
  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let blockSize = 64

  /// Hashes the message, then its end: a 1 bit, zeros, and the length in bits as a big-endian 64-bit number.
  private mutating func addAll(_ bytes: [UInt8]) {
    let wholeBlocks = bytes.count / Self.blockSize * Self.blockSize
    addBlocks(bytes.span.bytes, upTo: wholeBlocks)
    var end = Array(bytes[wholeBlocks...]) + [0x80]
    while end.count % Self.blockSize != Self.blockSize - 8 { end.append(0) }
    let bitCount = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    addBlocks(end.span.bytes, upTo: end.count)
  }

  /// - Parameter end: A multiple of the block size, at most the number of bytes.
  private mutating func addBlocks(_ bytes: RawSpan, upTo end: Int) {
    if usesInstructions {
      bytes.withUnsafeBytes { bytes in
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        withUnsafeMutablePointer(to: &state) { state in
          state.withMemoryRebound(to: UInt32.self, capacity: 8) { state in
            facelatch_add_sha256_blocks(state, start, end / Self.blockSize, Self.constants)
          }
        }
      }
      return
    }
    let constants = Self.constants.span
    var offset = 0
    while offset < end {
      addBlock(bytes, at: offset, constants)
      offset += Self.blockSize
    }
  }

  /// Mixes one block of 64 bytes into the state.
  ///
  /// The eight working variables are not shifted from round to round; the calls name them shifted instead,
  /// which leaves them in registers. `schedule` keeps the last sixteen message words.
  @inline(__always)
  private mutating func addBlock(_ bytes: RawSpan, at offset: Int, _ constants: Span<UInt32>) {
    var schedule = InlineArray<16, UInt32>(repeating: 0)
    for index in 0..<16 {
      // The read is checked against the span; "unsafe" refers to types with invalid bit patterns, which this
      // has not.
      schedule[index] = UInt32(
        bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset &+ index &* 4, as: UInt32.self))
    }
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    var e = state[4]
    var f = state[5]
    var g = state[6]
    var h = state[7]
    var round = 0
    while round < 64 {
      @inline(__always)
      func word(_ index: Int) -> UInt32 {
        if round > 0 {
          let early = schedule[(index &+ 1) & 15]
          let late = schedule[(index &+ 14) & 15]
          schedule[index] =
            schedule[index] &+ schedule[(index &+ 9) & 15]
            &+ (Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ (early &>> 3))
            &+ (Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ (late &>> 10))
        }
        return constants[round &+ index] &+ schedule[index]
      }
      Self.mix(a, b, c, &d, e, f, g, &h, word(0))
      Self.mix(h, a, b, &c, d, e, f, &g, word(1))
      Self.mix(g, h, a, &b, c, d, e, &f, word(2))
      Self.mix(f, g, h, &a, b, c, d, &e, word(3))
      Self.mix(e, f, g, &h, a, b, c, &d, word(4))
      Self.mix(d, e, f, &g, h, a, b, &c, word(5))
      Self.mix(c, d, e, &f, g, h, a, &b, word(6))
      Self.mix(b, c, d, &e, f, g, h, &a, word(7))
      Self.mix(a, b, c, &d, e, f, g, &h, word(8))
      Self.mix(h, a, b, &c, d, e, f, &g, word(9))
      Self.mix(g, h, a, &b, c, d, e, &f, word(10))
      Self.mix(f, g, h, &a, b, c, d, &e, word(11))
      Self.mix(e, f, g, &h, a, b, c, &d, word(12))
      Self.mix(d, e, f, &g, h, a, b, &c, word(13))
      Self.mix(c, d, e, &f, g, h, a, &b, word(14))
      Self.mix(b, c, d, &e, f, g, h, &a, word(15))
      round &+= 16
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One round; `word` is the message word plus the round's constant.
  @inline(__always)
  private static func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ word
    d = d &+ first
    h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
  }

  /// Rotation to the right.
  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }

  /// Fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
