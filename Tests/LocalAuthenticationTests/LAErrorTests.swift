import ClientSnippets
import Facelatch
import Foundation
import LocalAuthentication
import Testing

@Suite("Errors")
struct LAErrorTests {
  static let codes: [(LAError.Code, Int)] = [
    (.authenticationFailed, -1), (.userCancel, -2), (.userFallback, -3), (.systemCancel, -4),
    (.passcodeNotSet, -5), (.biometryNotAvailable, -6), (.biometryNotEnrolled, -7), (.biometryLockout, -8),
    (.appCancel, -9), (.invalidContext, -10), (.companionNotAvailable, -11), (.biometryNotPaired, -12),
    (.biometryDisconnected, -13), (.invalidDimensions, -14), (.notInteractive, -1004),
  ]

  @Test("codes have the numbers of Apple's", arguments: codes)
  func numbers(code: LAError.Code, number: Int) {
    #expect(code.rawValue == number)
    #expect(LAError(code).errorCode == number)
    #expect((LAError(code) as NSError).code == number)
    #expect(LAError.Code(rawValue: number) == code)
  }

  @Test("no code stands for success or for Apple's internal trouble", arguments: [0, 1, -15, -1000])
  func unknownNumbers(number: Int) {
    #expect(LAError.Code(rawValue: number) == nil)
  }

  @Test("former names are the same codes")
  func aliases() {
    #expect(LAError.Code.touchIDNotAvailable == .biometryNotAvailable)
    #expect(LAError.Code.touchIDNotEnrolled == .biometryNotEnrolled)
    #expect(LAError.Code.touchIDLockout == .biometryLockout)
    #expect(LAError.Code.watchNotAvailable == .companionNotAvailable)
    #expect(LAError.touchIDLockout == LAError.biometryLockout)
    #expect(LAError.watchNotAvailable == LAError.companionNotAvailable)
  }

  @Test("the domain is Apple's under all its names")
  func domain() {
    #expect(LAErrorDomain == "com.apple.LocalAuthentication")
    #expect(LAError.errorDomain == LAErrorDomain)
    #expect(kLAErrorDomain == LAErrorDomain)
    #expect((LAError(.userCancel) as NSError).domain == LAErrorDomain)
  }

  static let texts: [(LAError.Code, String, String)] = [
    (.authenticationFailed, "Application retry limit exceeded.", "Authentication failure."),
    (.userCancel, "Canceled by user.", "Authentication canceled."),
    (.userFallback, "Fallback authentication mechanism selected.", "Authentication canceled."),
    (.systemCancel, "UI canceled by system.", "Authentication canceled."),
    (.passcodeNotSet, "Passcode not set.", "Passcode not set."),
    (.biometryNotAvailable, "Biometry is not available on this device.", "Biometry is not available."),
    (.biometryNotEnrolled, "No identities are enrolled.", "Biometry is not enrolled."),
    (.biometryLockout, "Biometry is locked out.", "Biometry is locked out."),
    (.notInteractive, "User interaction is required.", "User interaction required."),
  ]

  @Test("the long-standing text is the description, the recent one the debug description", arguments: texts)
  func text(code: LAError.Code, longStanding: String, recent: String) {
    let error: any Error = LAError(code)
    #expect(error.localizedDescription == longStanding)
    #expect((error as NSError).localizedDescription == longStanding)
    #expect((error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String == recent)
  }

  @Test("every code has a text of its own, none Foundation's generic one", arguments: codes)
  func everyCodeHasText(code: LAError.Code, number: Int) {
    let text = LAError(code).localizedDescription
    #expect(!text.contains("operation could not be completed"))
    #expect(text.hasSuffix("."))
  }

  @Test("a text of the caller's own is kept")
  func ownText() {
    let error = LAError(.userCancel, userInfo: [NSLocalizedDescriptionKey: "Fini."])
    #expect(error.localizedDescription == "Fini.")
    #expect(error.userInfo[NSDebugDescriptionErrorKey] as? String == "Authentication canceled.")
  }

  @Test("errors with the same code are equal and hash alike")
  func equality() {
    #expect(LAError(.userCancel) == LAError(.userCancel))
    #expect(LAError(.userCancel) != LAError(.appCancel))
    #expect(Set([LAError(.userCancel), LAError(.userCancel), LAError(.appCancel)]).count == 2)
  }

  @Test("a switch in Swift 5 mode tells cancels over Error, Error?, NSError and NSError?", arguments: codes)
  func patterns(code: LAError.Code, number: Int) {
    let isCancel = [-2, -4, -9].contains(number)
    let raw = NSError(domain: LAErrorDomain, code: number)
    #expect(ErrorPatterns.isCancel(LAError(code)) == isCancel)
    #expect(ErrorPatterns.isCancel(raw) == isCancel)
    #expect(ErrorPatterns.isCancel(optional: LAError(code)) == isCancel)
    #expect(ErrorPatterns.isCancel(optional: raw) == isCancel)
    #expect(ErrorPatterns.isCancel(raw: raw) == isCancel)
    #expect(ErrorPatterns.isCancel(optionalRaw: raw) == (number == -2))
  }

