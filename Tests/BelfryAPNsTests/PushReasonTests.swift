// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPNs

/// Reasons on the wire: the status and the body of the answer, as frames of HTTP/2.
///
/// `Tests/Conformance/APNs/reasons.py` brings each one about in a daemon that runs, but for those whose
/// cause takes a minute, or a disk that stands still.
struct PushReasonTests {
    private let door = ScriptedDoor()
    private let service: PushService

    init() {
        service = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: door,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// A connection that has been greeted.
    private func connect() throws -> FrameClient {
        let client = try FrameClient(door, service)
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        _ = try client.frames()
        return client
    }

    /// Fails unless what came back on a stream is one refusal.
    private func expect(
        _ reason: PushReason,
        on stream: UInt32,
        of client: FrameClient,
        since timestamp: Int64? = nil
    ) throws {
        let frames = try client.frames().filter { $0.stream == stream }
        try #require(frames.map(\.kind) == [1, 0], "\(frames)")
        #expect(frames.map { $0.flags & 1 } == [0, 1])
        let fields = try FrameClient.fields(of: frames.first)
        #expect(fields[":status"] == "\(reason.status)")
        #expect(fields["apns-id"]?.utf8.count == 36)
        let since = timestamp.map { #","timestamp":\#($0)"# } ?? ""
        let body = String(decoding: frames[1].payload, as: UTF8.self)
        #expect(body == #"{"reason":"\#(reason.rawValue)"\#(since)}"#)
    }

    @Test(arguments: PushReason.allCases)
    func `sends each reason as it is`(_ reason: PushReason) throws {
        let since: Int64? = reason.status == 410 ? 1_800_000_000_000 : nil
        door.refuse(PushRefusal(reason, "for a test", inactiveSince: since))
        var client = try connect()
        try client.send(try client.push(1))
        try expect(reason, on: 1, of: client, since: since)
    }

    @Test func `answers TooManyRequests when 4096 pushes to one device wait for the disk`() throws {
        door.hold()
        var clients: [FrameClient] = []
        while door.pushes.count < PushLoad.pendingLimit {
            var client = try connect()
            let room = PushLoad.pendingLimit - door.pushes.count
            let streams = (0..<min(room, PushListener.streamLimit)).map { UInt32(2 * $0 + 1) }
            try client.send(try streams.flatMap { try client.push($0) })
            clients.append(client)
        }
        #expect(door.pushes.count == PushLoad.pendingLimit)
        try clients[4].send(try clients[4].push(1001))
        try expect(.tooManyRequests, on: 1001, of: clients[4])
        // Once the disk goes on, there is room again.
        door.release()
        for client in clients { client.channel.embeddedEventLoop.run() }
        let answers = try clients.flatMap { try $0.frames() }
        #expect(answers.count { $0.kind == 1 && $0.flags & 1 == 1 } == PushLoad.pendingLimit)
        try clients[4].send(try clients[4].push(1003))
        #expect(try clients[4].frames().contains { $0.kind == 1 && $0.flags & 1 == 1 })
    }

    @Test func `answers ServiceUnavailable when other requests have all the room`() throws {
        door.hold()
        let streams = (0..<PushListener.streamLimit).map { UInt32(2 * $0 + 1) }
        var holders: [FrameClient] = []
        var refused: [FrameClient.Frame] = []
        while refused.isEmpty, holders.count < 20 {
            var client = try connect()
            // Their bodies are still to come.
            try client.send(
                try streams.flatMap { FrameClient.frame(1, 4, $0, try client.head()) }
            )
            refused = try client.frames()
            holders.append(client)
        }
        let stream = try #require(refused.first?.stream)
        let frames = refused.filter { $0.stream == stream }
        // Its sender is told to stop, in a way that leaves it its answer.
        #expect(frames.map(\.kind) == [1, 0, 3])
        #expect(frames.last?.code == 0)
        #expect(try FrameClient.fields(of: frames.first)[":status"] == "503")
        #expect(
            frames.dropFirst().first?.payload == Array(#"{"reason":"ServiceUnavailable"}"#.utf8)
        )
        // Another connection has places of its own.
        var other = try connect()
        door.release()
        try other.send(try other.push(1))
        #expect(try other.frames().contains { $0.kind == 1 && $0.flags & 1 == 1 })
    }

    @Test func `answers IdleTimeout to a request that is not whole after a minute`() throws {
        var client = try connect()
        try client.send(FrameClient.frame(1, 4, 1, try client.head()))
        client.channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(try client.frames().isEmpty)
        client.channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        try expect(.idleTimeout, on: 1, of: client)
        #expect(client.channel.isActive)
    }

    @Test func `answers Shutdown to what comes when the daemon stops`() throws {
        var client = try connect()
        service.close()
        try client.send(FrameClient.frame(1, 4, 1, try client.head()))
        let frames = try client.frames().filter { $0.stream == 1 }
        #expect(frames.map(\.kind) == [1, 0, 3])
        #expect(try FrameClient.fields(of: frames.first)[":status"] == "503")
        #expect(frames.dropFirst().first?.payload == Array(#"{"reason":"Shutdown"}"#.utf8))
    }
}
