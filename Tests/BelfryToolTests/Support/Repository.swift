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

    /// Where the tool is: beside the tests, or where `BELFRY_PRODUCTS` says, for tests built with a
    /// sanitizer, which no sandboxed worker can be.
    static let products =
        ProcessInfo.processInfo.environment["BELFRY_PRODUCTS"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
