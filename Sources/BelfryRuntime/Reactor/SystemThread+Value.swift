// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Here and not in ``BelfrySystem``: the worker links that statically, and would have all of Swift's
/// concurrency with it.
extension SystemThread {
    /// Waits for what a thread of its own comes to, so that blocking work keeps no thread of Swift's pool.
    ///
    /// Where there are too many threads the work is done in that pool.
    ///
    /// - Parameters:
    ///   - name: What debuggers show, 15 bytes at most.
    ///   - body: The work.
    /// - Returns: What the work comes to.
    static func value<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        let value: Value? = await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try start(named: name) { continuation.resume(returning: body()) }
            } catch {
                continuation.resume(returning: nil)
            }
        }
        if let value { return value }
        return await inPool(body)
    }

    @concurrent
    private static func inPool<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value {
        body()
    }
}
