// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import Synchronization

/// All that the extension can reach: requests and contents by handle, and the way to the host.
///
/// Everything in here is the extension's to corrupt, since it shares the address space: this side
/// keeps honest extensions honest, and the host decides for itself.
final class RequestRegistry: Sendable {
    let state = Mutex(State())
    let send: @Sendable (WorkerEvent) -> Void

    struct State {
        var requests = HandleTable<Request>(kind: 1)
        var contents = HandleTable<ContentObject>(kind: 2)
        /// The request each completion was minted for, by its index in the pool.
        var minted: [Int: (request: UInt64, run: UInt64)] = [:]
        /// The request that came last: the one that calls belong to which name none.
        var latest: UInt64 = 0
    }

    struct Request {
        let run: UInt64
        let deadline: UInt64
        let identifier: StableText
        let mayDrop: Bool
        /// Whether it is one that a content extension is shown, which cannot be decided.
        var isShown = false
        /// The original first, then the copies.
        var contents: [UInt64] = []
        var isDecided = false
        /// How many contents were published.
        var checkpoints = 0
        /// What was asked of the notification centre.
        var questions = 0
        var questionByteCount = 0
        /// Callbacks of the extension under way; what it borrowed lives until they return.
        var callbacks = 0
    }

    /// Most mutable copies of contents in one request.
    static let copyLimit = 64

    /// Most checkpoints of one request.
    static let checkpointLimit = WorkerEvent.checkpointLimit

    init(send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.send = send
    }

    // MARK: Life of a request

    /// Makes a request of a command; the completion with this index answers it.
    func open(_ command: RunCommand, completion: Int) -> UInt64 {
        state.withLock { state in
            let handle = state.requests.insert(
                Request(
                    run: command.run,
                    deadline: command.deadline,
                    identifier: StableText(command.identifier.utf8),
                    mayDrop: command.mayDrop
                )
            )
            let original = ContentObject(request: handle, record: command.content)
            state.requests[handle]?.contents = [state.contents.insert(original)]
            state.minted[completion] = (handle, command.run)
            state.latest = handle
            return handle
        }
    }

    /// The handle of the request of a run that is under way.
    func handle(ofRun run: UInt64) -> UInt64? {
        state.withLock { state in state.minted.first { $0.value.run == run }?.value.request }
    }

    /// Notes that a callback of the extension is about to run for a request; false when it is over.
    func enter(_ handle: UInt64) -> Bool {
        state.withLock { state in
            guard let request = state.requests[handle], !request.isDecided else { return false }
            state.requests[handle]?.callbacks += 1
            return true
        }
    }

    /// Notes that a callback has returned.
    func leave(_ handle: UInt64) {
        state.withLock { state in
            state.requests[handle]?.callbacks -= 1
            Self.sweep(handle, &state)
        }
    }

    // MARK: Deciding

    /// Decides the request that a completion was minted for.
    func complete(completion: Int, content: UInt64) {
        guard let minted = state.withLock({ $0.minted[completion] }) else {
            return send(.strike(run: 0, kind: .badHandle))
        }
        if answer(minted.request, with: content) == nil {
            send(.strike(run: minted.run, kind: .secondCompletion))
        }
    }

    /// Decides a request: the first decision counts, a further one is a strike.
    ///
    /// - Parameters:
    ///   - handle: The request.
    ///   - content: What to deliver; 0 for the original. What is neither that nor a content of the
    ///     request ends the run.
    /// - Returns: ``Status/expired`` when it was decided, ``Status/handle`` when it is gone or the
    ///   content is none.
    func complete(request handle: UInt64, content: UInt64) -> Status {
        if let status = answer(handle, with: content) { return status }
        send(.strike(run: 0, kind: .badHandle))
        return .handle
    }

