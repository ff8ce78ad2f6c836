// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import HTTPTypes
internal import Synchronization

/// The notifications that pages show by their content extensions now: as many as there may be.
final class OpenViews: Sendable {
    /// Most views at a time: each has a worker.
    static let limit = 8

    /// Most views of one browser that has signed in, or of those who have the token.
    static let viewerLimit = 4

    private struct Entry {
        let viewer: String
        weak var view: OpenView?
    }

    private struct State {
        var isClosed = false
        var entries: [String: Entry] = [:]
    }

    private let state = Mutex(State())

    /// The room of one view; it is free again when this goes.
    final class Place: Sendable {
        let name = AccessToken.random().text
        private let views: OpenViews

        fileprivate init(_ views: OpenViews) {
            self.views = views
        }

        deinit { views.free(name) }
    }

    /// Takes the room of one view.
    ///
    /// - Parameter viewer: Whose page it is.
    /// - Returns: The room.
    /// - Throws: ``APIError`` where there are as many as may be.
    func take(for viewer: String) throws(APIError) -> Place {
        let place = Place(self)
        let refusal: String? = state.withLock { state in
            guard !state.isClosed else { return "the daemon stops" }
            guard state.entries.count < Self.limit else {
                return "\(Self.limit) notifications are drawn by their extensions already"
            }
            let own = state.entries.values.count { $0.viewer == viewer }
            guard own < Self.viewerLimit else {
                return "\(Self.viewerLimit) notifications are drawn for this browser already"
            }
            state.entries[place.name] = Entry(viewer: viewer)
            return nil
        }
        if let refusal {
            throw APIError(.serviceUnavailable, "full", "\(refusal); close one of them")
        }
        return place
    }

    /// Lets the page of a view say what the user does with it.
    func admit(_ view: OpenView) {
        let isClosed = state.withLock { state in
            state.entries[view.name]?.view = view
            return state.isClosed
        }
        if isClosed { view.end() }
    }

    /// A view of a viewer's.
    ///
    /// - Throws: ``APIError`` where there is none of that name: one of another viewer's is none.
    func view(_ name: String, of viewer: String) throws(APIError) -> OpenView {
        let view = state.withLock { state in
            state.entries[name].flatMap { $0.viewer == viewer ? $0.view : nil }
        }
        guard let view else {
            throw APIError(.notFound, "not_found", "there is no such view; it ends with its stream")
        }
        return view
    }

    /// Ends every view.
    func close() {
        let views = state.withLock { state in
            state.isClosed = true
            return state.entries.values.compactMap(\.view)
        }
        for view in views { view.end() }
    }

    private func free(_ name: String) {
        state.withLock { _ = $0.entries.removeValue(forKey: name) }
    }
}
