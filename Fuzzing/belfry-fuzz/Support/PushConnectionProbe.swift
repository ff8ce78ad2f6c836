// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryAPNs
internal import BelfryModel
internal import Logging
internal import NIOCore
internal import NIOEmbedded
internal import NIOHPACK
internal import Synchronization

/// What a client sends to the push endpoint inside TLS, and what must hold whatever that is.
enum PushConnectionProbe {
    /// Gives bytes to a connection: the first one says in how many pieces the rest comes.
    ///
    /// Whatever comes, the connection holds no more places than its requests have, gives all of them
    /// back at its end, and every push that gets through is valid.
    ///
    /// - Returns: How many pushes got through.
    /// - Throws: ``BrokenProperty``.
    static func check(_ bytes: [UInt8]) throws -> Int {
        let door = Door()
        let service = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: door,
            logger: Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() }
        )
        let patience = ConnectionHandler.Patience()
        let connection = ConnectionHandler(service, patience)
        let channel = EmbeddedChannel()
        defer {
            channel.embeddedEventLoop.advanceTime(by: .minutes(30))
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
        try PushListener.addProtocol(to: channel, service, connection, patience)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let pieces = max(1, Int(bytes.first ?? 0) & 15)
        let size = max(1, bytes.count / pieces)
        var rest = bytes.dropFirst()
        // An error of the pipeline has closed the connection, as it is to.
        while !rest.isEmpty,
            (try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(size)))) != nil
        {
            rest = rest.dropFirst(size)
            channel.embeddedEventLoop.run()
        }
        try hold(connection.places >= 0, "a place is given back twice")
        channel.embeddedEventLoop.advanceTime(by: .minutes(30))
        try hold(!channel.isActive, "a connection outlives its patience")
        try hold(connection.places == 0, "a place is kept")
        for push in door.pushes.withLock(\.self) {
            try hold((1...255).contains(push.app.utf8.count), "a topic of no length")
            try hold(push.payload.bytes.count <= 5120, "a payload past its limit")
            try hold((1...64).contains(push.collapseIdentifier?.utf8.count ?? 1), "collapse id")
        }
        return door.pushes.withLock(\.count)
    }

    private final class Door: PushDoor {
        let pushes = Mutex<[RemotePush]>([])

        func accept(
            _ push: RemotePush,
            done: @escaping @Sendable (Result<String?, PushRefusal>) -> Void
        ) {
            pushes.withLock { $0.append(push) }
            done(.success("unique"))
        }

        func broadcast(
            _ push: RemoteBroadcast,
            done: @escaping @Sendable (Result<Void, PushRefusal>) -> Void
        ) {
            done(.success(()))
        }

        func manage(
            _ request: ChannelRequest,
            done: @escaping @Sendable (Result<ChannelRequest.Answer, PushRefusal>) -> Void
        ) {
            done(.success(.removed))
        }
    }

    private static func frame(
        _ kind: UInt8,
        _ flags: UInt8,
        _ stream: UInt8,
        _ payload: [UInt8] = []
    ) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), kind, flags, 0, 0, 0, stream]
            + payload
    }

    private static func head(_ fields: [(String, String)]) -> [UInt8] {
        var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
        var headers: HPACKHeaders = [":method": "POST", ":scheme": "https"]
        if !fields.contains(where: { $0.0 == ":path" }) {
            headers.add(name: ":path", value: "/3/device/" + String(repeating: "ab", count: 32))
        }
        for (name, value) in fields { headers.add(name: name, value: value) }
        var buffer = ByteBuffer()
        try? encoder.encode(headers: headers, to: &buffer)
        return Array(buffer: buffer)
    }

    /// What clients that speak HTTP/2 well send.
    static var seeds: [[UInt8]] {
        let greeting = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0)
        let acknowledgement = frame(4, 1, 0)
        let fields = head([("apns-topic", "app"), ("apns-priority", "5")])
        let body = Array(#"{"aps":{"alert":"x"}}"#.utf8)
        let push = frame(1, 4, 1, fields) + frame(0, 1, 1, body)
        let id = "123e4567-e89b-12d3-a456-426655440000"
        let other = head([("apns-topic", "app.voip"), ("apns-id", id), ("apns-collapse-id", "x")])
        return [
            [1] + greeting + push + acknowledgement,
            [9] + greeting + acknowledgement + push,
            [2] + greeting + frame(1, 0, 1, Array(other.prefix(9)))
                + frame(9, 4, 1, Array(other.dropFirst(9))) + frame(0, 0, 1, Array(body.prefix(5)))
                + frame(0, 9, 1, [2] + body.dropFirst(5) + [0, 0]),
            [3] + greeting + frame(1, 5, 1, fields) + frame(3, 0, 1, [0, 0, 0, 8])
                + frame(6, 0, 0, Array(0..<8)) + frame(8, 0, 0, [0, 0, 0, 9])
                + frame(2, 0, 1, [0, 0, 0, 3, 7]),
            [4] + greeting
                + frame(
                    1,
                    4,
                    1,
                    head([
                        (":path", "/4/broadcasts/apps/app"), ("apns-channel-id", "AAAA"),
                        ("apns-push-type", "liveactivity"),
                    ])
                ) + frame(0, 1, 1, body),
            [1] + greeting + push + frame(1, 5, 1, head([]))
                + frame(7, 0, 0, Array(repeating: 0, count: 8)),
        ]
    }
}