    /// Publishes a copy as the best so far of a request that is not decided.
    ///
    /// - Parameters:
    ///   - handle: The request.
    ///   - content: A copy of its content.
    /// - Returns: ``Status/state`` for the original, ``Status/expired`` when it was decided,
    ///   ``Status/limit`` past ``checkpointLimit``.
    func publish(request handle: UInt64, content: UInt64) -> Status {
        let (event, status) = state.withLock { state -> (WorkerEvent?, Status) in
            guard let request = state.requests[handle] else {
                return (.strike(run: 0, kind: .badHandle), .handle)
            }
            guard let object = state.contents[content], object.request == handle else {
                return (.strike(run: request.run, kind: .badHandle), .handle)
            }
            guard object.isMutable, !request.isShown else { return (nil, .state) }
            guard !request.isDecided else { return (nil, .expired) }
            guard request.checkpoints < Self.checkpointLimit else { return (nil, .limit) }
            state.requests[handle]?.checkpoints += 1
            return (.checkpoint(run: request.run, changes: object.changes), .ok)
        }
        if let event { send(event) }
        return status
    }

    /// Decides a request as dropped.
    ///
    /// - Parameters:
    ///   - handle: The request.
    ///   - reason: The extension's own code.
    /// - Returns: ``Status/denied`` where the manifest gives no right to it, otherwise as
    ///   ``complete(request:content:)``.
    func drop(request handle: UInt64, reason: DropReason) -> Status {
        let status = decide(handle) { request, _ in
            guard request.mayDrop else {
                let strike = WorkerEvent.strike(run: request.run, kind: .deniedDrop)
                return Answer(strike, status: .denied, decides: false)
            }
            return Answer(.dropped(run: request.run, reason: reason), status: .ok)
        }
        if let status { return status }
        send(.strike(run: 0, kind: .badHandle))
        return .handle
    }

    /// What an attempt to decide a request comes to.
    private struct Answer {
        var events: [WorkerEvent]
        var status: Status
        var decides: Bool

        init(_ events: WorkerEvent..., status: Status, decides: Bool = true) {
            self.events = events
            self.status = status
            self.decides = decides
        }
    }

    private func answer(_ handle: UInt64, with content: UInt64) -> Status? {
        decide(handle) { request, state in
            guard content != 0 else {
                return Answer(.completed(run: request.run, changes: nil), status: .ok)
            }
            guard let object = state.contents[content], object.request == handle else {
                return Answer(
                    .strike(run: request.run, kind: .badHandle),
                    .abused(run: request.run),
                    status: .handle
                )
            }
            let changes = object.isMutable ? object.changes : nil
            return Answer(.completed(run: request.run, changes: changes), status: .ok)
        }
    }

    /// Decides a request unless it is decided; nil when it is gone.
    private func decide(
        _ handle: UInt64,
        _ body: @Sendable (Request, State) -> Answer
    ) -> Status? {
        let answer = state.withLock { state -> Answer? in
            guard let request = state.requests[handle] else { return nil }
            guard !request.isShown else { return Answer(status: .state, decides: false) }
            guard !request.isDecided else {
                return Answer(
                    .strike(run: request.run, kind: .secondCompletion),
                    status: .expired,
                    decides: false
                )
            }
            let answer = body(request, state)
            guard answer.decides else { return answer }
            state.requests[handle]?.isDecided = true
            Self.sweep(handle, &state)
            return answer
        }
        for event in answer?.events ?? [] { send(event) }
        return answer?.status
    }

    /// Forgets a request that is decided and that no callback looks at any more.
    private static func sweep(_ handle: UInt64, _ state: inout State) {
        guard let request = state.requests[handle], request.isDecided, request.callbacks == 0 else {
            return
        }
        for content in request.contents { state.contents.remove(content) }
        state.requests.remove(handle)
    }

    /// What a handle stands for now; it is nobody's strike to ask.
    func state(of handle: UInt64) -> HandleState {
        state.withLock { state in
            if let request = state.requests[handle] {
                return .request(isDecided: request.isDecided)
            }
            guard let content = state.contents[handle] else { return .gone }
            let isDecided = state.requests[content.request]?.isDecided ?? true
            return .content(request: content.request, isDecided: isDecided)
        }
    }
}
