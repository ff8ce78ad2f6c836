// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryRuntime
internal import BelfryTerminal
internal import NIOCore
internal import NIOHTTP1

extension PageConnection {
    /// Sends the newest snapshot, from now on, until the stage ends or the client goes.
    ///
    /// A snapshot is taken when the one before has been sent: a slow client misses some and waits for
    /// none.
    func sendEvents() async throws {
        guard server.streams.take() else {
            let headers = PageHeaders.all
            let head = HTTPResponseHead(
                version: .http1_1,
                status: .serviceUnavailable,
                headers: headers
            )
            return try await outbound.write(contentsOf: [.head(head), .end(nil)])
        }
        defer { server.streams.giveBack() }
        var headers = PageHeaders.all
        headers.add(name: "Content-Type", value: "text/event-stream; charset=utf-8")
        headers.add(name: "Connection", value: "close")
        try await outbound.write(
            .head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))
        )
        let (closes, close) = AsyncStream.makeStream(of: Void.self)
        channel.closeFuture.whenComplete { _ in close.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sendSnapshots() }
            group.addTask { try await sendHeartbeats() }
            group.addTask { for await _ in closes {} }
            defer { group.cancelAll() }
            try await group.next()
        }
        try await outbound.write(.end(nil))
    }

    private func sendSnapshots() async throws {
        // Asked for first, so that nothing is missed between the two.
        let snapshots = await server.stage.snapshots()
        let now = await server.stage.snapshot()
        try await send(now)
        var sent = now.revision
        for await snapshot in snapshots where snapshot.revision > sent {
            try await send(snapshot)
            sent = snapshot.revision
        }
        let last = await server.stage.snapshot()
        if last.revision > sent { try await send(last) }
        if !Task.isCancelled { try await send("event: end\ndata: {}\n\n") }
    }

    private func send(_ snapshot: ContentSnapshot) async throws {
        // Of one line, so that no text in it can end the event; with its keys sorted, as the page draws
        // anew what does not say the same.
        try await send("event: snapshot\ndata: \(try JSONText.line(ContentDocument(snapshot)))\n")
    }

    private func sendHeartbeats() async throws {
        while true {
            try await Task.sleep(for: server.heartbeat)
            try await send(":\n\n")
        }
    }

    private func send(_ text: String) async throws {
        try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
    }
}
