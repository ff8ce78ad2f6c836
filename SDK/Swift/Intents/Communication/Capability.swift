// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement
internal import Synchronization

/// What Apple's system wants to see before it shows who speaks.
enum Capability {
    private static let warned = Mutex<Set<String>>([])

    /// Says in the run's log, once for an intent, what is missing on iOS.
    static func warnOnce(about intent: String) {
        let listed = Bundle.main.object(forInfoDictionaryKey: "NSUserActivityTypes") as? [String]
        guard listed?.contains(intent) != true,
            warned.withLock({ $0.insert(intent).inserted })
        else { return }
        RunLog.write(
            .warning,
            "Info.plist has no \(intent) among its NSUserActivityTypes: iOS shows who speaks only "
                + "where the app's has it and the app has the capability Communication "
                + "Notifications. Here it is shown all the same."
        )
    }
}
