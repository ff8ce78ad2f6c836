// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAPNs
import Synchronization

/// A door whose test decides what becomes of pushes, and when.
final class ScriptedDoor: PushDoor {
    typealias Done = @Sendable (Result<String?, PushRefusal>) -> Void

    private struct State {
        var pushes: [RemotePush] = []
        var broadcasts: [RemoteBroadcast] = []
        var requests: [ChannelRequest] = []
        var held: [Done] = []
        var isHolding = false
        var refusal: PushRefusal?
    }

    private let state = Mutex(State())

    /// What was let in.
    var pushes: [RemotePush] { state.withLock(\.pushes) }

    var broadcasts: [RemoteBroadcast] { state.withLock(\.broadcasts) }
    var requests: [ChannelRequest] { state.withLock(\.requests) }

    /// Refuses all from now on.
    func refuse(_ refusal: PushRefusal) { state.withLock { $0.refusal = refusal } }

    /// Lets pushes wait for ``release()``.
    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for done in held { done(.success("unique")) }
    }

    func broadcast(
        _ push: RemoteBroadcast,
        done: @escaping @Sendable (Result<Void, PushRefusal>) -> Void
    ) {
        let refusal = state.withLock { state in
            state.broadcasts.append(push)
            return state.refusal
        }
        done(refusal.map { .failure($0) } ?? .success(()))
    }

    /// Answers as if there were one channel, `Y2hhbm5lbA==`.
    func manage(
        _ request: ChannelRequest,
        done: @escaping @Sendable (Result<ChannelRequest.Answer, PushRefusal>) -> Void
    ) {
        let refusal = state.withLock { state in
            state.requests.append(request)
            return state.refusal
        }
        if let refusal { return done(.failure(refusal)) }
        switch request.operation {
        case .make: done(.success(.made("Y2hhbm5lbA==")))
        case .read: done(.success(.found(policy: 1)))
        case .remove: done(.success(.removed))
        case .list: done(.success(.all(["Y2hhbm5lbA=="])))
        }
    }

    func accept(_ push: RemotePush, done: @escaping Done) {
        let result: Result<String?, PushRefusal>? = state.withLock { state in
            state.pushes.append(push)
            if let refusal = state.refusal { return .failure(refusal) }
            guard state.isHolding else { return .success("unique") }
            state.held.append(done)
            return nil
        }
        if let result { done(result) }
    }
}
