// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
package import BelfrySystem
internal import NIOCore
internal import Synchronization

/// Keeps what goes through a proxy, and answers requests from a recording where there is one.
///
/// A recorded or replayed run gets a worker of its own, so that its tape holds one run alone.
package final class EgressTape: Sendable {
    /// Most bytes that are kept of all exchanges together.
    static let byteLimit = 32 << 20

    /// Most bytes that are kept of one answer.
    static let answerByteLimit = 8 << 20

    /// Most bytes that are kept of one request's body.
    static let requestByteLimit = 1 << 20

    private struct State {
        var entries: [Int: Entry] = [:]
        var byteCount = 0
        /// What is replayed; nil in place of each that has answered a request.
        var recorded: [NetworkExchange?]
        /// What the SDK wrote down of transfers over TLS.
        var secureExchanges: [NetworkExchange] = []

        /// Counts a part of a body, and keeps it where there is room.
        mutating func keep(
            _ part: ByteBuffer,
            in body: WritableKeyPath<Entry, Body>,
            of number: Int
        ) {
            guard var entry = entries.removeValue(forKey: number) else { return }
            let count = part.readableBytes
            entry[keyPath: body].byteCount += count
            if entry[keyPath: body].hasRoom(for: count), byteCount + count <= EgressTape.byteLimit {
                byteCount += count
                entry[keyPath: body].bytes += part.readableBytesView
            }
            entries[number] = entry
        }
    }

    private struct Entry {
        var exchange: NetworkExchange
        var request = Body(limit: EgressTape.requestByteLimit)
        var answer = Body(limit: EgressTape.answerByteLimit)

        /// The exchange with its bodies, as far as they were kept.
        var keptExchange: NetworkExchange {
            var exchange = exchange
            exchange.requestBody =
                request.byteCount > request.bytes.count
                ? .omitted(request.byteCount) : .bytes(request.bytes)
            exchange.take(answer: answer.bytes, byteCount: answer.byteCount)
            return exchange
        }
    }

    /// What one side of an exchange has sent.
    private struct Body {
        /// Most bytes that are kept.
        let limit: Int

        /// The parts that were kept, and how many bytes there were in all.
        var bytes: [UInt8] = []
        var byteCount = 0

        func hasRoom(for count: Int) -> Bool { bytes.count + count <= limit }
    }

    /// Whether a recording answers the requests, so that none of them goes out.
    let isReplaying: Bool

    private let state: Mutex<State>

    /// Makes a tape.
    ///
    /// - Parameter exchanges: The recording that answers requests; nil to let requests out.
    package init(replaying exchanges: [NetworkExchange]?) {
        isReplaying = exchanges != nil
        state = Mutex(State(recorded: exchanges ?? []))
    }

    /// What was kept: what went through the proxy in the order in which connections arrived, then
    /// what the SDK read over TLS, which stands for the tunnels that it came through.
    package var exchanges: [NetworkExchange] {
        let (proxied, secure) = state.withLock { state in
            let entries = state.entries.sorted { $0.key < $1.key }
            return (entries.map { $0.value.keptExchange }, state.secureExchanges)
        }
        let secureOrigins = Set(secure.compactMap(\.origin))
        let visible = proxied.filter { exchange in
            !exchange.isTunnel || !exchange.isAllowed
                || !secureOrigins.contains(exchange.origin ?? "")
        }
        return Array((visible + secure).prefix(NetworkExchange.limit))
    }

    /// Reads what a Swift extension's transfers over TLS brought, from the file that the SDK wrote.
    ///
    /// In a replay there is no such file: the SDK sends those transfers through the proxy in the clear.
    ///
    /// - Parameter container: The directory of the worker's container.
    package func readSecureExchanges(in container: borrowing Descriptor) async {
        guard !isReplaying else { return }
        let exchanges = await SecureExchanges.read(in: container)
        state.withLock { $0.secureExchanges = exchanges }
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
        state.withLock { $0.keep(bytes, in: \.request, of: number) }
    }

    /// Keeps a part of the answer.
    func keep(answer bytes: ByteBuffer, of number: Int) {
        state.withLock { $0.keep(bytes, in: \.answer, of: number) }
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
    /// A replayed Swift extension asks in the clear for what it had over TLS. The recorded exchange
    /// over TLS with the same place therefore answers too, and so does a tunnel that was refused.
    ///
    /// - Parameters:
    ///   - exchange: The request.
    ///   - number: Its connection's number.
    /// - Returns: The recorded exchange; nil where nothing recorded answers the request.
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
            // The replay's trace shows the request as the recorded run made it.
            state.entries[number]?.exchange.method = found.method
            state.entries[number]?.exchange.url = found.url
            return found
        }
    }
}
