import TensorKernels
import Workers

/// A model prepared for fixed input shapes, with the memory of one run.
///
/// Fill the inputs, run, read the outputs; nothing is allocated between. What is filled stays, so that another run needs
/// only the inputs that change. A session serves one thread at a time; the
/// weights belong to the model and are shared by all its sessions. The results do not depend on the number of
/// threads, to the last bit.
public final class Session {
  private let machine: Machine
  private let arena: AlignedBuffer
  private let calls: [() -> Void]
  private let stepNames: [String]
  let inputs: [String: Place]
  let outputs: [String: Place]

  /// Where an input or output lies, or its content where it does not depend on the inputs.
  struct Place {
    let shape: [Int]
    let elementType: ElementType
    let base: UnsafeMutableRawPointer
    /// Keeps a constant output in memory.
    let owner: AlignedBuffer?
  }

  init(
    graph: Graph, information: [ValueInformation], packed: [PackedWeights?], threads: Int,
    instructionSet: InstructionSet, limits: InferenceLimits
  ) throws(InferenceError) {
    let machine = Machine(kernels: instructionSet.kernels, pool: WorkerPool(threadCount: threads))
    var builder = PlanBuilder(
      graph: graph, information: information, packed: packed, machine: machine, limits: limits)
    try builder.build()
    let plan = builder.memory
    guard plan.arenaByteCount <= limits.arenaByteCount else {
      throw .limitExceeded(
        detail:
          "a run needs \(plan.arenaByteCount) bytes of working memory, \(limits.arenaByteCount) are allowed")
    }
    let arena = try AlignedBuffer(byteCount: plan.arenaByteCount)
    let addresses = Addresses(arena: arena.base, plan: plan)
    calls = builder.steps.map { $0.bind(addresses, machine) }
    stepNames = builder.steps.map(\.name)

    func place(_ value: ValueID) throws(InferenceError) -> Place {
      let known = information[value.index]
      if let constant = known.constant {
        let owner = try AlignedBuffer(copying: constant)
        return Place(shape: known.shape, elementType: known.elementType, base: owner.base, owner: owner)
      }
      guard let buffer = builder.plainBufferIfPlanned(value) else {
        throw .invalidNode(node: graph.values[value.index].name, detail: "nothing computes this output")
      }
      return Place(
        shape: known.shape, elementType: known.elementType, base: addresses.raw(buffer), owner: nil)
    }
    var inputs: [String: Place] = [:]
    for input in graph.inputs { inputs[input.name] = try place(input.value) }
    var outputs: [String: Place] = [:]
    for output in graph.outputs { outputs[graph.values[output.index].name] = try place(output) }
    self.inputs = inputs
    self.outputs = outputs
    self.machine = machine
    self.arena = arena
  }

  /// Computes the outputs from the inputs.
  public func run() {
    for call in calls { call() }
  }

  /// Runs step by step and tells how long each took, in seconds: for profiles.
  public func runTimed(clock: () -> Double) -> [(name: String, seconds: Double)] {
    var times: [(name: String, seconds: Double)] = []
    for (call, name) in zip(calls, stepNames) {
      let start = clock()
      call()
      times.append((name, clock() - start))
    }
    return times
  }
}
