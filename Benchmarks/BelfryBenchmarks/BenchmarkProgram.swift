// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryRuntime
internal import Glibc

/// What the programs of `make bench` and its like have in common: they measure in a task, and end.
package protocol BenchmarkProgram: ParsableCommand, Sendable {
    /// Measures, and tells.
    func measure() async throws
}

extension BenchmarkProgram {
    /// Runs the command named by the process's arguments, and ends the process.
    ///
    /// The main thread has nothing to do but wait: an asynchronous main would tear it down.
    package static func runAndExit() -> Never {
        Task {
            do {
                var command = try parseAsRoot()
                if let program = command as? Self {
                    try await program.measure()
                } else {
                    // The help, which is a command of its own.
                    try command.run()
                }
                Glibc.exit(0)
            } catch {
                exit(withError: error)
            }
        }
        while true { pause() }
    }
}

extension ExtensionHost.Configuration {
    /// What the host of a benchmark is made of: this build, and a directory that is gone afterwards.
    init(_ scratch: Scratch) throws {
        self.init(sdk: try SDKLocation.ofRunningTool(), storePath: scratch.storePath)
    }
}
