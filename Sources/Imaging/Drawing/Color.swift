/// A colour in 8-bit sRGB.
public struct Color: Sendable, Equatable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 255, green: 255, blue: 255)
  public static let red = Color(red: 230, green: 50, blue: 40)
  public static let green = Color(red: 60, green: 200, blue: 80)
  public static let blue = Color(red: 60, green: 130, blue: 240)
  public static let yellow = Color(red: 250, green: 210, blue: 50)
}
