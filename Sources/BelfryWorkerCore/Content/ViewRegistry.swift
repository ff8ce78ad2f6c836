// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire
internal import Synchronization

/// The views of a content extension, and what of them the host does not know yet.
///
/// One lock holds all of it: any thread may call, and what a call changes is seen whole. As with
/// ``RequestRegistry``, everything in here is the extension's to corrupt.
final class ViewRegistry: Sendable {
    let state = Mutex(State())
    let send: @Sendable (WorkerEvent) -> Void

    /// Called when something has changed while nobody is going to look.
    private let wake: @Sendable () -> Void

    /// Makes a registry without views.
    ///
    /// - Parameters:
    ///   - send: Where strikes go.
    ///   - wake: Told of the first change since ``takeFrames()`` outside callbacks; calls that.
    init(
        send: @escaping @Sendable (WorkerEvent) -> Void,
        wake: @escaping @Sendable () -> Void
    ) {
        self.send = send
        self.wake = wake
    }

    // MARK: The session

    /// Makes the root, so that calls are taken.
    func open(width: Double, height: Double) {
        state.withLock { state in
            state.opening = LayoutSize(width: width, height: height)
            let root = state.makeNode(.plain)
            // The host has it from the beginning.
            root.sent = ViewLook()
            // `load` places views by the size that the root has, before the first layout.
            root.look.frame = ViewFrame(x: 0, y: 0, width: width, height: height)
            state.root = root.number
            state.isOpen = true
            state.isWatched = true
            state.needsLayout = true
            state.note(root)
        }
    }

    /// Takes no calls any more.
    func close() {
        state.withLock { $0.isOpen = false }
    }

    /// Keeps changes until ``takeFrames()``: a callback is about to run.
    func beginCallback() {
        state.withLock { $0.isWatched = true }
    }

    /// Lays out what changed, and gives what the host is to be told.
    func takeFrames() -> [ContentEvent] {
        state.withLock { state in
            state.isWatched = false
            guard state.isOpen else { return [] }
            return state.takeFrames()
        }
    }

    /// Whether there may be something to show.
    var hasNews: Bool { state.withLock { $0.isOpen && $0.hasNews } }

    /// What layout could not do, a line each, and none twice.
    func takeWarnings() -> [String] {
        state.withLock { state in
            let warnings = state.conflicts.subtracting(state.saidConflicts).sorted()
            state.conflicts = []
            let room = max(0, Self.warningLimit - state.saidConflicts.count)
            state.saidConflicts.formUnion(warnings.prefix(room))
            return Array(warnings.prefix(room))
        }
    }

    /// Most such lines of one session.
    private static let warningLimit = 32

    // MARK: Calls

    /// Runs a call on a view, and has somebody look after it.
    func change(
        _ view: UInt64,
        _ body: @Sendable (ViewNode, inout State) -> Status
    ) -> Status {
        let status = change { state -> Status in
            guard let node = state.node(view) else { return .handle }
            return body(node, &state)
        }
        if status == .handle { send(.strike(run: 0, kind: .badHandle)) }
        return status
    }

    /// Runs a call, and has somebody look after it.
    func change(_ body: @Sendable (inout State) -> Status) -> Status {
        let result = attempt { state -> Result<Status, Status> in .success(body(&state)) }
        switch result {
        case .success(let status), .failure(let status): return status
        }
    }

    /// Runs a call that gives something, and has somebody look after it.
    func attempt<Value: Sendable>(
        _ body: @Sendable (inout State) -> Result<Value, Status>
    ) -> Result<Value, Status> {
        let (result, wakes) = state.withLock { state -> (Result<Value, Status>, Bool) in
            guard state.isOpen else { return (.failure(.state), false) }
            let result = body(&state)
            guard state.hasNews, !state.isWatched else { return (result, false) }
            state.isWatched = true
            return (result, true)
        }
        if wakes { wake() }
        return result
    }

    /// Reads something of a view.
    func read<Value: Sendable>(
        _ view: UInt64,
        _ body: @Sendable (ViewNode, inout State) -> Result<Value, Status>
    ) -> Result<Value, Status> {
        let result = state.withLock { state -> Result<Value, Status> in
            guard state.isOpen else { return .failure(.state) }
            guard let node = state.node(view) else { return .failure(.handle) }
            return body(node, &state)
        }
        if case .failure(.handle) = result { send(.strike(run: 0, kind: .badHandle)) }
        return result
    }
}

extension ViewRegistry {
    struct State {
        /// The views by number, and the numbers by handle.
        var nodes: [UInt32: ViewNode] = [:]
        var numbers = HandleTable<UInt32>(kind: 3)
        var constraints = HandleTable<LayoutConstraint>(kind: 4)
        var constraintHandles: Set<UInt64> = []

        var isOpen = false
        var root: UInt32 = 0
        /// The size that the session began with, and the one that the extension wants.
        var opening = LayoutSize()
        var preferred: LayoutSize?
        /// What layout could not do, and has not said.
        var conflicts: Set<String> = []
        var saidConflicts: Set<String> = []

        var textByteCount = 0
        private var lastNumber: UInt32 = 0

        /// Views that may look other than the host was told.
        var changed: Set<UInt32> = []
        /// Views that are gone, and of which the host still knows.
        var removed: [UInt32] = []
        var needsLayout = false
        /// Where keys go, when that is to be told.
        var focus: Focus?
        /// Whether somebody is going to look at what has changed.
        var isWatched = false

        /// Texts that the user has replaced, latest last: lent ones stay readable for a while.
        var replaced: [StableText] = []
        static let replacedLimit = 8

        /// Whether there may be something to tell.
        var hasNews: Bool {
            needsLayout || !changed.isEmpty || !removed.isEmpty || focus != nil
        }

        /// The view of a handle.
        func node(_ handle: UInt64) -> ViewNode? {
            numbers[handle].flatMap { nodes[$0] }
        }

        /// Makes a view, in no other.
        mutating func makeNode(_ kind: ViewKind) -> ViewNode {
            lastNumber += 1
            let handle = numbers.insert(lastNumber)
            let node = ViewNode(number: lastNumber, handle: handle, kind: kind)
            nodes[lastNumber] = node
            return node
        }

        /// Notes that a view may look other than the host was told.
        mutating func note(_ node: ViewNode) {
            changed.insert(node.number)
        }
    }

    /// Where the user's keys go.
    enum Focus: Equatable {
        case view(UInt32, accessory: UInt32)
        case nowhere
    }
}
