import Policy
import Store
import TensorKernels

/// The machine code that the networks run on.
public enum Engine {
  /// Names of the instruction sets that this build has kernels for and the processor runs, narrowest first.
  public static var availableInstructionSets: [String] {
    InstructionSet.available.map(\.rawValue)
  }

  /// The instruction set in use: the widest one, or the one that `FACELATCH_ISA` names where it is available.
  public static var activeInstructionSet: String {
    InstructionSet.preferred.rawValue
  }
}
