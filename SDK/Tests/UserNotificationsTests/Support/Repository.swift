// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Places in the SDK's package and its build folder.
enum Repository {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // Support
        .deletingLastPathComponent()  // UserNotificationsTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// The C modules that the SDK's modules need to be there.
    static let cModules = ["CBelfryContent", "CCompression", "CCoreFoundation"].map {
        root.appendingPathComponent("Swift/\($0)/include").path
    }

    /// The C headers.
    static let headers = root.appendingPathComponent("C/include")

    /// The files that are type-checked.
    static let fixtures = root.appendingPathComponent("Tests/UserNotificationsTests/Fixtures")

    /// Where the test program and everything built with it is.
    static let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