  @Test("patterns match neither nil nor the same number of another domain")
  func foreignErrors() {
    let foreign = NSError(domain: NSCocoaErrorDomain, code: -2)
    #expect(!ErrorPatterns.isCancel(foreign as any Error))
    #expect(!ErrorPatterns.isCancel(raw: foreign))
    #expect(!ErrorPatterns.isCancel(optional: nil))
    #expect(!ErrorPatterns.isCancel(optionalRaw: nil))
    #expect(ErrorPatterns.code(foreign) == nil)
    #expect(ErrorPatterns.caught(foreign) == "other")
  }

  @Test("catch takes a code, the type with a condition, the type, and leaves the rest")
  func catching() {
    for error in [LAError(.userFallback), NSError(domain: LAErrorDomain, code: -3)] as [any Error] {
      #expect(ErrorPatterns.caught(error) == "fallback")
    }
    for error in [LAError(.biometryLockout), NSError(domain: LAErrorDomain, code: -8)] as [any Error] {
      #expect(ErrorPatterns.caught(error) == "locked")
    }
    for error in [LAError(.appCancel), NSError(domain: LAErrorDomain, code: -9)] as [any Error] {
      #expect(ErrorPatterns.caught(error) == "code -9")
    }
    #expect(ErrorPatterns.caught(CancellationError()) == "other")
  }

  @Test("a cast finds the error in an Error, in an NSError and in nothing", arguments: codes)
  func casts(code: LAError.Code, number: Int) {
    #expect(ErrorPatterns.code(LAError(code)) == code)
    #expect(ErrorPatterns.code(raw: NSError(domain: LAErrorDomain, code: number)) == code)
    #expect(ErrorPatterns.code(nil) == nil)
    #expect(ErrorPatterns.code(raw: nil) == nil)
  }

  @Test("an unknown number of the domain is not cast into an error without a code")
  func unknownCode() {
    let unknown = NSError(domain: LAErrorDomain, code: -1000)
    #expect(unknown as? LAError == nil)
    #expect(ErrorPatterns.caught(unknown) == "other")
  }

  @Test("the C constants equal the codes, also as Int32 beside an Int")
  func constants() {
    #expect(ErrorPatterns.isLockout(LAError(.biometryLockout)))
    #expect(!ErrorPatterns.isLockout(LAError(.userCancel)))
    let pairs: [(Int32, LAError.Code)] = [
      (kLAErrorAuthenticationFailed, .authenticationFailed), (kLAErrorUserCancel, .userCancel),
      (kLAErrorUserFallback, .userFallback), (kLAErrorSystemCancel, .systemCancel),
      (kLAErrorPasscodeNotSet, .passcodeNotSet), (kLAErrorBiometryNotAvailable, .biometryNotAvailable),
      (kLAErrorTouchIDNotAvailable, .biometryNotAvailable),
      (kLAErrorBiometryNotEnrolled, .biometryNotEnrolled),
      (kLAErrorTouchIDNotEnrolled, .biometryNotEnrolled), (kLAErrorBiometryLockout, .biometryLockout),
      (kLAErrorTouchIDLockout, .biometryLockout), (kLAErrorAppCancel, .appCancel),
      (kLAErrorInvalidContext, .invalidContext), (kLAErrorWatchNotAvailable, .watchNotAvailable),
      (kLAErrorCompanionNotAvailable, .companionNotAvailable),
      (kLAErrorBiometryNotPaired, .biometryNotPaired),
      (kLAErrorBiometryDisconnected, .biometryDisconnected), (kLAErrorInvalidDimensions, .invalidDimensions),
      (kLAErrorNotInteractive, .notInteractive),
    ]
    for (constant, code) in pairs { #expect(Int(constant) == code.rawValue) }
  }

  @Test(
    "the engine's errors keep number and text on their way to the app",
    arguments: AuthenticationError.allCases)
  func engineErrors(error: AuthenticationError) throws {
    let code = try #require(LAError.Code(rawValue: error.code))
    #expect(LAError(code).localizedDescription == error.longStandingText)
    #expect("\(code)" == error.name || ["\(code)"].contains { $0.hasPrefix("touchID") })
  }

  @Test("a switch over codes finds the current names")
  func advice() {
    #expect(ErrorPatterns.advice(.biometryNotAvailable) == "connect a camera")
    #expect(ErrorPatterns.advice(.touchIDNotEnrolled) == "enrol")
    #expect(ErrorPatterns.advice(.companionNotAvailable) == "look it up")
  }
}
