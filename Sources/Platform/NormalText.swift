// The standard library composes text for its own comparisons, and shows that to the toolchain's libraries alone. Foundation,
// which offers it to everybody, would cost each short-lived program milliseconds and megabytes.
@_spi(_Unicode) import Swift

/// A name from outside in the one spelling that is kept and compared (Unicode's normalization form C): `é` is one scalar,
/// whether it was typed as one or as a letter and its accent.
package func normalised(_ name: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in name._nfc { scalars.append(scalar) }
  return String(scalars)
}
