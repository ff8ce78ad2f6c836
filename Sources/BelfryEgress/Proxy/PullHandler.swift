// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Hands out what a channel reads, one piece per request; lives on the channel's loop.
final class PullHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private var arrived = CircularBuffer<ByteBuffer>()
    private var end: Result<Void, any Error>?
    private var waiter: EventLoopPromise<ByteBuffer?>?

    /// What a read fails with while ``isInterrupted``.
    struct Interruption: Error {}

    /// What to do when the peer breaks the connection, rather than ending it.
    var onLoss: (@Sendable () -> Void)?

    /// Whether reads fail at once.
    var isInterrupted = false {
        didSet { deliver() }
    }

    /// Asks for the next piece; one reader at a time.
    func pull(from channel: any Channel) -> EventLoopFuture<ByteBuffer?> {
        precondition(waiter == nil, "A channel has one reader at a time.")
        let promise = channel.eventLoop.makePromise(of: ByteBuffer?.self)
        waiter = promise
        deliver()
        // Before it is active a channel forgets that it was asked to read.
        if waiter != nil, channel.isActive { channel.read() }
        return promise.futureResult
    }

    func channelActive(context: ChannelHandlerContext) {
        if waiter != nil { context.read() }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        arrived.append(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        deliver()
        if waiter != nil { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed = event as? ChannelEvent { finish(.success(())) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.failure(error))
        onLoss?()
        context.close(promise: nil)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all { finish(.failure(ChannelError.ioOnClosedChannel)) }
        context.close(mode: mode, promise: promise)
    }

    /// Ends what has not ended in another way.
    ///
    /// A channel whose output was ended here is closed by the peer's end without `inputClosed`.
    func channelInactive(context: ChannelHandlerContext) {
        finish(.success(()))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(.failure(ChannelError.ioOnClosedChannel))
        onLoss = nil
    }

    private func finish(_ result: Result<Void, any Error>) {
        end = end ?? result
        deliver()
    }

    private func deliver() {
        guard let promise = waiter else { return }
        if isInterrupted {
            waiter = nil
            promise.fail(Interruption())
        } else if let next = arrived.popFirst() {
            waiter = nil
            promise.succeed(next)
        } else if let end {
            waiter = nil
            promise.completeWith(end.map { nil })
        }
    }
}
