import KernelInterface

#if KERNELS_AVX512 || KERNELS_AVX2 || arch(arm64)
  /// A whole group: four chains of additions hide their latency.
  private let blocksPerPass = 4
#else
  /// Two blocks are eight registers of sixteen; more would be spilled.
  private let blocksPerPass = 2
#endif

private let blocksPerGroup = CodedTemplates.groupCount / channelsPerBlock

extension Kernels {
  public func firstBlock(
    of templates: CodedTemplates, probe: UnsafePointer<Float>, probeSum: Float, reaching threshold: Float,
    blocks: Range<Int>
  ) -> Int {
    let offset = ChannelBlock(repeating: 1.5 * probeSum)
    let wanted = ChannelBlock(repeating: threshold)
    // Whole passes only: blocks before the range that share a pass with it are computed and not looked at.
    var block = blocks.lowerBound / blocksPerPass * blocksPerPass
    while block < blocks.upperBound {
      let sums = CodeSums(templates, probe: probe, block: block)
      @inline(__always)
      func reaches(_ index: Int, _ sum: ChannelBlock) -> SIMDMask<ChannelBlock.MaskStorage> {
        let place = (block + index) * channelsPerBlock
        let bounds = load(templates.bounds + place)
        return multiplyAdd(bounds, load(templates.scales + place), sum - offset) .>= wanted
      }
      let (m0, m1) = (reaches(0, sums.s0), reaches(1, sums.s1))
      var (m2, m3) = (m0, m1)
      if blocksPerPass == 4 { (m2, m3) = (reaches(2, sums.s2), reaches(3, sums.s3)) }
      if anyLane((m0 .| m1) .| (m2 .| m3)) {
        @inline(__always)
        func isHit(_ index: Int, _ mask: SIMDMask<ChannelBlock.MaskStorage>) -> Bool {
          blocks.contains(block + index) && anyLane(mask)
        }
        if isHit(0, m0) { return block }
        if isHit(1, m1) { return block + 1 }
        if blocksPerPass == 4 {
          if isHit(2, m2) { return block + 2 }
          if isHit(3, m3) { return block + 3 }
        }
      }
      block += blocksPerPass
    }
    return blocks.upperBound
  }
}

/// Σ probe · (1 + code/256) of the templates of one pass.
private struct CodeSums {
  var s0 = ChannelBlock.zero
  var s1 = ChannelBlock.zero
  var s2 = ChannelBlock.zero
  var s3 = ChannelBlock.zero

  @inline(__always)
  init(_ templates: CodedTemplates, probe: UnsafePointer<Float>, block: Int) {
    var words =
      templates.codes + block / blocksPerGroup * templates.words * CodedTemplates.groupCount
      + block % blocksPerGroup * channelsPerBlock
    var probe = probe
    for _ in 0..<templates.words {
      let (p0, p1) = (ChannelBlock(repeating: probe[0]), ChannelBlock(repeating: probe[1]))
      let (p2, p3) = (ChannelBlock(repeating: probe[2]), ChannelBlock(repeating: probe[3]))
      @inline(__always)
      func add(_ sum: inout ChannelBlock, _ offset: Int) {
        let word = UnsafeRawPointer(words + offset).loadUnaligned(as: CodeWords.self)
        sum = multiplyAdd(sum, mantissas(word &<< 15), p0)
        sum = multiplyAdd(sum, mantissas(word &<< 7), p1)
        sum = multiplyAdd(sum, mantissas(word &>> 1), p2)
        sum = multiplyAdd(sum, mantissas(word &>> 9), p3)
      }
      add(&s0, 0)
      add(&s1, channelsPerBlock)
      if blocksPerPass == 4 {
        add(&s2, 2 * channelsPerBlock)
        add(&s3, 3 * channelsPerBlock)
      }
      words += CodedTemplates.groupCount
      probe += 4
    }
  }
}

private typealias CodeWords = SIMD16<UInt32>

/// 1 + c/256 for the code c whose bits lie at the top of the mantissa.
@inline(__always)
private func mantissas(_ shifted: CodeWords) -> ChannelBlock {
  unsafeBitCast(
    (shifted & CodeWords(repeating: 0x007F_8000)) | CodeWords(repeating: 0x3F80_0000), to: ChannelBlock.self)
}
