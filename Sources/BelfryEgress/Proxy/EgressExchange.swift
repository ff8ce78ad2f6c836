// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import NIOCore

/// One connection of an extension from its arrival to its end: a request, the decision, the answer.
///
/// A connection carries one request, and both sides are told so: what is decided for one request
/// can then not be used for another.
struct EgressExchange: Sendable {
    /// What a proxy's exchanges have in common.
    struct Context: Sendable {
        let policy: NetworkPolicy
        let limits: EgressLimits
        let resolver: any AddressResolver
        let route: AddressPlace.RouteFinder
        let target: Target
        let registry: ConnectionRegistry
        let epoch: MonotonicTime
        /// What a run's recording keeps, and what a replay answers from; nil in ordinary runs.
        let tape: EgressTape?
        let record: @Sendable (EgressDecision) -> Void
    }

    /// Gives the place where a connection to an address that was vetted is made.
    typealias Target = @Sendable (IPAddress, UInt16) throws -> SocketAddress

    /// Connects to the address itself.
    static let addressItself: Target = { address, port in
        try SocketAddress(
            packedIPAddress: ByteBuffer(bytes: address.bytes),
            port: Int(port)
        )
    }

    let context: Context
    let client: PulledChannel
    let watchdog: Watchdog
    let meter: TrafficMeter
    private let ticket: ConnectionRegistry.Ticket
    private let arrival = MonotonicTime.now

    /// The connection's number at its proxy.
    var number: Int { ticket.sequence }

    init(_ client: PulledChannel, ticket: ConnectionRegistry.Ticket, in context: Context) {
        self.client = client
        self.ticket = ticket
        self.context = context
        let watchdog = Watchdog(on: client.loop, limits: context.limits)
        self.watchdog = watchdog
        meter = TrafficMeter(of: ticket, at: context.registry)
        watchdog.protect { client.abort() }
        client.onLoss { watchdog.fire(PulledChannel.Peer.extension.loss) }
        context.registry.tie(watchdog, of: ticket)
    }

    /// Carries the exchange out; its decision is recorded and its connections closed at return.
    func run() async {
        var decision = EgressDecision(sequence: ticket.sequence, arrival: arrival - context.epoch)
        do throws(Refusal) {
            try await serve(noting: &decision)
            context.registry.note(.answered, of: ticket)
            await settle()
        } catch {
            let refusal = watchdog.cause ?? error
            decision.blame(refusal)
            record(decision)
            if watchdog.cause == nil { await answer(refusal) }
        }
        watchdog.disarm()
        await client.close()
        context.registry.leave(ticket)
    }

    private func serve(noting decision: inout EgressDecision) async throws(Refusal) {
        if let refusal = ticket.refusal { throw refusal }
        guard let head = try await readHead() else { return }
        let request = try Self.understand(head, noting: &decision)
        let endpoint = request.destination.endpoint
        context.registry.note(.exchange, to: endpoint, of: ticket)
        keep(request)
        if let tape = context.tape, tape.isReplaying {
            try await replay(request, from: tape, beginningWith: head.rest, noting: &decision)
            return record(decision)
        }
        let origin = try await dial(endpoint, noting: &decision)
        do throws(Refusal) {
            if request.line.isConnect {
                context.registry.note(.tunnel, of: ticket)
                try await tunnel(to: origin, as: endpoint.host, beginningWith: head.rest)
            } else {
                try await forward(request, to: origin, beginningWith: head.rest)
            }
        } catch {
            origin.abort()
            if error.reason == .serverNameMismatch { decision.isAllowed = false }
            throw error
        }
        await origin.close()
        record(decision)
    }

    /// Reads the request's head; nil when the connection ends before a first byte, as spare ones do.
    private func readHead() async throws(Refusal) -> HeadCollector.Head? {
        var collector = HeadCollector(limit: context.limits.headByteCount)
        while let piece = try await client.read() {
            watchdog.noteMove()
            do throws(MalformedMessage) {
                if let head = try collector.add(piece) { return head }
            } catch {
                throw error.asRequest
            }
        }
        if collector.isEmpty { return nil }
        throw .badRequest("the connection ended within the request's head")
    }

    private static func understand(
        _ head: HeadCollector.Head,
        noting decision: inout EgressDecision
    ) throws(Refusal) -> RequestHead {
        let lines = head.bytes.headLines
        let line = try RequestLine(lines[0])
        decision.method = line.method
        let destination = try line.destination
        decision.name(destination.endpoint)
        return try RequestHead(line, to: destination, fieldLines: lines.dropFirst())
    }

    private func record(_ decision: EgressDecision) {
        var decision = decision
        let count = meter.count
        decision.byteCountFromExtension = count.fromExtension
        decision.byteCountToExtension = count.toExtension
        decision.status = count.status
        decision.timing.length = MonotonicTime.now - arrival
        context.tape?.end(number, decision)
        context.record(decision)
    }

    /// Tells the extension why there is no answer from the origin.
    private func answer(_ refusal: Refusal) async {
        let answer = ByteBuffer(bytes: refusal.response)
        context.tape?.keep(answer: answer, of: number)
        guard (try? await client.write(answer)) != nil else { return }
        context.registry.note(.answered, of: ticket)
        await settle()
    }

    /// Ends the extension's connection so that the last answer arrives.
    ///
    /// Closing a socket with unread bytes resets the connection (RFC 9112 9.6), and the reset may
    /// overtake the answer: read what the extension still sends, for a while.
    private func settle() async {
        await client.finishOutput()
        client.resume()
        var left = 1 << 20
        while left > 0, let piece = try? await client.read() { left -= piece.readableBytes }
    }
}

extension Refusal {
    /// The answer to a request with this refusal: status, the reason's code, and why in words.
    fileprivate var response: [UInt8] {
        let way = remedy.map { "To change that: \($0).\n" } ?? ""
        let body = "Belfry: \(message).\n\(way)"
        // A quoted string (RFC 8941 3.3.3) has no control characters, quotes or backslashes here.
        let details = String(
            message.unicodeScalars.map {
                0x20..<0x7f ~= $0.value && $0 != "\"" && $0 != "\\" ? Character($0) : "?"
            }
        )
        let head = [
            "HTTP/1.1 \(reason.status)",
            "content-type: text/plain; charset=utf-8",
            "content-length: \(body.utf8.count)",
            "connection: close",
            "x-belfry-denied: \(reason.rawValue)",
            "proxy-status: belfry; error=\(reason.proxyError); details=\"\(details)\"",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
