// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

extension EgressExchange {
    /// Joins the two connections until both have ended (RFC 9110 9.3.6).
    ///
    /// - Parameters:
    ///   - origin: The other end.
    ///   - rest: What the extension sent behind its request: the tunnel's first bytes.
    /// - Throws: ``Refusal`` when it had to be cut; that the extension hangs up is its right.
    func tunnel(
        to origin: PulledChannel,
        beginningWith rest: ByteBuffer
    ) async throws(Refusal) {
        try await client.write(ByteBuffer(string: "HTTP/1.1 200 Connection Established\r\n\r\n"))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await copy(rest, from: client, to: origin, .fromExtension) }
            group.addTask { await copy(ByteBuffer(), from: origin, to: client, .toExtension) }
        }
        if let cause = fuse.cause, cause.reason != .abandoned { throw cause }
    }

    /// Counts bytes and passes them on, at the pace of whoever takes them.
    func pass(
        _ bytes: ByteBuffer,
        to sink: PulledChannel,
        _ direction: TrafficMeter.Direction
    ) async throws(Refusal) {
        guard bytes.readableBytes > 0 else { return }
        try meter.count(bytes.readableBytes, direction)
        fuse.noteMove()
        try await sink.write(bytes)
        fuse.noteMove()
    }

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
            fuse.blow(error)
        }
    }
}
