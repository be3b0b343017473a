import TensorKernels
import Workers

/// A model prepared for fixed input shapes, with the memory of one run.
///
/// Fill the inputs, run, read the outputs; nothing is allocated between. A session serves one thread at a time; the
/// weights belong to the model and are shared by all its sessions. The results do not depend on the number of
/// threads, to the last bit.
public final class Session {
  private let machine: Machine
  private let arena: AlignedBuffer
  private let calls: [() -> Void]
  private let stepNames: [String]
  private let inputs: [String: Place]
  private let outputs: [String: Place]

  /// Where an input or output lies, or its content where it does not depend on the inputs.
  private struct Place {
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

  /// Lets `body` fill an input: row-major floats, as many as the product of the input's shape.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such input of floats.
  public func withInput(
    _ name: String, _ body: (UnsafeMutableBufferPointer<Float>) -> Void
  ) throws(InferenceError) {
    guard let place = inputs[name], place.elementType == .float32 else {
      throw .invalidInput(name: name, detail: "the model has no such input of floats")
    }
    let count = place.shape.reduce(1, *)
    body(UnsafeMutableBufferPointer(start: place.base.assumingMemoryBound(to: Float.self), count: count))
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

  /// The shape of an output.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such output.
  public func outputShape(_ name: String) throws(InferenceError) -> [Int] {
    try output(named: name).shape
  }

  /// Lets `body` read an output of the last run: row-major floats.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such output of floats.
  public func withOutput<Result>(
    _ name: String, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) throws(InferenceError) -> Result {
    let place = try output(named: name)
    guard place.elementType == .float32 else {
      throw .invalidInput(name: name, detail: "this output does not hold floats")
    }
    let count = place.shape.reduce(1, *)
    return body(
      UnsafeBufferPointer(start: UnsafePointer(place.base.assumingMemoryBound(to: Float.self)), count: count))
  }

  /// A copy of an output of the last run, row-major.
  ///
  /// - Throws: `InferenceError.invalidInput` if there is no such output of floats.
  public func output(_ name: String) throws(InferenceError) -> [Float] {
    try withOutput(name) { Array($0) }
  }

  private func output(named name: String) throws(InferenceError) -> Place {
    guard let place = outputs[name] else {
      throw .invalidInput(name: name, detail: "the model has no such output")
    }
    return place
  }
}
