import KernelInterface

/// The kernels as compiled for this target's instruction set.
public struct Kernels: KernelSet {
  public init() {}

  public var instructionSet: InstructionSet {
    #if KERNELS_AVX512
      .avx512
    #elseif KERNELS_AVX2
      .avx2
    #else
      .baseline
    #endif
  }
}
