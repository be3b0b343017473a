extension ModelPack {
  /// The same pack with operating points from a file in the place of its own.
  ///
  /// - Parameter file: Points that were measured for the pack's embedding network.
  /// - Throws: `OperatingPointsFileError.otherModel` when they were measured for another one, whose scores have nothing to
  ///   do with those of this one.
  public func with(_ file: OperatingPointsFile) throws(OperatingPointsFileError) -> ModelPack {
    guard file.model == embedding.file.sha256 else {
      throw .otherModel(file: file.path.text, measured: file.model, inUse: embedding.file.sha256)
    }
    var pack = self
    pack.embedding.operatingPoints = file.operatingPoints
    pack.embedding.decisionFalseMatchRate = file.decisionFalseMatchRate
    return pack
  }
}
