// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The package manager of Rust, which not every machine has.
package enum Cargo {
    /// What a test says that is skipped.
    package static let isMissing = "there is no cargo in PATH"

    /// Whether tests that need it run: where it is, and in CI, where its absence is a failure.
    package static let isNeeded: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return environment["CI"] != nil
            || folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/cargo") }
    }()
}
