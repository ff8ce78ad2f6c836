// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import NIOCore
import NIOEmbedded
import Testing

@testable import BelfryAPNs

/// How a connection ends whose client is to read why.
struct LingeringCloseTests {
    private let socket = Socket()
    private let above = Above()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handlers: [
            socket, LingeringClose(patience: .seconds(5)), above,
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Notes what reaches the socket; only a whole close is the channel's.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = IOData

        var calls: [String] = []

        func read(context: ChannelHandlerContext) { calls.append("read") }

        func close(
            context: ChannelHandlerContext,
            mode: CloseMode,
            promise: EventLoopPromise<Void>?
        ) {
            calls.append("close \(mode)")
            if case .all = mode { context.close(mode: mode, promise: promise) }
        }
    }

    /// Counts the bytes that TLS would decrypt.
    private final class Above: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        var byteCount = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            byteCount += unwrapInboundIn(data).readableBytes
        }
    }

    private func receive(_ byteCount: Int) throws {
        try channel.writeInbound(ByteBuffer(repeating: 7, count: byteCount))
    }

    @Test func `gives on what comes before the end, and closes at once by itself`() throws {
        try receive(10)
        #expect(above.byteCount == 10)
        channel.close(mode: .all, promise: nil)
        #expect(socket.calls == ["close all"])
        #expect(!channel.isActive)
    }

    @Test func `closes the side that writes, and goes on to read`() throws {
        channel.close(mode: .output, promise: nil)
        #expect(socket.calls == ["close output", "read"])
        try receive(1000)
        #expect(socket.calls == ["close output", "read", "read"])
        #expect(above.byteCount == 0)
        #expect(channel.isActive)
    }

    @Test func `does not end sooner because something above cannot write any more`() throws {
        channel.close(mode: .output, promise: nil)
        let promise = channel.eventLoop.makePromise(of: Void.self)
        var isEnded = false
        channel.close(mode: .all, promise: promise)
        channel.close(mode: .output, promise: nil)
        promise.futureResult.assumeIsolated().whenComplete { _ in isEnded = true }
        #expect(channel.isActive && !isEnded)
        channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(!channel.isActive && isEnded)
    }

    @Test func `ends a client that says nothing and stays`() throws {
        channel.close(mode: .output, promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(4))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test func `ends a client that sends a little for ever when its time is over`() throws {
        channel.close(mode: .output, promise: nil)
        for _ in 0..<49 {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
            try receive(1)
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
        #expect(!channel.isActive)
    }

    @Test func `ends a client that sends without end after a number of bytes`() throws {
        channel.close(mode: .output, promise: nil)
        let piece = 1 << 20
        for _ in 0..<(LingeringClose.byteLimit / piece) { try receive(piece) }
        #expect(channel.isActive)
        try receive(1)
        #expect(!channel.isActive)
        #expect(above.byteCount == 0)
    }

    @Test(arguments: [false, true])
    func `ends at once when its place is wanted`(_ isLingering: Bool) throws {
        if isLingering { channel.close(mode: .output, promise: nil) }
        channel.triggerUserOutboundEvent(LingeringClose.Abandonment(), promise: nil)
        #expect(!channel.isActive)
    }
}
