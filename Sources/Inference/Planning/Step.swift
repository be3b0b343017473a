/// Where the buffers of a plan lie once the arena is allocated.
struct Addresses {
  let arena: UnsafeMutableRawPointer
  let plan: MemoryPlan

  func floats(_ id: BufferID) -> UnsafeMutablePointer<Float> {
    raw(id).assumingMemoryBound(to: Float.self)
  }

  func raw(_ id: BufferID) -> UnsafeMutableRawPointer {
    arena + plan.offset(of: id)
  }
}

/// One kernel call of a plan.
struct Step {
  /// The node that the step computes, for profiles and error messages.
  let name: String
  let reads: [BufferID]
  /// Results, and scratch memory that nobody reads afterwards.
  let writes: [BufferID]
  /// Makes the call for an allocated arena; everything that can be prepared is, so that a run allocates nothing.
  let bind: (Addresses, Machine) -> () -> Void
}
