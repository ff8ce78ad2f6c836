// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import NIOCore
internal import Synchronization

/// What goes through a proxy, kept; and where there is a recording, its answers to be given again.
final class EgressTape: Sendable {
    /// The bytes of all exchanges that are kept, and of one answer.
    static let byteLimit = 32 << 20
    static let answerByteLimit = 8 << 20
    static let requestByteLimit = 1 << 20

    private struct State {
        var entries: [Int: Entry] = [:]
        var byteCount = 0
        var recorded: [NetworkExchange?]

        mutating func takeRoom(_ count: Int) -> Bool {
            guard byteCount + count <= EgressTape.byteLimit else { return false }
            byteCount += count
            return true
        }
    }

    private struct Entry {
        var exchange: NetworkExchange
        var request: [UInt8] = []
        var requestByteCount = 0
        var answer: [UInt8] = []
        var answerByteCount = 0
    }

    /// Whether there is a recording to answer from.
    let isGiving: Bool

    private let state: Mutex<State>

    /// Makes a tape.
    ///
    /// - Parameter exchanges: What is given again; nil to let requests out.
    init(giving exchanges: [NetworkExchange]?) {
        isGiving = exchanges != nil
        state = Mutex(State(recorded: exchanges ?? []))
    }

    /// What was kept, in the order in which connections arrived.
    var exchanges: [NetworkExchange] {
        state.withLock { state in
            state.entries.sorted { $0.key < $1.key }.map { _, entry in
                var exchange = entry.exchange
                exchange.requestBody =
                    entry.requestByteCount > entry.request.count
                    ? .omitted(entry.requestByteCount) : .bytes(entry.request)
                exchange.take(answer: entry.answer, byteCount: entry.answerByteCount)
                return exchange
            }
        }
    }

    /// Begins to keep an exchange, by its connection's number.
    func begin(_ number: Int, _ exchange: NetworkExchange) {
        state.withLock { state in
            guard state.entries.count < NetworkExchange.limit else { return }
            state.entries[number] = Entry(exchange: exchange)
        }
    }

    /// Keeps a part of the request's body.
    func keep(request bytes: ByteBuffer, of number: Int) {
        state.withLock { state in
            guard state.entries[number] != nil else { return }
            state.entries[number]?.requestByteCount += bytes.readableBytes
            let count = state.entries[number]?.request.count ?? 0
            guard count + bytes.readableBytes <= Self.requestByteLimit,
                state.takeRoom(bytes.readableBytes)
            else { return }
            state.entries[number]?.request += bytes.readableBytesView
        }
    }

    /// Keeps a part of the answer.
    func keep(answer bytes: ByteBuffer, of number: Int) {
        state.withLock { state in
            guard state.entries[number] != nil else { return }
            state.entries[number]?.answerByteCount += bytes.readableBytes
            let count = state.entries[number]?.answer.count ?? 0
            guard count + bytes.readableBytes <= Self.answerByteLimit,
                state.takeRoom(bytes.readableBytes)
            else { return }
            state.entries[number]?.answer += bytes.readableBytesView
        }
    }

    /// Keeps how an exchange ended.
    func end(_ number: Int, _ decision: EgressDecision) {
        state.withLock { state in
            state.entries[number]?.exchange.isAllowed = decision.isAllowed
            state.entries[number]?.exchange.reason = decision.reason
            state.entries[number]?.exchange.message = decision.message
            state.entries[number]?.exchange.remedy = decision.remedy
        }
    }

    /// Takes the recorded exchange that answers a request: the first one that was not taken yet.
    ///
    /// A replayed Swift extension asks in the clear for what it had over TLS, so that the same place
    /// over TLS answers too, also by a tunnel that was refused.
    ///
    /// - Parameters:
    ///   - exchange: The request.
    ///   - number: Its connection's number.
    /// - Returns: What is recorded.
    func take(for exchange: NetworkExchange, _ number: Int) -> NetworkExchange? {
        let secureOrigin = exchange.origin.map { $0.replacing(/^http:/, with: "https:") }
        return state.withLock { state in
            let index =
                state.recorded.firstIndex {
                    $0?.method == exchange.method && $0?.url == exchange.url
                }
                ?? state.recorded.firstIndex { recorded in
                    recorded?.method == exchange.method && recorded?.origin == secureOrigin
                        && recorded?.path == exchange.path
                }
                ?? state.recorded.firstIndex { recorded in
                    recorded?.isTunnel == true && recorded?.isAllowed == false
                        && recorded?.origin == secureOrigin
                }
            guard let index, let found = state.recorded[index] else { return nil }
            state.recorded[index] = nil
            // It is told of as what it stands for.
            state.entries[number]?.exchange.method = found.method
            state.entries[number]?.exchange.url = found.url
            return found
        }
    }
}
