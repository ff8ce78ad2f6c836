// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Has the channels of apps listed one list at a time: pushes get their turns between two lists, which
/// may have 10,000 rows each.
///
/// Who asks for the list of an app that others wait for too is told the same.
final class ChannelLists<List: Sendable>: Sendable {
    typealias Done = @Sendable (Result<List, any Error>) -> Void

    private struct State {
        var isReading = false
        var waiting: [(app: String, done: Done)] = []
    }

    private let state = Mutex(State())
    private let read: @Sendable (String, @escaping Done) -> Void

    /// - Parameter read: Reads the channels of an app, and says so on any thread.
    init(_ read: @escaping @Sendable (String, @escaping Done) -> Void) {
        self.read = read
    }

    /// Lists the channels that an app has now or later.
    func list(_ app: String, done: @escaping Done) {
        let isFree = state.withLock { state in
            state.waiting.append((app, done))
            defer { state.isReading = true }
            return !state.isReading
        }
        if isFree { readNext() }
    }

    private func readNext() {
        let (app, askers) = state.withLock { state -> (String?, [Done]) in
            let app = state.waiting.first?.app
            state.isReading = app != nil
            let askers = state.waiting.filter { $0.app == app }.map(\.done)
            state.waiting.removeAll { $0.app == app }
            return (app, askers)
        }
        guard let app else { return }
        read(app) { [self] result in
            for done in askers { done(result) }
            readNext()
        }
    }
}
