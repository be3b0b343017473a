import Dispatch

/// Runs blocking work on a thread of its own: a queue always gets one, while the threads that Swift shares among tasks are
/// few and must not wait.
func onOwnThread<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await onThread(of: DispatchQueue(label: "Facelatch.work", qos: .userInitiated), body)
}

/// Runs blocking work on the thread of a queue, after what was given to it before.
func onThread<Value: Sendable, Failure: Error>(
  of queue: DispatchQueue, _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
    queue.async {
      continuation.resume(returning: Result { () throws(Failure) in try body() })
    }
  }
  return try result.get()
}
