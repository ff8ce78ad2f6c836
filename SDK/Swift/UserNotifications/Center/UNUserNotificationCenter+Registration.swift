// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What `UIApplication` asks for the app: it is known to the daemon as its notification centre is.
extension UNUserNotificationCenter {
    /// Has the app registered for pushes.
    ///
    /// - Parameter reply: Is given the device token, or why there is none, on a thread of the
    ///   centre's.
    package func registerForPushes(
        _ reply: @escaping @Sendable (Result<Data, any Error>) -> Void
    ) {
        guard let center = registrar else {
            return reply(.failure(Self.nothingToRegister.foundation))
        }
        center.register(reply)
    }

    /// Has the app's device token ended.
    package func unregisterForPushes() {
        registrar?.unregister()
    }

    /// Whether the app has a device token; the daemon is asked, after all that it was asked before.
    package var isRegisteredForPushes: Bool { registrar?.isRegistered ?? false }

    /// Who registers this process; nil for one that is not an app's.
    private var registrar: DaemonCenter? {
        ExtensionProcess.host == nil ? daemon : nil
    }

    private static let nothingToRegister = DaemonFailure(
        status: 0,
        word: "not_an_app",
        message:
            "only an app's process registers for remote notifications; this is an extension's, or one "
            + "that runs tests"
    )
}
