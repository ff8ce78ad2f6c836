// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Has one change of an app happen at a time, in the order in which they came; other apps' go on
/// beside it.
final class AppTurns: Sendable {
    /// Who waits, by app; an app that is being changed has an entry.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// Does something with an app once nobody else does.
    ///
    /// - Parameters:
    ///   - app: The app's identifier.
    ///   - body: What to do; it does not ask for another turn of the same app.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func perform<Value>(
        on app: String,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        await enter(app)
        defer { leave(app) }
        return try await body()
    }

    private func enter(_ app: String) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                let isFree = waiting[app] == nil
                if isFree { waiting[app] = [] } else { waiting[app]?.append(continuation) }
                return isFree
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave(_ app: String) {
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard waiting[app]?.isEmpty == false else {
                waiting[app] = nil
                return nil
            }
            return waiting[app]?.removeFirst()
        }
        next?.resume()
    }
}
