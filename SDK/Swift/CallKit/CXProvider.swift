// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Reports calls to the system, of which there is none that takes them here.
open class CXProvider: NSObject {
    /// Tells the app of a call.
    ///
    /// - Note: Without effect: there is no app here to take it, which the run's log says once; the
    ///   handler hears of no error.
    /// - Parameters:
    ///   - dictionaryPayload: What the app is to be given.
    ///   - completion: Called when the app has been given it.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any],
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        RunLog.sayOnce(
            "CXProvider.reportNewIncomingVoIPPushPayload(_:completion:)",
            withoutEffect: "there is no app here to take a call"
        )
        DispatchQueue.global().async { completion?(nil) }
    }

    /// Tells the app of a call.
    ///
    /// - Note: Without effect: there is no app here to take it, which the run's log says once.
    /// - Parameter dictionaryPayload: What the app is to be given.
    /// - Throws: Nothing.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any]
    ) async throws {
        reportNewIncomingVoIPPushPayload(dictionaryPayload, completion: nil)
    }
}
