/// A kind of device that can vouch for its owner from nearby; one bit each. Linux knows none.
public enum LACompanionType: Int, Sendable {
  case watch = 1
  case mac = 2
  case vision = 4
}
