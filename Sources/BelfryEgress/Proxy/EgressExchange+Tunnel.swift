// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import NIOCore

extension EgressExchange {
    /// Joins the two connections until both have ended (RFC 9110 9.3.6).
    ///
    /// - Parameters:
    ///   - origin: The other end.
    ///   - host: The host that the tunnel was asked for and admitted to.
    ///   - rest: What the extension sent behind its request: the tunnel's first bytes.
    /// - Throws: ``Refusal`` when it had to be cut; that the extension hangs up is its right.
    func tunnel(
        to origin: PulledChannel,
        as host: RemoteHost,
        beginningWith rest: ByteBuffer
    ) async throws(Refusal) {
        try await client.write(ByteBuffer(string: "HTTP/1.1 200 Connection Established\r\n\r\n"))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await send(rest, to: origin, as: host) }
            group.addTask { await copy(ByteBuffer(), from: origin, to: client, .toExtension) }
        }
        if let cause = watchdog.cause, cause.reason != .abandoned { throw cause }
    }

    /// Counts bytes and passes them on, at the pace of whoever takes them.
    func pass(
        _ bytes: ByteBuffer,
        to sink: PulledChannel,
        _ direction: TrafficMeter.Direction
    ) async throws(Refusal) {
        guard bytes.readableBytes > 0 else { return }
        try meter.count(bytes.readableBytes, direction)
        watchdog.noteMove()
        try await sink.write(bytes)
        watchdog.noteMove()
    }

    private func send(_ first: ByteBuffer, to origin: PulledChannel, as host: RemoteHost) async {
        do throws(Refusal) {
            let greeting = try await greeting(beginningWith: first, for: host)
            await copy(greeting, from: client, to: origin, .fromExtension)
        } catch {
            watchdog.fire(error)
        }
    }

    /// Reads as much as tells whether it is TLS, and for whom.
    ///
    /// - Throws: ``Refusal`` when TLS asks for another name than the tunnel's: behind one address
    ///   there may be many origins, and only one of them is listed.
    private func greeting(
        beginningWith first: ByteBuffer,
        for host: RemoteHost
    ) async throws(Refusal) -> ByteBuffer {
        var greeting = first
        for _ in 1...Self.greetingPieceLimit {
            switch ClientHello.read(Array(greeting.readableBytesView)) {
            case .foreign, .names([]): return greeting
            case .names(let names):
                guard names.allSatisfy({ (try? RemoteHost($0)) == host }) else {
                    throw .serverNameMismatch(host)
                }
                return greeting
            case .malformed: throw .badRequest("the tunnel opens with TLS that cannot be read")
            case .incomplete: break
            }
            guard greeting.readableBytes < context.limits.headByteCount else { break }
            guard let next = try await client.read() else { return greeting }
            watchdog.noteMove()
            greeting.writeImmutableBuffer(next)
        }
        throw .badRequest("the tunnel opens with TLS that is too long or comes in too many pieces")
    }

    /// Most pieces of a greeting, which is read anew with each; a client sends one or two.
    private static let greetingPieceLimit = 64

    private func copy(
        _ first: ByteBuffer,
        from source: PulledChannel,
        to sink: PulledChannel,
        _ direction: TrafficMeter.Direction
    ) async {
        do throws(Refusal) {
            try await pass(first, to: sink, direction)
            while let bytes = try await source.read() {
                try await pass(bytes, to: sink, direction)
            }
            await sink.finishOutput()
        } catch {
            watchdog.fire(error)
        }
    }
}
