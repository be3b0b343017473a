import Testing

@testable import Liveness

struct RingBufferTests {
  @Test("it holds the last elements, the oldest first, for every capacity and length", arguments: 1...8)
  func lastElements(capacity: Int) {
    var buffer = RingBuffer<Int>(capacity: capacity)
    #expect(buffer.isEmpty && buffer.first == nil && buffer.last == nil)
    for number in 0..<30 {
      buffer.append(number)
      let expected = Array(max(0, number + 1 - capacity)...number)
      #expect(buffer.elements == expected)
      #expect(buffer.count == expected.count && buffer.count <= capacity)
      #expect(buffer.first == expected.first && buffer.last == number)
    }
    buffer.removeAll()
    #expect(buffer.isEmpty)
    buffer.append(7)
    #expect(buffer.elements == [7])
  }

  @Test("a capacity below 1 counts as 1", arguments: [0, -5])
  func leastCapacity(capacity: Int) {
    var buffer = RingBuffer<Int>(capacity: capacity)
    buffer.append(1)
    buffer.append(2)
    #expect(buffer.elements == [2])
  }
}
