// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import NIOCore

extension EgressExchange {
    /// Sends a request with its body to the origin and the origin's answer back.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - origin: A connection to its endpoint, closed at return.
    ///   - rest: What the extension sent behind the head.
    /// - Throws: ``Refusal``; the watchdog has fired when part of an answer was passed on already.
    func forward(
        _ request: RequestHead,
        to origin: PulledChannel,
        beginningWith rest: ByteBuffer
    ) async throws(Refusal) {
        try await pass(ByteBuffer(bytes: request.forwarded), to: origin, .fromExtension)
        let failure = await withTaskGroup(of: Void.self, returning: Refusal?.self) { group in
            group.addTask { await upload(request.body, beginningWith: rest, to: origin) }
            let failure = await download(from: origin, for: request)
            // The answer is what counts; a body nobody waits for is not sent to its end.
            client.interrupt()
            origin.abort()
            return failure
        }
        if let failure { throw failure }
    }

    /// Sends the request's body, and of what the extension sends nothing beyond it.
    private func upload(
        _ body: MessageBody,
        beginningWith rest: ByteBuffer,
        to origin: PulledChannel
    ) async {
        var body = body
        var bytes = rest
        do throws(Refusal) {
            while true {
                let portion = try body.portion(of: &bytes, isRequest: true)
                context.tape?.keep(request: portion, of: number)
                try await pass(portion, to: origin, .fromExtension)
                if body.isComplete { return }
                guard let next = try await client.read() else { throw client.peer.loss }
                bytes = next
            }
        } catch {
            // An origin may answer without hearing the whole body; then its answer decides.
            if error.reason == .connectionLost || error == PulledChannel.interruption { return }
            watchdog.fire(error)
        }
    }

    private func download(from origin: PulledChannel, for request: RequestHead) async -> Refusal? {
        do throws(Refusal) {
            let (head, rest) = try await answerHead(from: origin, for: request)
            meter.note(status: head.status)
            do throws(Refusal) {
                try await answer(ByteBuffer(bytes: head.forwarded))
                try await answerBody(head.body, beginningWith: rest, from: origin)
            } catch {
                // Half an answer cannot be followed by another: only a broken connection tells.
                watchdog.fire(error)
                throw error
            }
            return nil
        } catch {
            return error
        }
    }

    /// Reads the final answer's head, and passes on those before it (RFC 9110 15.2).
    private func answerHead(
        from origin: PulledChannel,
        for request: RequestHead
    ) async throws(Refusal) -> (head: ResponseHead, rest: ByteBuffer) {
        var bytes = ByteBuffer()
        while true {
            let block = try await nextHead(from: origin, beginningWith: bytes)
            let head: ResponseHead
            do throws(MalformedMessage) {
                head = try ResponseHead(block.bytes, to: request.line.method)
            } catch {
                throw error.asResponse
            }
            bytes = block.rest
            guard head.isInterim else { return (head, bytes) }
            if request.line.minorVersion > 0 {
                try await answer(ByteBuffer(bytes: head.forwarded))
            } else {
                // Not passed on, but an origin could send these for ever.
                try meter.count(block.bytes.count, .toExtension)
            }
        }
    }

    private func nextHead(
        from origin: PulledChannel,
        beginningWith rest: ByteBuffer
    ) async throws(Refusal) -> HeadCollector.Head {
        var collector = HeadCollector(limit: context.limits.headByteCount)
        var piece = rest
        while true {
            do throws(MalformedMessage) {
                if let head = try collector.add(piece) { return head }
            } catch {
                throw error.asResponse
            }
            guard let next = try await origin.read() else { throw origin.peer.loss }
            watchdog.noteMove()
            piece = next
        }
    }

    /// Passes a part of the answer on.
    private func answer(_ bytes: ByteBuffer) async throws(Refusal) {
        try await pass(bytes, to: client, .toExtension)
        context.tape?.keep(answer: bytes, of: number)
    }

    private func answerBody(
        _ body: MessageBody,
        beginningWith rest: ByteBuffer,
        from origin: PulledChannel
    ) async throws(Refusal) {
        var body = body
        var bytes = rest
        while true {
            let portion = try body.portion(of: &bytes, isRequest: false)
            try await answer(portion)
            if body.isComplete { return }
            guard let next = try await origin.read() else {
                if body == .untilClose { return }
                throw origin.peer.loss
            }
            bytes = next
        }
    }
}

extension MessageBody {
    /// Takes what belongs to the body, a fault blamed on the side that sent it.
    mutating func portion(
        of bytes: inout ByteBuffer,
        isRequest: Bool
    ) throws(Refusal) -> ByteBuffer {
        do throws(MalformedMessage) {
            return try take(from: &bytes)
        } catch {
            throw isRequest ? error.asRequest : error.asResponse
        }
    }
}
