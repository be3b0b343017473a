/// Lines along the features of a face: numbers of the points of the mesh, in their order.
enum MeshContours {
  static let all = [outline, lips, mouth, rightBrow, leftBrow, nose]

  private static let outline = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176,
    149,
    150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109, 10,
  ]
  private static let lips = [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185, 61,
  ]
  /// The line between the lips.
  private static let mouth = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308]
  private static let rightBrow = [70, 63, 105, 66, 107]
  private static let leftBrow = [300, 293, 334, 296, 336]
  /// From the root to the tip.
  private static let nose = [168, 6, 197, 195, 5, 4]
}
