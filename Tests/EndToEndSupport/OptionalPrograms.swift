// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The package manager of Rust, which not every machine has.
package enum Cargo {
    /// What a test says that is skipped.
    package static let isMissing = OptionalProgram.isMissing("cargo")

    /// Whether tests that need it run.
    package static let isNeeded = OptionalProgram.isNeeded("cargo")
}

/// A compiler for C++, which not every machine has.
package enum CPlusPlus {
    /// What a test says that is skipped.
    package static let isMissing = OptionalProgram.isMissing("c++")

    /// Whether tests that need it run.
    package static let isNeeded = OptionalProgram.isNeeded("c++")
}

/// CMake, which not every machine has.
package enum CMake {
    /// What a test says that is skipped.
    package static let isMissing = OptionalProgram.isMissing("cmake")

    /// Whether tests that need it run.
    package static let isNeeded = OptionalProgram.isNeeded("cmake")
}

/// gdb, which not every machine has.
package enum Debugger {
    /// What a test says that is skipped.
    package static let isMissing = OptionalProgram.isMissing("gdb")

    /// Whether tests that need it run.
    package static let isNeeded = OptionalProgram.isNeeded("gdb")
}

/// lldb of the system, which not every machine has.
///
/// The one of a toolchain for Swift, first in many a PATH, runs only where its version of Python is.
package enum LLDB {
    /// The program.
    package static let path = "/usr/bin/lldb"

    /// What a test says that is skipped.
    package static let isMissing = "there is no \(path)"

    /// Whether tests that need it run.
    package static let isNeeded =
        ProcessInfo.processInfo.environment["CI"] != nil
        || FileManager.default.isExecutableFile(atPath: path)
}

/// A program that some tests need: they run where it is, and in CI, where its absence is a failure.
private enum OptionalProgram {
    static func isMissing(_ name: String) -> String { "there is no \(name) in PATH" }

    static func isNeeded(_ name: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return environment["CI"] != nil
            || folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
