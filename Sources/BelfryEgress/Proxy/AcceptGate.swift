// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Has a listening channel accept no more connections than it may have open.
///
/// A connection that is turned away is closed by its own event loop. A client that connects faster
/// than that loop closes would have descriptors of the host without end. What is not accepted waits
/// in the kernel's queue (man 2 listen).
final class AcceptGate: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    private let limit: Int
    private var openCount = 0
    private var isHeld = false

    /// Makes a gate for a channel that accepts one connection at each read.
    ///
    /// - Parameter limit: How many may be open, from 1.
    init(limit: Int) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        openCount += 1
        let closed = unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop)
        closed.assumeIsolated().whenComplete { _ in self.leave(context) }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        isHeld = openCount >= limit
        if !isHeld { context.read() }
    }

    private func leave(_ context: ChannelHandlerContext) {
        openCount -= 1
        if isHeld { read(context: context) }
    }
}
