import Findings

/// The last elements of a sequence, at most as many as fit.
struct RingBuffer<Element: Sendable>: Sendable {
  /// How many elements fit.
  let capacity: Int

  private var storage: [Element] = []
  private var start = 0

  /// - Parameter capacity: At least 1; less counts as that.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  var count: Int { storage.count }

  var isEmpty: Bool { storage.isEmpty }

  /// The newest element.
  var last: Element? { storage.isEmpty ? nil : self[count - 1] }

  /// The oldest element.
  var first: Element? { storage.isEmpty ? nil : self[0] }

  /// An element by its age, the oldest one at 0.
  subscript(index: Int) -> Element { storage[(start + index) % storage.count] }

  /// All elements, the oldest first.
  var elements: [Element] { (0..<count).map { self[$0] } }

  /// Adds an element; the oldest one makes room for it.
  mutating func append(_ element: Element) {
    guard storage.count == capacity else {
      storage.append(element)
      return
    }
    storage[start] = element
    start = (start + 1) % capacity
  }

  mutating func removeAll() {
    storage.removeAll(keepingCapacity: true)
    start = 0
  }
}
