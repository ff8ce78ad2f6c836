// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Synchronization

/// A host in the test process: a small store behind the table of C functions.
///
/// Its state is the process's, as a completion is a bare function; suites that use it are
/// serialized.
enum FakeHost {
    struct Attachment: Equatable {
        var identifier: String
        var path: String
        var type: String
        var flags: UInt32
        var clipping: [Double]
        var time: Double
    }

    struct Content: Equatable {
        var texts: [bf_key: String] = [:]
        var integers: [bf_key: Int64] = [:]
        var reals: [bf_key: Double] = [:]
        var attachments: [Attachment] = []
    }

    struct State {
        /// What the bundle table says.
        var principalClass = ""
        /// The one request there is, by handle 1; its original content is handle 2.
        var original = Content()
        var copies: [UInt64: Content] = [:]
        var copyLimit = 64
        var isDecided = false
        /// Contents that were published, in order, and codes of drops.
        var published: [Content] = []
        var drops: [String] = []
        /// What publishing and dropping answer.
        var belfryStatus: bf_status = 0
        /// Handles given to the completion, in order.
        var decisions: [UInt64] = []
        /// The calls that change a copy, such as "set_text 1".
        var changes: [String] = []
        var refusedKeys: Set<bf_key> = []
        var log: [String] = []
        var explanations: [String] = []
    }

    static let request = bf_request(id: 1)
    static let original = bf_content(id: 2)

    static let state = Mutex(State())
    private static let decision = Mutex<AsyncStream<UInt64>.Continuation?>(nil)

    /// Forgets everything and takes a new request.
    static func reset(principalClass: String, original: Content = Content()) {
        let fresh = State(principalClass: principalClass, original: original)
        state.withLock { $0 = fresh }
    }

    /// The handles that arrive at the completion from now on.
    static func decisions() -> AsyncStream<UInt64> {
        let (stream, continuation) = AsyncStream.makeStream(of: UInt64.self)
        decision.withLock { $0 = continuation }
        return stream
    }

    /// The contents the request was decided with, the original for an empty handle.
    static var answers: [Content] {
        state.withLock { state in
            state.decisions.map { $0 == 0 ? state.original : state.copies[$0] ?? state.original }
        }
    }

    /// The completion of the one request.
    static let completion: @convention(c) (bf_content) -> Void = { content in
        state.withLock {
            $0.decisions.append(content.id)
            $0.isDecided = true
        }
        _ = decision.withLock { $0?.yield(content.id) }
    }
}

extension FakeHost {
    /// Reads a content; nil for a handle that is none.
    static func read<Value: Sendable>(_ content: bf_content, _ path: (Content) -> Value?) -> Value?
    {
        state.withLock { state in
            if content.id == original.id { return path(state.original) }
            return state.copies[content.id].flatMap(path)
        }
    }

    /// Changes a copy and writes the call down.
    static func change(
        _ content: bf_content,
        _ call: String,
        key: bf_key = 0,
        _ change: (inout Content) -> Void
    ) -> bf_status {
        state.withLock { state in
            state.changes.append(key == 0 ? call : "\(call) \(key)")
            guard state.copies[content.id] != nil else { return -2 }
            guard !state.refusedKeys.contains(key) else { return -4 }
            state.copies[content.id].map { copy in
                var copy = copy
                change(&copy)
                state.copies[content.id] = copy
            }
            return 0
        }
    }
}
