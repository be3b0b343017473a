// What this library says about a face is in these words; programs need no import of their own for them.
@_exported import Findings
