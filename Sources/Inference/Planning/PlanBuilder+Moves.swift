import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Operators that move what lies in blocks and compute nothing.
extension PlanBuilder {
  /// Channels as the innermost axis.
  mutating func addChannelsLast(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, channels: Range<Int>, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard information(input).shape.count == 4 else { return false }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: shape.images * shape.pixels * channels.count)
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, _ in
        LayoutSteps.unblockTransposed(
          shape, channels: channels, from: addresses.floats(source), to: addresses.floats(target))
      })
    setPlain(output, target)
    return true
  }

  /// Some channels, row-major, or in the order that a transposition asks for next.
  mutating func addSlice(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, channels: Range<Int>, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    if let index = soleConsumer(output),
      (graph.nodes[index].operation as? Transpose)?.permutation == [0, 2, 3, 1]
    {
      absorb(index)
      return try addChannelsLast(node, input, shape, channels: channels, graph.nodes[index].outputs[0])
    }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: shape.images * shape.pixels * channels.count)
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, _ in
        LayoutSteps.unblock(
          shape, channels: channels, from: addresses.floats(source), to: addresses.floats(target))
      })
    setPlain(output, target)
    return true
  }

  /// Joins channels where every operand but the last fills its blocks.
  mutating func addConcatenation(
    _ node: Node, _ concatenation: Concat, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    let operands = node.inputs.compactMap { $0 }
    guard let result = blockedShape(output), information(output).shape.count == 4,
      concatenation.axis == 1 || concatenation.axis == -3, operands.count == node.inputs.count,
      operands.allSatisfy({ isBlocked($0) }),
      operands.dropLast().allSatisfy({ (blockedShape($0)?.channels ?? 1) % channelsPerBlock == 0 })
    else { return false }
    var sources: [(buffer: BufferID, floats: Int)] = []
    for operand in operands {
      guard let shape = blockedShape(operand) else { return false }
      sources.append((try blockedBuffer(operand), shape.imageFloats))
    }
    let parts = sources
    let target = makeBuffer(floats: result.floats)
    add(
      Step(name: node.name, reads: parts.map(\.buffer), writes: [target]) { addresses, _ in
        let pointers = parts.map { (source: addresses.floats($0.buffer), floats: $0.floats) }
        let base = addresses.floats(target)
        return {
          for image in 0..<result.images {
            var to = base + image * result.imageFloats
            for (source, floats) in pointers {
              memcpy(to, source + image * floats, floats * MemoryLayout<Float>.stride)
              to += floats
            }
          }
        }
      })
    setBlocked(output, target)
    return true
  }

  /// Enlargement by whole factors to the nearest pixel.
  mutating func addRepetition(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    let scales = node.inputs.dropFirst().compactMap { floats($0) }.first { $0.count == 4 }
    guard let resize = node.operation as? Resize, let result = blockedShape(output),
      information(output).shape.count == 4, result.channels == shape.channels, result.images == shape.images,
      result.height % shape.height == 0, result.width % shape.width == 0,
      resize.repeatsPixels(
        factorHeight: result.height / shape.height, factorWidth: result.width / shape.width,
        scales: scales)
    else { return false }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: result.floats)
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, machine in
        LayoutSteps.repeatPixels(
          shape, factorHeight: result.height / shape.height, factorWidth: result.width / shape.width,
          from: addresses.floats(source), to: addresses.floats(target), machine)
      })
    setBlocked(output, target)
    return true
  }

  /// Zeros around the pixels, or whole blocks of zero channels after the last.
  mutating func addPadding(
    _ node: Node, _ input: ValueID, _ shape: BlockedShape, _ output: ValueID
  ) throws(InferenceError) -> Bool {
    guard let pad = node.operation as? Pad, let result = blockedShape(output),
      information(output).shape.count == 4,
      let pads = pad.zeroPads(node.inputs.map { $0.map { information($0) } }), pads.count == 8,
      pads[0] == 0, pads[1] == 0, pads[4] == 0, pads[5] == 0 || shape.channels % channelsPerBlock == 0
    else { return false }
    let source = try blockedBuffer(input)
    let target = makeBuffer(floats: result.floats)
    let isSpatial = pads[2] > 0 || pads[3] > 0 || pads[6] > 0 || pads[7] > 0
    guard !(isSpatial && pads[5] > 0) else { return false }
    if isSpatial {
      let padding = PaddingStep(
        images: shape.images, planes: shape.blocks, pixelFloats: channelsPerBlock, height: shape.height,
        width: shape.width, top: pads[2], left: pads[3], paddedHeight: result.height,
        paddedWidth: result.width)
      addKernel(node.name, padding, input: source, residual: nil, output: target)
    } else {
      addDeepening(node, from: source, shape, to: target, result)
    }
    setBlocked(output, target)
    return true
  }

  /// Whole blocks of zero channels after the last.
  private mutating func addDeepening(
    _ node: Node, from source: BufferID, _ shape: BlockedShape, to target: BufferID, _ result: BlockedShape
  ) {
    add(
      Step(name: node.name, reads: [source], writes: [target]) { addresses, _ in
        let from = addresses.floats(source)
        let to = addresses.floats(target)
        return {
          for image in 0..<shape.images {
            let start = to + image * result.imageFloats
            memcpy(start, from + image * shape.imageFloats, shape.imageFloats * MemoryLayout<Float>.stride)
            memset(
              start + shape.imageFloats, 0,
              (result.imageFloats - shape.imageFloats) * MemoryLayout<Float>.stride)
          }
        }
      })
  }
}
