// On Apple's systems whoever imports LocalAuthentication has Foundation too; programs rely on that.
@_exported public import Foundation
