/// One import for programs that use the engine: pictures, frames, faces, comparison.
@_exported import Capture
@_exported import FaceAnalysis
@_exported import Findings
@_exported import Imaging
@_exported import Liveness
@_exported import Matching
@_exported import Policy
@_exported import Store

/// The version of this package.
public let facelatchVersion = "0.1.0"
