/// Sixteen channels of one pixel.
///
/// The kernels keep an activation of C×H×W as ⌈C/16⌉ blocks of H×W pixels of sixteen neighbouring channels, on every
/// instruction set: one AVX-512 register, two of AVX2 or four of SSE and NEON. Lanes past the last channel hold finite
/// values that only ever meet zero weights.
public typealias ChannelBlock = SIMD16<Float>

/// Channels in a block.
public let channelsPerBlock = 16

/// The number of blocks that hold `channels` channels.
@inlinable
public func blockCount(_ channels: Int) -> Int {
  (channels + channelsPerBlock - 1) / channelsPerBlock
}
