/// Works on many items at a time and hands the results back in the order of the items.
///
/// Each lane works on one item at a time. At most `4 × lanes` items are begun and not yet delivered, so that one slow
/// item neither stops the others nor lets results pile up without bound.
///
/// - Parameters:
///   - lanes: who does the work; at least one.
///   - work: makes the result of one item; runs at the same time for different lanes.
///   - deliver: receives every result, in the order of the items, one after the other. When it throws, no further item is
///     begun and the error is passed on.
package func workInOrder<Item: Sendable, Lane: Sendable, Result: Sendable, Failure: Error>(
  on items: [Item],
  lanes: [Lane],
  work: @escaping @Sendable (Lane, Item) async -> Result,
  deliver: (Int, Result) throws(Failure) -> Void
) async throws(Failure) {
  let window = 4 * lanes.count
  let failure = await withTaskGroup(of: Finished<Result>.self) { group -> Failure? in
    var waiting: [Int: Result] = [:]
    var freeLanes = Array(lanes.indices)
    var begun = 0
    var delivered = 0
    while delivered < items.count {
      while begun < items.count, begun - delivered < window, let lane = freeLanes.popLast() {
        group.addTask { [begun, worker = lanes[lane], item = items[begun]] in
          Finished(index: begun, lane: lane, result: await work(worker, item))
        }
        begun += 1
      }
      guard let finished = await group.next() else { return nil }
      freeLanes.append(finished.lane)
      waiting[finished.index] = finished.result
      while let result = waiting.removeValue(forKey: delivered) {
        do throws(Failure) {
          try deliver(delivered, result)
        } catch {
          group.cancelAll()
          return error
        }
        delivered += 1
      }
    }
    return nil
  }
  if let failure { throw failure }
}

private struct Finished<Result: Sendable>: Sendable {
  let index: Int
  let lane: Int
  let result: Result
}
