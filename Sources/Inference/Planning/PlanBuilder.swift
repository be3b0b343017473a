import TensorKernels

/// Chooses kernels and layouts for a graph whose shapes are all known, and plans the memory between them.
///
/// Activations of convolutions stay in blocks from one node to the next; an operator without a blocked kernel gets
/// its operands row-major and runs its plain implementation.
struct PlanBuilder {
  let graph: Graph
  let information: [ValueInformation]
  /// Packed weights per node, `nil` where a node has none.
  let packed: [PackedWeights?]
  let machine: Machine
  let limits: InferenceLimits

  private(set) var memory = MemoryPlan()
  private(set) var steps: [Step] = []
  private var plainBuffers: [ValueID: BufferID] = [:]
  private var blockedBuffers: [ValueID: BufferID] = [:]
  private var pinnedConstants: [ValueID: AlignedBuffer] = [:]
  /// The nodes that read a value, one entry per operand.
  private let consumers: [[Int]]
  /// Nodes that an earlier kernel computes in its epilogue.
  private var absorbed: Set<Int> = []
  private(set) var currentNode = 0
  private var plainWork = 0

  init(
    graph: Graph, information: [ValueInformation], packed: [PackedWeights?], machine: Machine,
    limits: InferenceLimits
  ) {
    self.graph = graph
    self.information = information
    self.packed = packed
    self.machine = machine
    self.limits = limits
    var consumers = [[Int]](repeating: [], count: graph.values.count)
    for (index, node) in graph.nodes.enumerated() {
      for case let operand? in node.inputs { consumers[operand.index].append(index) }
    }
    self.consumers = consumers
  }

  /// Plans the whole graph.
  mutating func build() throws(InferenceError) {
    for input in graph.inputs {
      plainBuffers[input.value] = memory.makeBuffer(byteCount: byteCount(input.value))
    }
    for index in graph.nodes.indices {
      let node = graph.nodes[index]
      let isKnown = node.outputs.allSatisfy { information[$0.index].constant != nil }
      if isKnown || absorbed.contains(index) { continue }
      currentNode = index
      if try !addBlockedKernel(node) { try addPlainOperator(node) }
    }
    let results = graph.outputs.filter { information[$0.index].constant == nil }
    let kept = Set(try results.map { value throws(InferenceError) in try plainBuffer(value) })
    for (index, step) in steps.enumerated() {
      for buffer in step.reads + step.writes { memory.use(buffer, at: index) }
    }
    for buffer in kept { memory.use(buffer, at: steps.count) }
    // The caller's input survives a run, so that running again without filling it anew gives the same result.
    for input in graph.inputs {
      if let buffer = plainBuffers[input.value] {
        memory.use(buffer, at: 0)
        memory.use(buffer, at: steps.count)
      }
    }
    memory.place()
  }

  func plainBufferIfPlanned(_ value: ValueID) -> BufferID? { plainBuffers[value] }

  // MARK: What is known about values

  func information(_ value: ValueID) -> ValueInformation { information[value.index] }

  private func byteCount(_ value: ValueID) -> Int {
    information(value).count * information(value).elementType.byteCount
  }

  func isComputed(_ value: ValueID) -> Bool {
    plainBuffers[value] != nil || blockedBuffers[value] != nil
  }

  func isBlocked(_ value: ValueID) -> Bool { blockedBuffers[value] != nil }

  /// The blocked extents of a floating-point activation, `nil` where it cannot be blocked.
  func blockedShape(_ value: ValueID?) -> BlockedShape? {
    guard let value, information(value).elementType == .float32 else { return nil }
    return BlockedShape(information(value).shape)
  }

  func floats(_ value: ValueID?) -> [Float]? {
    value.flatMap { information($0).constant?.floats }
  }

  /// The only node that reads the value, unless the caller of the model reads it too.
  func soleConsumer(_ value: ValueID) -> Int? {
    guard consumers[value.index].count == 1, !graph.outputs.contains(value) else { return nil }
    return consumers[value.index][0]
  }

  mutating func absorb(_ node: Int) { absorbed.insert(node) }

  // MARK: Buffers and steps

  mutating func makeBuffer(floats count: Int) -> BufferID {
    memory.makeBuffer(byteCount: count * MemoryLayout<Float>.stride)
  }

  mutating func add(_ step: Step) { steps.append(step) }

  /// Adds a kernel with one input, an optional residual and one output.
  mutating func addKernel(
    _ name: String, _ step: any KernelStep, input: BufferID, residual: BufferID?, output: BufferID
  ) {
    addKernel(name, input: input, residual: residual, output: output) { input, output, residual, machine in
      step.bind(input: input, output: output, residual: residual, machine: machine)
    }
  }

