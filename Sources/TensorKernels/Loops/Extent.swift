/// A number known to the compiler, carried by a type.
///
/// Inlining a function with literal arguments is a wish; specialising a generic function is not, and only loops whose
/// extents are constants keep their sums in registers.
protocol Extent {
  static var value: Int { get }
}

enum One: Extent { static var value: Int { 1 } }
enum Two: Extent { static var value: Int { 2 } }
enum Three: Extent { static var value: Int { 3 } }
enum Four: Extent { static var value: Int { 4 } }
enum Six: Extent { static var value: Int { 6 } }
enum Eight: Extent { static var value: Int { 8 } }
enum Twelve: Extent { static var value: Int { 12 } }

/// A distance between neighbouring pixels: known to the compiler, or read from the task.
protocol PixelStride {
  static var literal: Int? { get }
}

/// Neighbouring blocks.
enum AdjacentBlocks: PixelStride { static var literal: Int? { 16 } }
/// Every other block.
enum AlternateBlocks: PixelStride { static var literal: Int? { 32 } }
/// Whatever the task says.
enum AnyPixelStride: PixelStride { static var literal: Int? { nil } }
