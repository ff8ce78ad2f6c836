// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Places in the source tree and the build folder.
enum Repository {
    /// The package's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()  // Support
        .deletingLastPathComponent()  // BelfryToolTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// The sample extensions.
    static let plugins = root.appendingPathComponent("Plugins")

    /// Where the test program and everything built with it is, the tool too.
    static let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
