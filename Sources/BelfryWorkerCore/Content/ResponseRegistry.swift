// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

/// What the user answered, and what the extension says about it.
final class ResponseRegistry: Sendable {
    private let send: @Sendable (WorkerEvent) -> Void
    private let state = Mutex(State())

    private struct State {
        var responses = HandleTable<Response>(kind: 5)
        /// The response of each completion that was given out, by its index in the pool.
        var minted: [(handle: UInt64, number: UInt64)] = []
    }

    private struct Response {
        let number: UInt64
        let notification: UInt64
        let action: StableText
        let text: StableText?
        var isAnswered = false
        /// Whether did_receive_response has not returned.
        var isUnderWay = true
    }

    init(send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.send = send
    }

    /// Makes a handle for a response, and gives the index of its completion.
    func open(_ response: ContentResponse, notification: UInt64) -> (handle: UInt64, index: Int) {
        state.withLock { state in
            let handle = state.responses.insert(
                Response(
                    number: response.number,
                    notification: notification,
                    action: StableText(response.action.utf8),
                    text: response.text.map { StableText($0.utf8) }
                )
            )
            state.minted.append((handle, response.number))
            return (handle, state.minted.count - 1)
        }
    }

    /// How many responses there were.
    var count: Int { state.withLock { $0.minted.count } }

    /// Notes that did_receive_response has returned.
    func returned(_ handle: UInt64) {
        state.withLock { state in
            state.responses[handle]?.isUnderWay = false
            Self.sweep(handle, &state)
        }
    }

    /// Takes a call of a completion: the first counts.
    func answer(completion index: Int, _ option: UInt32) {
        let events = state.withLock { state -> [WorkerEvent] in
            guard state.minted.indices.contains(index) else {
                return [.strike(run: 0, kind: .badHandle)]
            }
            let minted = state.minted[index]
            guard let response = state.responses[minted.handle], !response.isAnswered else {
                return [.strike(run: 0, kind: .secondCompletion)]
            }
            state.responses[minted.handle]?.isAnswered = true
            Self.sweep(minted.handle, &state)
            guard option <= Self.lastOption else {
                return [
                    .strike(run: 0, kind: .badOption),
                    .content(.answered(response: minted.number, option: 0)),
                ]
            }
            return [.content(.answered(response: minted.number, option: option))]
        }
        for event in events { send(event) }
    }

    /// Lends the action's identifier.
    func action(of handle: UInt64) -> Result<LentText, Status> {
        read(handle) { .success(LentText($0.action)) }
    }

    /// Lends what was written.
    func text(of handle: UInt64) -> Result<LentText, Status> {
        read(handle) { response in
            response.text.map { .success(LentText($0)) } ?? .failure(.notFound)
        }
    }

    /// The handle of the notification; 0 for a response that is none.
    func notification(of handle: UInt64) -> UInt64 {
        (try? read(handle) { .success($0.notification) }.get()) ?? 0
    }

    private func read<Value: Sendable>(
        _ handle: UInt64,
        _ body: @Sendable (Response) -> Result<Value, Status>
    ) -> Result<Value, Status> {
        if let result = state.withLock({ $0.responses[handle].map(body) }) { return result }
        send(.strike(run: 0, kind: .badHandle))
        return .failure(.handle)
    }

    /// `BF_RESPONSE_DISMISS_AND_FORWARD`.
    static let lastOption: UInt32 = 2

    /// Forgets a response that is answered and that no callback looks at any more.
    private static func sweep(_ handle: UInt64, _ state: inout State) {
        guard let response = state.responses[handle], response.isAnswered, !response.isUnderWay
        else { return }
        state.responses.remove(handle)
    }
}
