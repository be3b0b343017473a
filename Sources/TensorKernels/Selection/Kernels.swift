import CProcessor
@_exported import KernelInterface
import Platform
import TensorKernelsBaseline

#if WIDE_KERNELS
  import TensorKernelsAVX2
  import TensorKernelsAVX512
#endif

extension InstructionSet {
  /// The instruction sets that this build has kernels for and this processor can run, narrowest first.
  public static var available: [InstructionSet] {
    var sets: [InstructionSet] = [.baseline]
    #if WIDE_KERNELS
      if facelatch_has_avx2_and_fma() { sets.append(.avx2) }
      if facelatch_has_avx2_and_fma() && facelatch_has_avx512() { sets.append(.avx512) }
    #endif
    return sets
  }

  /// The widest available instruction set, or the one that `FACELATCH_ISA` names if it is available.
  public static let preferred: InstructionSet = {
    let sets = available
    if let name = Environment.text("FACELATCH_ISA"), let forced = InstructionSet(rawValue: name),
      sets.contains(forced)
    {
      return forced
    }
    return sets.last ?? .baseline
  }()

  /// The kernels of this instruction set; the baseline's where it is not available.
  public var kernels: any KernelSet {
    #if WIDE_KERNELS
      switch self {
      case .avx512 where Self.available.contains(.avx512): return TensorKernelsAVX512.Kernels()
      case .avx2 where Self.available.contains(.avx2): return TensorKernelsAVX2.Kernels()
      default: break
      }
    #endif
    return TensorKernelsBaseline.Kernels()
  }
}
