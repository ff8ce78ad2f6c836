// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPNs

/// Who goes when there are too many connections.
struct ConnectionLimitTests {
    private let strangers = Strangers()
    private let server: EmbeddedChannel

    init() throws {
        server = EmbeddedChannel(handler: ConnectionLimit(2, strangers))
        try server.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func accept() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: LingeringClose(patience: .seconds(5)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 2)).wait()
        strangers.add(channel)
        try server.writeInbound(channel as any Channel)
        return channel
    }

    /// Has the server take whom the kernel has for it.
    private func read(_ channels: [EmbeddedChannel]) {
        server.read()
        for channel in channels { channel.embeddedEventLoop.run() }
        server.embeddedEventLoop.run()
    }

    @Test func `ends the oldest connection that has not shown that it may push`() throws {
        let provider = try accept()
        strangers.remove(provider)
        let first = try accept()
        read([provider, first])
        #expect(provider.isActive)
        #expect(!first.isActive)
        let second = try accept()
        read([provider, second])
        #expect(provider.isActive)
        #expect(!second.isActive)
    }

    @Test func `lets providers have their connections`() throws {
        let providers = [try accept(), try accept()]
        for provider in providers { strangers.remove(provider) }
        read(providers)
        for provider in providers { #expect(provider.isActive) }
    }

    @Test func `knows a provider by its first push`() throws {
        let service = PushService(
            ring: ProviderKeyring([], takesAny: true),
            environment: .development,
            door: ScriptedDoor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let handler = ConnectionHandler(
            service,
            ConnectionHandler.Patience(),
            .init(nil),
            strangers
        )
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        strangers.add(channel)
        _ = try handler.session.admit(nil, now: 0)
        strangers.endOldest()
        #expect(channel.isActive)
    }
}
