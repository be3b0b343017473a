// swift-format-ignore-file
// Written the way such programs are.

import Foundation
import LocalAuthentication

/// The framework says yes or no, never who: the app remembers which of its users owns the machine.
public protocol OwnerLogging {
  func logInOwner(owner: @escaping (String?) -> ())
  func logIn(user: String, password: String, done: @escaping (Bool) -> ())
  func forgetOwner()
}

public final class OwnerLogin: OwnerLogging {
  public private(set) var ownerID: String?
  private let policy: LAPolicy

  public init(policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics) {
    self.policy = policy
  }

  public func logInOwner(owner: @escaping (String?) -> ()) {
    guard ownerID != nil else {
      owner(nil)
      return
    }
    askForOwner { (success) in
      DispatchQueue.main.async {
        owner(success ? self.ownerID : nil)
      }
    }
  }

  public func logIn(user: String, password: String, done: @escaping (Bool) -> ()) {
    guard password == "open sesame" else {
      done(false)
      return
    }
    guard ownerID == nil else {
      done(true)
      return
    }
    askForOwner { (success) in
      if success == true {
        self.ownerID = user
      }
      done(true)
    }
  }

  public func forgetOwner() {
    ownerID = nil
  }

  private func askForOwner(answer: @escaping (Bool) -> ()) {
    let context = LAContext()
    var error: NSError? = nil
    if #available(iOS 8.0, *) {
      if context.canEvaluatePolicy(policy, error: &error) {
        context.evaluatePolicy(policy, localizedReason: "Recognise the owner", reply: { (success, error) in
          answer(success)
        })
      } else {
        answer(false)
      }
    } else {
      answer(false)
    }
  }
}
