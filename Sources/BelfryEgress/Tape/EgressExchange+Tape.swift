// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import NIOCore

/// Exchanges of a run that is recorded or replayed.
extension EgressExchange {
    /// Begins to keep a request, where there is a tape.
    func keep(_ request: RequestHead) {
        context.tape?.begin(number, Self.exchange(of: request))
    }

    private static func exchange(of request: RequestHead) -> NetworkExchange {
        let endpoint = request.destination.endpoint
        let url =
            request.line.isConnect
            ? "https://\(endpoint.host):\(endpoint.port)" : "\(endpoint)\(request.destination.path)"
        var exchange = NetworkExchange(method: request.line.method, url: url)
        exchange.requestFields = request.fields.fields.map { field in
            "\(field.name): \(String(decoding: field.value, as: UTF8.self))"
        }
        return exchange
    }

    /// Answers a request as it was answered when the run was recorded; nobody is connected to.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - tape: The recording.
    ///   - rest: What the extension sent behind the head.
    ///   - decision: Gets what was decided then.
    /// - Throws: ``Refusal`` as it was then, or for a request that was not made then.
    func replay(
        _ request: RequestHead,
        from tape: EgressTape,
        beginningWith rest: ByteBuffer,
        noting decision: inout EgressDecision
    ) async throws(Refusal) {
        let exchange = Self.exchange(of: request)
        let name = "\(exchange.method) \(exchange.url)"
        let recorded = tape.take(for: exchange, number)
        if exchange.isTunnel {
            throw refusal(of: recorded)
                ?? Refusal(.notRecorded, "\(name): nobody knows what went through a tunnel")
        }
        try await readBody(of: request, beginningWith: rest)
        guard let recorded else {
            throw Refusal(.notRecorded, "the recording has no answer to \(name)")
        }
        guard let answer = recorded.answer else {
            throw Refusal(.notRecorded, "the answer to \(name) was not kept")
        }
        decision.isAllowed = recorded.isAllowed
        // The proxy's own words are made anew, from the same reason.
        if let refusal = refusal(of: recorded), !recorded.isAllowed || answer.isEmpty {
            throw refusal
        }
        try await pass(ByteBuffer(bytes: answer), to: client, .toExtension)
        tape.keep(answer: ByteBuffer(bytes: answer), of: number)
        guard let refusal = refusal(of: recorded) else { return }
        // It ended within the answer.
        watchdog.fire(refusal)
        throw refusal
    }

    private func refusal(of recorded: NetworkExchange?) -> Refusal? {
        guard let recorded, !recorded.isWhole else { return nil }
        return Refusal(recorded.reason, recorded.message ?? "", remedy: recorded.remedy)
    }

    private func readBody(
        of request: RequestHead,
        beginningWith rest: ByteBuffer
    ) async throws(Refusal) {
        var body = request.body
        var bytes = rest
        while true {
            let portion = try body.portion(of: &bytes, isRequest: true)
            try meter.count(portion.readableBytes, .fromExtension)
            context.tape?.keep(request: portion, of: number)
            if body.isComplete { return }
            guard let next = try await client.read() else { throw client.peer.loss }
            watchdog.noteMove()
            bytes = next
        }
    }
}