  /// Adds a step with one input, an optional residual and one output.
  mutating func addKernel(
    _ name: String, input: BufferID, residual: BufferID?, output: BufferID,
    _ bind:
      @escaping (
        UnsafePointer<Float>, UnsafeMutablePointer<Float>, UnsafePointer<Float>?, Machine
      ) -> () -> Void
  ) {
    add(
      Step(name: name, reads: [input] + (residual.map { [$0] } ?? []), writes: [output]) {
        addresses, machine in
        bind(
          UnsafePointer(addresses.floats(input)), addresses.floats(output),
          residual.map { UnsafePointer(addresses.floats($0)) }, machine)
      })
  }

  mutating func setBlocked(_ value: ValueID, _ buffer: BufferID) { blockedBuffers[value] = buffer }
  mutating func setPlain(_ value: ValueID, _ buffer: BufferID) { plainBuffers[value] = buffer }

  /// The buffer that holds a computed value row-major; converts it where only blocks exist.
  mutating func plainBuffer(_ value: ValueID) throws(InferenceError) -> BufferID {
    if let buffer = plainBuffers[value] { return buffer }
    guard let source = blockedBuffers[value], let shape = blockedShape(value) else {
      throw .invalidNode(
        node: graph.nodes[currentNode].name,
        detail: "operand \(graph.values[value.index].name) is not computed before it is used")
    }
    let target = memory.makeBuffer(byteCount: byteCount(value))
    add(
      Step(name: "unblock", reads: [source], writes: [target]) { addresses, machine in
        LayoutSteps.unblock(shape, from: addresses.floats(source), to: addresses.floats(target), machine)
      })
    plainBuffers[value] = target
    return target
  }

  /// The buffer that holds a computed activation in blocks; converts it where it is row-major.
  mutating func blockedBuffer(_ value: ValueID) throws(InferenceError) -> BufferID {
    if let buffer = blockedBuffers[value] { return buffer }
    let source = try plainBuffer(value)
    guard let shape = blockedShape(value) else {
      throw .invalidNode(
        node: graph.nodes[currentNode].name,
        detail: "operand \(graph.values[value.index].name) has no channels")
    }
    let target = makeBuffer(floats: shape.floats)
    add(
      Step(name: "block", reads: [source], writes: [target]) { addresses, machine in
        LayoutSteps.block(shape, from: addresses.floats(source), to: addresses.floats(target), machine)
      })
    blockedBuffers[value] = target
    return target
  }

  /// An operand of a plain operator: computed, or constant and copied to memory that stays in place.
  private enum PlainOperand {
    case computed(BufferID)
    case constant(AlignedBuffer)
  }

  private mutating func plainOperand(_ value: ValueID) throws(InferenceError) -> PlainOperand {
    guard let constant = information(value).constant else { return .computed(try plainBuffer(value)) }
    if let pinned = pinnedConstants[value] { return .constant(pinned) }
    let pinned = try AlignedBuffer(copying: constant)
    pinnedConstants[value] = pinned
    return .constant(pinned)
  }

  private mutating func addPlainOperator(_ node: Node) throws(InferenceError) {
    if node.operation is any ViewOperator, let input = node.inputs.first ?? nil,
      let output = node.outputs.first,
      information(input).constant == nil
    {
      plainBuffers[output] = try plainBuffer(input)
      return
    }
    var operands: [PlainOperand?] = []
    var reads: [BufferID] = []
    for input in node.inputs {
      guard let input else {
        operands.append(nil)
        continue
      }
      let operand = try plainOperand(input)
      if case .computed(let buffer) = operand { reads.append(buffer) }
      operands.append(operand)
    }
    var writes: [BufferID] = []
    for output in node.outputs {
      let buffer = memory.makeBuffer(byteCount: byteCount(output))
      writes.append(buffer)
      plainBuffers[output] = buffer
    }
    let operandInformation = node.inputs.map { input in input.map { information($0) } }
    let resultInformation = node.outputs.map { information($0) }
    let operation = node.operation
    plainWork = saturatingSum(plainWork, operation.work(operandInformation, resultInformation))
    guard plainWork <= limits.plainMultiplyAdds else {
      throw .limitExceeded(
        detail:
          "node \(node.name) has no fast kernel here and would take too long (\(plainWork) steps so far)")
    }
    add(
      Step(name: node.name, reads: reads, writes: writes) { addresses, _ in
        var views: [TensorView?] = []
        for (operand, information) in zip(operands, operandInformation) {
          guard let operand, let information else {
            views.append(nil)
            continue
          }
          let base: UnsafeRawPointer
          switch operand {
          case .computed(let buffer): base = UnsafeRawPointer(addresses.raw(buffer))
          case .constant(let buffer): base = UnsafeRawPointer(buffer.base)
          }
          views.append(TensorView(shape: information.shape, elementType: information.elementType, base: base))
        }
        let results = zip(writes, resultInformation).map { buffer, information in
          MutableTensorView(
            shape: information.shape, elementType: information.elementType, base: addresses.raw(buffer))
        }
        return { [operands] in withExtendedLifetime(operands) { operation.run(views, results) } }
      })
  }
}
