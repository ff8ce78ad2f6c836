// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Synchronization

/// Waits for asynchronous work from a synchronous main.
///
/// - Parameter body: The work; it runs on Swift's own threads.
/// - Returns: What the work gives.
/// - Throws: What the work throws.
package func waitFor<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let isDone = Semaphore()
    Task {
        do {
            let value = try await body()
            outcome.withLock { $0 = .success(value) }
        } catch {
            outcome.withLock { $0 = .failure(error) }
        }
        isDone.signal()
    }
    isDone.wait()
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
}
