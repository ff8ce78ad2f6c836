// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryWire
internal import Synchronization

/// A notification without an extension: it shows what a test says and notes what is done to it.
final class StandInStage: ContentStage {
    /// What becomes of an input: it may change what is shown, and be refused with a sentence.
    typealias Reaction = @Sendable (ContentInput, inout ContentSnapshot) -> String?

    /// What a worker does of itself: a field has the text that was typed.
    ///
    /// Without it a page shows, as it must, that the field has stayed as it was.
    static let takeText: Reaction = { input, snapshot in
        if case .edit(let view, let text) = input {
            snapshot.tree.change(view) { $0.texts[.text] = text }
        }
        return nil
    }

    private struct State {
        var snapshot: ContentSnapshot
        var viewers: [AsyncStream<ContentSnapshot>.Continuation] = []
        var inputs: [ContentInput] = []
    }

    private let state: Mutex<State>
    private let reaction: Reaction
    private let pictures: [String: (bytes: [UInt8], mediaType: String)]

    init(
        _ snapshot: ContentSnapshot,
        pictures: [String: (bytes: [UInt8], mediaType: String)] = [:],
        reaction: @escaping Reaction = { _, _ in nil }
    ) {
        state = Mutex(State(snapshot: snapshot))
        self.pictures = pictures
        self.reaction = reaction
    }

    /// What was done to it, oldest first.
    var inputs: [ContentInput] { state.withLock { $0.inputs } }

    /// How many look at it.
    var viewerCount: Int { state.withLock { $0.viewers.count } }

    /// Shows something else.
    func show(_ change: (inout ContentSnapshot) -> Void) {
        state.withLock {
            change(&$0.snapshot)
            $0.snapshot.revision += 1
            for viewer in $0.viewers { viewer.yield($0.snapshot) }
        }
    }

    /// Closes the notification.
    func close() {
        show { $0.phase = .closed }
        state.withLock {
            for viewer in $0.viewers { viewer.finish() }
        }
    }

    func snapshot() async -> ContentSnapshot { state.withLock { $0.snapshot } }

    func snapshots() async -> AsyncStream<ContentSnapshot> {
        let (snapshots, viewer) = AsyncStream.makeStream(
            of: ContentSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        state.withLock {
            $0.viewers.append(viewer)
            if $0.snapshot.phase == .closed { viewer.finish() }
        }
        return snapshots
    }

    func perform(_ input: ContentInput) async -> String? {
        let refusal = state.withLock {
            $0.inputs.append(input)
            let refusal = reaction(input, &$0.snapshot)
            $0.snapshot.revision += 1
            for viewer in $0.viewers { viewer.yield($0.snapshot) }
            return refusal
        }
        if input == .dismiss { close() }
        return refusal
    }

    func settled() async -> ContentSnapshot { await snapshot() }

    func picture(_ name: String) async -> (bytes: [UInt8], mediaType: String)? { pictures[name] }
}
