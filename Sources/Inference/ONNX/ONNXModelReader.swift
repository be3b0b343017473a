extension ONNXModel {
  /// The most operands or results of one node.
  static let maximumOperands = 512

  /// Reads a model from the bytes of an `.onnx` file.
  ///
  /// Memory stays in proportion to the bytes. Fields that inference does not need are skipped.
  init(bytes: [UInt8], file: String) throws(InferenceError) {
    self.init(file: file)
    var reader = ProtobufReader(bytes, file: file)
    var hasGraph = false
    while let field = try reader.nextField() {
      switch field.number {
      case 7:
        try graph.read(try reader.message(field))
        hasGraph = true
      case 8: try readOperatorSet(try reader.message(field))
      default: try reader.skip(field)
      }
    }
    guard hasGraph else { throw reader.malformed("no graph in it") }
  }

  private mutating func readOperatorSet(_ message: ProtobufReader) throws(InferenceError) {
    var reader = message
    var domain = ""
    var version = 0
    while let field = try reader.nextField() {
      switch field.number {
      case 1: domain = try reader.string(field)
      case 2: version = Int(try reader.integer(field))
      default: try reader.skip(field)
      }
    }
    operatorSets[domain == "ai.onnx" ? "" : domain] = version
  }
}

extension ONNXGraph {
  fileprivate mutating func read(_ message: ProtobufReader) throws(InferenceError) {
    var reader = message
    while let field = try reader.nextField() {
      switch field.number {
      case 1: nodes.append(try ONNXNode(try reader.message(field)))
      case 5: initializers.append(try ONNXTensorReader.initializer(try reader.message(field)))
      case 11: inputs.append(try ONNXValue(try reader.message(field)))
      case 12: outputs.append(try ONNXValue(try reader.message(field)))
      case 15: throw .unsupportedModel(file: reader.file, detail: "the graph has sparse weights")
      default: try reader.skip(field)
      }
    }
  }
}

extension ONNXNode {
  fileprivate init(_ message: ProtobufReader) throws(InferenceError) {
    var reader = message
    while let field = try reader.nextField() {
      switch field.number {
      case 1: inputs.append(try reader.string(field))
      case 2: outputs.append(try reader.string(field))
      case 3: name = try reader.string(field)
      case 4: operatorName = try reader.string(field)
      case 5:
        let (name, attribute) = try ONNXAttribute.read(try reader.message(field))
        guard attributes.updateValue(attribute, forKey: name) == nil else {
          throw reader.malformed("node \(label) has attribute \(name) twice")
        }
      case 7: domain = try reader.string(field)
      default: try reader.skip(field)
      }
    }
    guard inputs.count <= ONNXModel.maximumOperands, outputs.count <= ONNXModel.maximumOperands else {
      throw reader.malformed("node \(label) has more than \(ONNXModel.maximumOperands) operands")
    }
  }
}

extension ONNXAttribute {
  fileprivate static func read(_ message: ProtobufReader) throws(InferenceError) -> (String, ONNXAttribute) {
    var reader = message
    var name = ""
    var kind: Int64?
    var float: Float?
    var integer: Int64?
    var string: String?
    var tensor: Tensor?
    var floats: [Float] = []
    var integers: [Int64] = []
    var strings: [String] = []
    var isUnsupported = false
    while let field = try reader.nextField() {
      switch field.number {
      case 1: name = try reader.string(field)
      case 2: float = try reader.float(field)
      case 3: integer = try reader.integer(field)
      case 4: string = try reader.lossyString(field)
      case 5: tensor = try ONNXTensorReader.initializer(try reader.message(field)).tensor
      case 7: try reader.append(field, to: &floats)
      case 8: try reader.append(field, to: &integers)
      case 9: strings.append(try reader.lossyString(field))
      case 6, 10, 11, 14, 15, 21, 22, 23:
        isUnsupported = true
        try reader.skip(field)
      case 20: kind = try reader.integer(field)
      default: try reader.skip(field)
      }
    }
    if isUnsupported { return (name, .unsupported) }
    // Writers may leave out a value of zero and, in old files, the kind.
    switch kind {
    case 1: return (name, .float(float ?? 0))
    case 2: return (name, .integer(Int(integer ?? 0)))
    case 3: return (name, .string(string ?? ""))
    case 4:
      guard let tensor else { throw reader.malformed("attribute \(name) has no content") }
      return (name, .tensor(tensor))
    case 6: return (name, .floats(floats))
    case 7: return (name, .integers(integers.map { Int($0) }))
    case 8: return (name, .strings(strings))
    case nil, 0: break
    default: return (name, .unsupported)
    }
    if let tensor { return (name, .tensor(tensor)) }
    if !floats.isEmpty { return (name, .floats(floats)) }
    if !integers.isEmpty { return (name, .integers(integers.map { Int($0) })) }
    if !strings.isEmpty { return (name, .strings(strings)) }
    if let float { return (name, .float(float)) }
    if let integer { return (name, .integer(Int(integer))) }
    if let string { return (name, .string(string)) }
    throw reader.malformed("attribute \(name) has no content")
  }
}

extension ONNXValue {
  fileprivate init(_ message: ProtobufReader) throws(InferenceError) {
    var reader = message
    while let field = try reader.nextField() {
      switch field.number {
      case 1: name = try reader.string(field)
      case 2: try readType(try reader.message(field))
      default: try reader.skip(field)
      }
    }
  }

  private mutating func readType(_ message: ProtobufReader) throws(InferenceError) {
    var reader = message
    while let field = try reader.nextField() {
      if field.number == 1 {
        try readTensorType(try reader.message(field))
      } else {
        try reader.skip(field)
      }
    }
  }

  private mutating func readTensorType(_ message: ProtobufReader) throws(InferenceError) {
    var reader = message
    while let field = try reader.nextField() {
      switch field.number {
      case 1: elementTypeCode = Int(try reader.integer(field))
      case 2: dimensions = try Self.readShape(try reader.message(field))
      default: try reader.skip(field)
      }
    }
  }

  private static func readShape(_ message: ProtobufReader) throws(InferenceError) -> [Int?] {
    var reader = message
    var dimensions: [Int?] = []
    while let field = try reader.nextField() {
      guard field.number == 1 else {
        try reader.skip(field)
        continue
      }
      var extent: Int?
      var dimension = try reader.message(field)
      while let field = try dimension.nextField() {
        if field.number == 1 {
          extent = Int(try dimension.integer(field))
        } else {
          try dimension.skip(field)
        }
      }
      // Exporters also write 0 and -1 for an extent that is free.
      dimensions.append(extent.flatMap { $0 > 0 ? $0 : nil })
    }
    return dimensions
  }
}
