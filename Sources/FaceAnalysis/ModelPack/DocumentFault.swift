// The errors of a model pack tell with it what is wrong, so that programs read them without an import of their own.
@_exported import struct Formats.DocumentFault
