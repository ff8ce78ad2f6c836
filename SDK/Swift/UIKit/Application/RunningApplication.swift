// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The app of this process.
@MainActor
enum RunningApplication {
    static let application = UIApplication()
    static var delegate: (any UIApplicationDelegate)?
}
