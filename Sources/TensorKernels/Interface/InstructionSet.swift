/// A vector instruction set that the kernels are compiled for.
public enum InstructionSet: String, Sendable, CaseIterable {
  /// What every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
  case baseline
  /// AVX2 with fused multiply-add: Haswell, Zen and later.
  case avx2
  /// AVX-512 F, BW, DQ and VL: Skylake-X, Zen 4 and later.
  case avx512
}
