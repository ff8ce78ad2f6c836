// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing
import UIKit

/// Registrations of a process that is not an app's; those of apps are tested with the daemon.
@Suite(.timeLimit(.minutes(1)), .serialized) @MainActor struct RegistrationTests {
    private final class Delegate: NSObject, UIApplicationDelegate {
        let failures = AsyncStream.makeStream(of: String.self)

        func application(
            _ application: UIApplication,
            didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            failures.continuation.yield("a token")
        }

        func application(
            _ application: UIApplication,
            didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            failures.continuation.yield(error.localizedDescription)
        }
    }

    @Test func `a process that runs tests is told at each registration that it is no app's`()
        async throws
    {
        let application = UIApplication()
        let delegate = Delegate()
        application.delegate = delegate
        defer { application.delegate = nil }
        application.registerForRemoteNotifications()
        application.registerForRemoteNotifications()
        var failures = delegate.failures.stream.makeAsyncIterator()
        for _ in 1...2 {
            let failure = try #require(await failures.next(isolation: #isolation))
            #expect(failure.hasPrefix("only an app's process registers"), "\(failure)")
        }
        application.unregisterForRemoteNotifications()
        #expect(!application.isRegisteredForRemoteNotifications)
    }

    @Test func `a delegate need not hear of registrations`() {
        final class Silent: NSObject, UIApplicationDelegate {}
        let application = UIApplication()
        let delegate: any UIApplicationDelegate = Silent()
        application.delegate = delegate
        defer { application.delegate = nil }
        #expect(application.delegate === delegate)
        delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data())
        delegate.application(
            application,
            didFailToRegisterForRemoteNotificationsWithError: CocoaError(.featureUnsupported)
        )
    }
}
