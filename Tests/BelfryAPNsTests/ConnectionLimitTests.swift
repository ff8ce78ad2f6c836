// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP2
import Synchronization
import Testing

@testable import BelfryAPNs

/// Who goes when there are too many connections.
struct ConnectionLimitTests {
    /// The time that the roster goes by.
    private final class Time: Sendable {
        private let value = Mutex(NIODeadline.uptimeNanoseconds(1))

        var now: NIODeadline { value.withLock { $0 } }
        func advance(by amount: TimeAmount) { value.withLock { $0 = $0 + amount } }
    }

    /// Notes what a connection is told.
    private final class Ear: ChannelInboundHandler {
        typealias InboundIn = Any

        private(set) var isEvicted = false

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ConnectionRoster.Eviction { isEvicted = true }
        }
    }

    private let time = Time()
    private let roster: ConnectionRoster
    private let server: EmbeddedChannel

    init() throws {
        roster = ConnectionRoster { [time] in time.now }
        server = EmbeddedChannel(handler: ConnectionLimit(2, roster))
        try server.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func accept(_ ear: Ear = Ear()) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: [LingeringClose(patience: .seconds(5)), ear])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 2)).wait()
        roster.add(channel)
        try server.writeInbound(channel as any Channel)
        return channel
    }

    /// A provider that has made its first push, which waits for its answer.
    private func acceptPushing() throws -> (handler: ConnectionHandler, channel: EmbeddedChannel) {
        let service = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: ScriptedDoor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let handler = ConnectionHandler(service, ConnectionHandler.Patience(), .init(nil), roster)
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        roster.add(channel)
        handler.streamBegan(1)
        _ = try handler.session.admit(nil, now: 0)
        return (handler, channel)
    }

    /// Has the server take whom the kernel has for it.
    private func read(_ channels: [EmbeddedChannel]) {
        server.read()
        run(channels)
    }

    private func run(_ channels: [EmbeddedChannel]) {
        for channel in channels { channel.embeddedEventLoop.run() }
        server.embeddedEventLoop.run()
    }

    private func advance(by amount: TimeAmount, _ channels: [EmbeddedChannel]) {
        time.advance(by: amount)
        server.embeddedEventLoop.advanceTime(by: amount)
        run(channels)
    }

    @Test func `ends the oldest connection that has not shown that it may push`() throws {
        let provider = try accept()
        roster.admit(provider)
        for _ in 0..<2 {
            let stranger = try accept()
            read([provider, stranger])
            // Its handshake may be under way.
            #expect(stranger.isActive)
            advance(by: .seconds(2), [provider, stranger])
            #expect(stranger.isActive)
            advance(by: .seconds(1), [provider, stranger])
            #expect(provider.isActive)
            #expect(!stranger.isActive)
        }
    }

    @Test func `ends the provider that has had no request for longest, with GOAWAY`() throws {
        let ears = [Ear(), Ear()]
        let providers = [try accept(ears[0]), try accept(ears[1])]
        for provider in providers { roster.admit(provider) }
        read(providers)
        // Both have requests.
        #expect(ears.map(\.isEvicted) == [false, false])
        roster.note(providers[1], isIdle: true)
        time.advance(by: .seconds(1))
        roster.note(providers[0], isIdle: true)
        advance(by: .seconds(1), providers)
        #expect(ears.map(\.isEvicted) == [false, true])
        #expect(providers.map(\.isActive) == [true, true])
    }

    @Test func `leaves providers their connections while strangers have some`() throws {
        let ear = Ear()
        let provider = try accept(ear)
        roster.admit(provider)
        roster.note(provider, isIdle: true)
        let stranger = try accept()
        time.advance(by: .seconds(60))
        read([provider, stranger])
        #expect(!ear.isEvicted)
        #expect(!stranger.isActive)
    }

    @Test func `knows a provider by its first push`() throws {
        let channel = try acceptPushing().channel
        time.advance(by: .seconds(60))
        #expect(roster.makeRoom() == .none)
        #expect(channel.isActive)
    }

    @Test func `says farewell to a provider that goes for another one`() throws {
        let (handler, channel) = try acceptPushing()
        handler.streamEnded()
        #expect(roster.makeRoom() == .made)
        #expect(!channel.isActive)
    }
}
