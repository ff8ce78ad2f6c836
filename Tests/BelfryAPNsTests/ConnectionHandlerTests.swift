// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import NIOExtras
import NIOHTTP2
import NIOTLS
import Testing

@testable import BelfryAPNs

/// When a connection ends, and what its client is told.
struct ConnectionHandlerTests {
    private let handler: ConnectionHandler
    private let channel: EmbeddedChannel

    init() throws {
        let service = PushService(
            ring: ProviderKeyring([]),
            environment: .development,
            door: ScriptedDoor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        handler = ConnectionHandler(service, ConnectionHandler.Patience())
        channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func shakeHands() {
        channel.pipeline.fireUserInboundEventTriggered(
            TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil)
        )
    }

    /// The reason in the GOAWAY frame that was sent, and the stream that it names.
    private func farewell() throws -> (reason: String, lastStream: Int)? {
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            guard case .goAway(let last, .noError, let data?) = frame.payload else { continue }
            return (String(buffer: data), Int(last))
        }
        return nil
    }

    @Test func `ends a connection whose handshake takes too long`() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(14))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        #expect(try farewell() == nil)
    }

    @Test func `lets a client send the bodies of all its streams at once`() throws {
        shakeHands()
        let frame = try #require(try channel.readOutbound(as: HTTP2Frame.self))
        guard case .windowUpdate(let increment) = frame.payload else {
            throw CancellationError()
        }
        #expect(frame.streamID == .rootStream)
        #expect(increment + 65_535 == PushListener.streamLimit * 5120)
    }

    @Test func `says farewell to a client that asks for nothing for long`() throws {
        shakeHands()
        channel.embeddedEventLoop.advanceTime(by: .minutes(9))
        handler.streamBegan(1)
        channel.embeddedEventLoop.advanceTime(by: .minutes(60))
        #expect(channel.isActive)
        handler.streamEnded()
        channel.embeddedEventLoop.advanceTime(by: .minutes(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .minutes(2))
        let farewell = try #require(try farewell())
        #expect(farewell.reason == #"{"reason":"IdleTimeout"}"#)
        #expect(farewell.lastStream == 1)
        #expect(!channel.isActive)
    }

    @Test func `waits for what is under way when the daemon stops`() throws {
        shakeHands()
        handler.streamBegan(1)
        handler.streamBegan(3)
        handler.streamEnded()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        let farewell = try #require(try farewell())
        #expect(farewell.reason == #"{"reason":"Shutdown"}"#)
        #expect(farewell.lastStream == 3)
        #expect(channel.isActive)
        handler.streamEnded()
        // The answer's frames are written in this turn of the loop.
        #expect(channel.isActive)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
    }

    @Test func `ends a client that does not end its streams when the daemon stops`() throws {
        shakeHands()
        handler.streamBegan(1)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }
}
