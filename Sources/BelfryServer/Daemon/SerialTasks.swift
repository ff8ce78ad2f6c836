// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Does one thing after the other, each in its turn, where each waits for others meanwhile.
final class SerialTasks: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    /// Does something once all that came before has ended.
    ///
    /// - Parameter body: What is done.
    /// - Returns: What comes of it.
    /// - Throws: What it throws.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = last.withLock { last in
            let task = Task { [last] in
                await last?.value
                return try await body()
            }
            last = Task { _ = try? await task.value }
            return task
        }
        return try await task.value
    }
}
