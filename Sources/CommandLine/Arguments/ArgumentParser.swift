/// Sorts the arguments of one command into options, their values and operands.
///
/// Options may stand anywhere; a value follows as the next argument or after `=`; `--` ends the options, and may stand
/// between two sets of operands; a lone `-` is an operand. Names must be written out, and a near miss is answered with the
/// name that was probably meant.
struct ArgumentParser: Sendable {
  let specification: CommandSpecification

  func parse(_ arguments: [[UInt8]]) throws(Failure) -> ParsedArguments {
    var parsed = ParsedArguments(command: specification.name)
    var remaining = arguments[...]
    var acceptsOptions = true
    while let argument = remaining.popFirst() {
      let isOption = acceptsOptions && argument.count > 1 && argument.first == UInt8(ascii: "-")
      let mayBeBoundary = isOption || specification.operands.mayBeSets
      if mayBeBoundary, argument == Array("--".utf8) {
        acceptsOptions = false
        parsed.boundaries.append(parsed.operands.count)
      } else if !isOption {
        parsed.operands.append(Path(argument))
      } else {
        try takeOption(argument, following: &remaining, into: &parsed)
      }
    }
    if parsed.has(.help) { return parsed }
    try checkOperands(parsed.operands)
    for option in specification.options
    where specification.requiredOptions.contains(option.name) && !parsed.has(option) {
      throw failure("'\(specification.name)' needs '\(option.fullUsage)'")
    }
    return parsed
  }

  private func takeOption(
    _ argument: [UInt8], following: inout ArraySlice<[UInt8]>, into parsed: inout ParsedArguments
  ) throws(Failure) {
    let parts = argument.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let option = specification.option(named: name) else { throw unknownOption(name) }

    var value: [UInt8] = []
    if let placeholder = option.placeholder {
      if parts.count == 2 {
        value = Array(parts[1])
      } else if let next = following.first {
        guard !next.starts(with: Array("--".utf8)) else {
          throw failure("'\(option.name)' needs a value \(placeholder), but '\(printable(next))' follows")
        }
        value = next
        following.removeFirst()
      }
      if value.isEmpty { throw failure("'\(option.name)' needs a value \(placeholder)") }
      if parsed.has(option) { throw failure("'\(option.name)' is given twice") }
    } else if parts.count == 2 {
      throw failure("'\(option.name)' takes no value")
    }
    parsed.values[option.name] = value
  }

  private func unknownOption(_ name: String) -> Failure {
    let nearest = nearestName(to: name, in: specification.options.map(\.name))
    return failure(
      "'\(specification.name)' has no option '\(printable(name))'",
      cure: nearest.map { "did you mean '\($0)'?" }
        ?? (name.hasPrefix("--") ? nil : "put '--' before a file name that begins with '-'"))
  }

  private func checkOperands(_ operands: [Path]) throws(Failure) {
    let expected = specification.operands
    if operands.count < expected.count.lowerBound {
      throw failure("'\(specification.name)' needs \(expected.usage)")
    }
    if operands.count > expected.count.upperBound {
      let surplus = operands[expected.count.upperBound]
      throw failure(
        expected.count.upperBound == 0
          ? "'\(specification.name)' takes no argument '\(surplus)'"
          : "'\(specification.name)' takes \(expected.usage) only; '\(surplus)' is too much")
    }
  }

  private func failure(_ cause: String, cure: String? = nil) -> Failure {
    .usage(cause, cure: cure, command: specification.name)
  }
}
