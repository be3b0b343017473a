import Dispatch

/// Runs blocking work on a thread of its own: a queue always gets one, while the threads that Swift shares among tasks are
/// few and must not wait.
func onOwnThread<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
    DispatchQueue(label: "Facelatch.work", qos: .userInitiated).async {
      continuation.resume(returning: Result { () throws(Failure) in try body() })
    }
  }
  return try result.get()
}
