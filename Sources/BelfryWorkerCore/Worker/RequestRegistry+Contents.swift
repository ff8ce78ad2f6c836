// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry
internal import Synchronization

/// What the host's table offers on requests and contents, besides deciding.
extension RequestRegistry {
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
