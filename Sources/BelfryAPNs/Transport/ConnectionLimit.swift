// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Has connections wait in the kernel while there are too many, and ends that of a stranger for them.
final class ConnectionLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = any Channel

    private let limit: Int
    private let strangers: Strangers
    private var open = 0
    private var isReadHeld = false

    /// - Parameters:
    ///   - limit: Most connections at a time; few more are taken that come together.
    ///   - strangers: Those that end for others; each of them is the caller's to add.
    init(_ limit: Int, _ strangers: Strangers) {
        self.limit = limit
        self.strangers = strangers
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = open >= limit
        if isReadHeld { strangers.endOldest() } else { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            handler.value.connectionEnded(bound.value)
        }
        context.fireChannelRead(data)
    }

    private func connectionEnded(_ context: ChannelHandlerContext) {
        open -= 1
        if isReadHeld, open < limit { read(context: context) }
    }
}
