// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Subprocess

/// Processes that use every core for nothing.
enum Spinners {
    /// Keeps cores busy for as long as something takes.
    ///
    /// - Parameters:
    ///   - count: How many cores.
    ///   - body: What is done meanwhile.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; ``BenchmarkError`` where a core cannot be kept busy.
    static func whileSpinning<Result: Sendable>(
        count: Int,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    // It writes to nobody, for ever: it is killed when its task is cancelled.
                    _ = try? await Subprocess.run(.name("yes"), output: .discarded)
                    guard Task.isCancelled else {
                        throw BenchmarkError("yes(1) ended, which was to keep a core busy")
                    }
                }
            }
            let result = try await body()
            group.cancelAll()
            try await group.waitForAll()
            return result
        }
    }
}
