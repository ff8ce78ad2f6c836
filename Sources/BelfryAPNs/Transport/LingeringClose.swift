// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Ends a connection so that its client gets what was written last.
///
/// The kernel resets a connection whose socket is closed while it holds unread bytes (RFC 1122,
/// 4.2.2.13), and a reset may take the GOAWAY frame with it. So the side that writes is closed first;
/// what still comes is read and dropped, not decrypted, until the client ends the connection or a bound
/// is reached. It stands next to the socket, below TLS.
final class LingeringClose: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// An event that ends a connection at once, whatever it waits for.
    struct Abandonment: Sendable {}

    /// More than the kernel keeps of a connection, on its two sides (tcp_rmem and tcp_wmem, man 7 tcp).
    static let byteLimit = 32 << 20

    private let patience: TimeAmount
    private var isLingering = false
    private var droppedByteCount = 0
    private var timer: Scheduled<Void>?

    /// - Parameter patience: How long is read from a client that goes on sending, or says nothing.
    init(patience: TimeAmount) {
        self.patience = patience
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if isLingering {
            // TLS may not write any more and says so; the end comes by itself.
            context.channel.closeFuture.cascade(to: promise)
            return
        }
        guard case .output = mode else { return context.close(mode: mode, promise: promise) }
        isLingering = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: patience) { bound.value.close(promise: nil) }
        // The kernel is told once all that was written before is with it.
        context.close(mode: .output, promise: promise)
        // Whoever holds reads back above has nothing to say any more.
        context.read()
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        if event is Abandonment {
            context.close(promise: promise)
        } else {
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isLingering else { return context.fireChannelRead(data) }
        droppedByteCount += unwrapInboundIn(data).readableBytes
        if droppedByteCount > Self.byteLimit { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isLingering { context.read() } else { context.fireChannelReadComplete() }
    }
}
