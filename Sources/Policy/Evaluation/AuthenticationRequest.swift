import Findings
import Store

/// What an app asks for in one evaluation.
public struct AuthenticationRequest: Sendable {
  /// What the person has to show.
  public var policy: Policy

  /// What the comparison of the face has to be worth at least. The passcode satisfies any.
  public var leastAssurance: Assurance

  /// Why, in words for the person.
  public var reason: String

  /// The title of the choice that leads to another way in; `nil` for the usual one, an empty text hides it.
  public var fallbackTitle: String?

  /// The title of the choice that gives up; `nil` or an empty text for the usual one.
  public var cancelTitle: String?

  /// Whether the person may be asked.
  public var interactionAllowed: Bool

  /// Ends the evaluation from outside.
  public var cancellation: CancellationFlag

  public init(
    policy: Policy = .deviceOwner, leastAssurance: Assurance = .nothing, reason: String = "",
    fallbackTitle: String? = nil, cancelTitle: String? = nil,
    interactionAllowed: Bool = true, cancellation: CancellationFlag = CancellationFlag()
  ) {
    self.policy = policy
    self.leastAssurance = leastAssurance
    self.reason = reason
    self.fallbackTitle = fallbackTitle
    self.cancelTitle = cancelTitle
    self.interactionAllowed = interactionAllowed
    self.cancellation = cancellation
  }
}
