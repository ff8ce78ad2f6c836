// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPNs

/// Lists of channels, which are larger than all other answers: how many there are at a time.
struct ChannelListTests {
    private let door = ScriptedDoor()
    private let load = PushLoad()

    private func service() -> PushService {
        PushService(
            .channels,
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: door,
            load: load,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// A client that gives its streams windows of a size.
    private func connect(window: UInt8) throws -> FrameClient {
        let client = try FrameClient(door, service())
        try client.send(FrameClient.greeting + FrameClient.acknowledgement)
        try client.send(FrameClient.frame(4, 0, 0, [0, 4, 0, 0, window, 0]))
        _ = try client.frames()
        return client
    }

    /// Asks for all channels, and returns the kinds of frames that come back.
    private func ask(_ client: inout FrameClient, _ stream: UInt32) throws -> [FrameClient.Frame] {
        let fields = [
            (":method", "GET"), (":scheme", "https"),
            (":path", "/1/apps/com.example.app/all-channels"),
        ]
        try client.send(FrameClient.frame(1, 5, stream, try client.block(fields)))
        return try client.frames().filter { $0.stream == stream }
    }

    @Test func `are read for a client that takes none of them as often as it may have them`() throws
    {
        var client = try connect(window: 0)
        for at in 0..<20 as Range<UInt32> { _ = try ask(&client, 2 * at + 1) }
        #expect(door.requests.count == PushLoad.listShare)
        // The first two have gone out now, and so have the refusals of the others.
        try client.send(FrameClient.frame(4, 0, 0, [0, 4, 0, 0, 255, 0]))
        let frames = try client.frames()
        #expect(frames.contains { $0.kind == 0 && $0.stream == 1 && $0.flags == 1 })
        #expect(try ask(&client, 41).map(\.kind) == [1, 0])
        #expect(door.requests.count == PushLoad.listShare + 1)
    }

    @Test func `are refused with TooManyRequests beyond that`() throws {
        var client = try connect(window: 0)
        for at in 0..<3 as Range<UInt32> { _ = try ask(&client, 2 * at + 1) }
        try client.send(FrameClient.frame(4, 0, 0, [0, 4, 0, 0, 255, 0]))
        let last = try client.frames().first { $0.kind == 0 && $0.stream == 5 }
        #expect(
            String(decoding: last?.payload ?? [], as: UTF8.self)
                == #"{"reason":"TooManyRequests"}"#
        )
    }

    @Test func `are no more for many clients than for all`() throws {
        var clients = try (0..<PushLoad.listLimit).map { _ in try connect(window: 0) }
        for at in clients.indices {
            for stream in [1, 3] as [UInt32] { _ = try ask(&clients[at], stream) }
        }
        #expect(door.requests.count == PushLoad.listLimit)
        // A connection that ends gives its places back.
        try clients[0].channel.close().wait()
        clients[0].channel.embeddedEventLoop.run()
        let last = clients.count - 1
        _ = try ask(&clients[last], 5)
        #expect(door.requests.count == PushLoad.listLimit + 1)
    }

    @Test func `have a load in common with pushes`() {
        let pushes = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: door,
            load: load,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        for _ in 0..<1024 {
            var count = 0
            while count < 1000, pushes.enter(holding: count) == nil { count += 1 }
        }
        #expect(service().enter(holding: PushLoad.share)?.reason == .serviceUnavailable)
        #expect(service().enter(holding: 0) == nil)
    }
}
