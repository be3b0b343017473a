public import Foundation

/// Where a call puts its error: `&error` of a `var error: NSError?`, or `nil` by a caller who does not ask.
///
/// Foundation on Linux does not define it; Apple's does.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
