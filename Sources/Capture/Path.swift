// An error tells with it whose hands a program is in.
@_exported import struct Platform.OwnershipFault
// Programs that use this library name files with paths, for which they need no import of their own.
@_exported import struct Platform.Path
