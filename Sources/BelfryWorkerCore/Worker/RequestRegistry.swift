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
    private let state = Mutex(State())
    private let send: @Sendable (WorkerEvent) -> Void

    private struct State {
        var requests = HandleTable<Request>(kind: 1)
        var contents = HandleTable<ContentObject>(kind: 2)
        /// The request each completion was minted for, by its index in the pool.
        var minted: [Int: (request: UInt64, run: UInt64)] = [:]
    }

    private struct Request {
        let run: UInt64
        let deadline: UInt64
        let identifier: StableText
        /// The original first, then the copies.
        var contents: [UInt64] = []
        var isDecided = false
        /// Callbacks of the extension under way; what it borrowed lives until they return.
        var callbacks = 0
    }

    /// Most mutable copies of contents in one request.
    static let copyLimit = 64

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
                    identifier: StableText(command.identifier.utf8)
                )
            )
            let original = ContentObject(request: handle, record: command.content)
            state.requests[handle]?.contents = [state.contents.insert(original)]
            state.minted[completion] = (handle, command.run)
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

    /// Decides the request that a completion was minted for.
    func complete(completion: Int, content: UInt64) {
        guard let minted = state.withLock({ $0.minted[completion] }) else {
            return send(.strike(run: 0, kind: .badHandle))
        }
        if decide(minted.request, content: content) == .handle {
            send(.strike(run: minted.run, kind: .secondCompletion))
        }
    }

    /// Decides a request: the first decision counts, a further one is a strike.
    ///
    /// - Parameters:
    ///   - handle: The request.
    ///   - content: What to deliver; 0, or what is not a copy of its content, for the original.
    /// - Returns: ``Status/expired`` when it was decided, ``Status/handle`` when it is gone.
    func complete(request handle: UInt64, content: UInt64) -> Status {
        let status = decide(handle, content: content)
        if status == .handle { send(.strike(run: 0, kind: .badHandle)) }
        return status
    }

    private func decide(_ handle: UInt64, content: UInt64) -> Status {
        let (events, status) = state.withLock { state -> ([WorkerEvent], Status) in
            guard let request = state.requests[handle] else { return ([], .handle) }
            let run = request.run
            guard !request.isDecided else {
                return ([.strike(run: run, kind: .secondCompletion)], .expired)
            }
            let object = state.contents[content].flatMap { $0.request == handle ? $0 : nil }
            let changes = object.flatMap { $0.isMutable ? $0.changes : nil }
            state.requests[handle]?.isDecided = true
            Self.sweep(handle, &state)
            let isWild = object == nil && content != 0
            let strikes: [WorkerEvent] = isWild ? [.strike(run: run, kind: .badHandle)] : []
            return (strikes + [.completed(run: run, changes: changes)], .ok)
        }
        for event in events { send(event) }
        return status
    }

    /// Forgets a request that is decided and that no callback looks at any more.
    private static func sweep(_ handle: UInt64, _ state: inout State) {
        guard let request = state.requests[handle], request.isDecided, request.callbacks == 0 else {
            return
        }
        for content in request.contents { state.contents.remove(content) }
        state.requests.remove(handle)
    }

    // MARK: What the host table offers

    /// Lends a request's identifier.
    func identifier(
        of handle: UInt64,
        into out: UnsafeMutablePointer<bf_string>
    ) -> Status {
        let address = UInt(bitPattern: out)
        let status = state.withLock { state -> Status in
            guard let request = state.requests[handle] else { return .handle }
            return Self.lend(request.identifier, toAddress: address)
        }
        if status == .handle { send(.strike(run: 0, kind: .badHandle)) }
        return status
    }

    func deadline(of handle: UInt64) -> UInt64 {
        state.withLock { $0.requests[handle]?.deadline ?? 0 }
    }

    func isDecided(_ handle: UInt64) -> Bool {
        state.withLock { $0.requests[handle]?.isDecided ?? true }
    }

    func original(of handle: UInt64) -> UInt64 {
        state.withLock { $0.requests[handle]?.contents.first ?? 0 }
    }

    /// Makes a mutable copy; 0 for a bad handle or past the limit.
    func copy(_ content: UInt64) -> UInt64 {
        let copied = state.withLock { state -> UInt64? in
            guard let object = state.contents[content],
                let request = state.requests[object.request]
            else { return nil }
            guard request.contents.count <= Self.copyLimit else { return 0 }
            let copied = state.contents.insert(ContentObject(copying: object))
            state.requests[object.request]?.contents.append(copied)
            return copied
        }
        if copied == nil { send(.strike(run: 0, kind: .badHandle)) }
        return copied ?? 0
    }

    func release(_ content: UInt64) -> Status {
        withContent(content) { object, state in
            guard object.isMutable else { return .state }
            state.contents.remove(content)
            state.requests[object.request]?.contents.removeAll { $0 == content }
            return .ok
        }
    }

    /// Lends a text field.
    func text(
        _ content: UInt64,
        _ key: UInt32,
        into out: UnsafeMutablePointer<bf_string>
    ) -> Status {
        let address = UInt(bitPattern: out)
        return withContent(content) { object, _ in
            switch object.text(key) {
            case .failure(let status): status
            case .success(let text): Self.lend(text, toAddress: address)
            }
        }
    }

    /// Writes a view of a text where the caller wants it; by address, since the lock's body must
    /// not capture a pointer.
    private static func lend(_ text: StableText?, toAddress address: UInt) -> Status {
        guard let out = unsafe UnsafeMutablePointer<bf_string>(bitPattern: address) else {
            return .argument
        }
        unsafe out.pointee = text?.borrowed ?? bf_string()
        return .ok
    }

    func integer(_ content: UInt64, _ key: UInt32) -> Result<Int64, Status> {
        read(content) { $0.integer(key) }
    }

    func real(_ content: UInt64, _ key: UInt32) -> Result<Double, Status> {
        read(content) { $0.real(key) }
    }

    /// Changes a mutable content.
    func change(
        _ content: UInt64,
        _ body: @Sendable (ContentObject) -> Status
    ) -> Status {
        withContent(content) { object, _ in object.isMutable ? body(object) : .state }
    }

    private func read<Value: Sendable>(
        _ content: UInt64,
        _ body: @Sendable (ContentObject) -> Result<Value, Status>
    ) -> Result<Value, Status> {
        let result = state.withLock { $0.contents[content].map(body) }
        if let result { return result }
        send(.strike(run: 0, kind: .badHandle))
        return .failure(.handle)
    }

    private func withContent(
        _ content: UInt64,
        _ body: @Sendable (ContentObject, inout State) -> Status
    ) -> Status {
        let status = state.withLock { state -> Status in
            guard let object = state.contents[content] else { return .handle }
            return body(object, &state)
        }
        if status == .handle { send(.strike(run: 0, kind: .badHandle)) }
        return status
    }
}
