/// One import for programs that use the engine: pictures, frames, faces, comparison.
@_exported import Capture
@_exported import FaceAnalysis
@_exported import Findings
@_exported import Imaging
@_exported import Liveness
@_exported import Matching
@_exported import Policy
@_exported import Store

@_exported import struct Platform.OwnershipFault
@_exported import struct Platform.Path

/// The version of this package.
public let facelatchVersion = "0.1.0"
