import Platform

/// Bytes in the order in which they arrive, from a file, a pipe or memory.
///
/// It reads only what a frame needs next, so a slow consumer stops the producer and nothing piles up here. Memory grows
/// with bytes that have arrived, never with a size that a header promises.
final class ByteStream {
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let patienceSeconds: Double
  private var storage: [UInt8]
  private var start = 0
  private var end: Int
  private var deadline = 0.0
  private var isInterrupted: () -> Bool = { false }

  /// No byte will come after those that are there.
  private(set) var hasEnded: Bool

  /// Bytes that were consumed since the beginning.
  private(set) var consumedCount = 0

  /// Bytes that are to be dropped as soon as they are here.
  private(set) var owedCount = 0

  /// Bytes that are asked of the operating system at least.
  private static let smallestRead = 1 << 16

  /// Seconds between two questions whether to go on waiting.
  private static let interval = 0.05

  init(descriptor: Int32, closesDescriptor: Bool, patienceSeconds: Double) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.patienceSeconds = patienceSeconds
    storage = []
    end = 0
    hasEnded = false
  }

  init(_ bytes: [UInt8]) {
    descriptor = -1
    closesDescriptor = false
    patienceSeconds = 0
    storage = bytes
    end = bytes.count
    hasEnded = true
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  /// Bytes that are here and not consumed.
  var count: Int { end - start }

  /// The bytes that are here and not consumed, counted from 0. Must not be kept across a call that reads more.
  var window: ArraySlice<UInt8> { storage[start..<end] }

  /// The byte at a place of the window.
  subscript(place: Int) -> UInt8 { storage[start + place] }

  /// Whether the window begins with these bytes.
  func begins(with bytes: some Collection<UInt8>) -> Bool { window.starts(with: bytes) }

  /// Gives a frame its time, from now on.
  func beginFrame(isInterrupted: @escaping () -> Bool) {
    deadline = MonotonicClock.seconds() + patienceSeconds
    self.isInterrupted = isInterrupted
  }

  func endFrame() {
    isInterrupted = { false }
  }

  /// Reads until the window holds so many bytes.
  ///
  /// - Returns: `false` where the stream ends before.
  func fill(_ needed: Int) throws(StreamFailure) -> Bool {
    guard try settle() else { return false }
    while count < needed {
      guard try readMore(wanted: needed - count) else { return false }
    }
    return true
  }

  /// Reads at least one byte more.
  ///
  /// - Returns: `false` at the end of the stream.
  func fillMore() throws(StreamFailure) -> Bool {
    guard try settle() else { return false }
    return try readMore(wanted: 0)
  }

  func consume(_ number: Int) {
    start += number
    consumedCount += number
    if start == end { (start, end) = (0, 0) }
  }

  /// Drops bytes; those that have yet to come are read, and dropped, with the next call that fills.
  func drop(_ number: Int) {
    owedCount += number
  }

  /// Drops what is owed; where the waiting is interrupted, the next call goes on with it.
  private func settle() throws(StreamFailure) -> Bool {
    while owedCount > 0 {
      let dropped = min(owedCount, count)
      owedCount -= dropped
      consume(dropped)
      if owedCount > 0 {
        guard try readMore(wanted: 0) else { return false }
      }
    }
    return true
  }

  /// Calls `body` with the window's memory.
  func withWindow<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }

  // MARK: - Reading

  /// - Parameter wanted: Bytes that are needed; more are read where they are there anyway.
  private func readMore(wanted: Int) throws(StreamFailure) -> Bool {
    guard !hasEnded else { return false }
    // No more room than what is here already: a promised size costs nothing until its bytes arrive.
    makeRoom(max(Self.smallestRead, min(wanted, count)))
    while true {
      try wait()
      let (received, code) = storage.withUnsafeMutableBytes { buffer -> (Int, Int32) in
        guard let base = buffer.baseAddress else { return (0, 0) }
        let received = read(descriptor, base + end, buffer.count - end)
        return (received, received < 0 ? errno : 0)
      }
      if received > 0 {
        end += received
        return true
      }
      if received == 0 {
        hasEnded = true
        return false
      }
      // A producer that was killed may leave a broken connection; what it wrote before is here already.
      if code == ECONNRESET {
        hasEnded = true
        return false
      }
      guard code == EINTR || code == EAGAIN else { throw .unreadable(systemMessage(code)) }
    }
  }

  private func makeRoom(_ room: Int) {
    guard storage.count - end < room else { return }
    if start > 0 {
      storage.withUnsafeMutableBytes { buffer in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      }
      end -= start
      start = 0
    }
    let missing = end + room - storage.count
    if missing > 0 { storage.append(contentsOf: repeatElement(0, count: max(missing, storage.count / 2))) }
  }

  /// Waits until there is something to read, or the end of it.
  private func wait() throws(StreamFailure) {
    while true {
      if isInterrupted() { throw .interrupted }
      // Also where a byte is there: one that trickles in now and then makes no frame.
      let left = deadline - MonotonicClock.seconds()
      guard left > 0 else { throw .stalled(seconds: patienceSeconds) }
      var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&query, 1, Int32(min(left, Self.interval) * 1_000) + 1)
      if ready > 0 { return }
      if ready < 0, errno != EINTR { throw .unreadable(systemMessage(errno)) }
    }
  }
}
