// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension StopSign {
    /// Does work whose task is cancelled when the sign is raised.
    ///
    /// - Parameters:
    ///   - stop: Ends the runs in flight, where they do not end soon.
    ///   - patience: How long runs in flight may take to end once the sign is up.
    ///   - atLast: Called before that: what ends afterwards says nothing.
    ///   - work: Begins no further run once its task is cancelled.
    /// - Returns: What the work gives.
    /// - Throws: What the work throws.
    func guarding<Value: Sendable>(
        _ stop: @escaping @Sendable () async -> Void,
        patience: Duration = .seconds(1),
        atLast: @escaping @Sendable () -> Void = {},
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let load = Task { try await work() }
        let end = Task {
            await wait()
            guard isRaised else { return }
            load.cancel()
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            atLast()
            await stop()
        }
        defer { end.cancel() }
        return try await load.value
    }
}
