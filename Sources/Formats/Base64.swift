/// Bytes in base 64 (RFC 4648, with padding).
package func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    var letters: [UInt8] = []
    for place in 0..<4 {
      letters.insert(4 - place > group.count + 1 ? UInt8(ascii: "=") : alphabet[bits & 63], at: 0)
      bits >>= 6
    }
    text += letters
  }
  return String(decoding: text, as: UTF8.self)
}
