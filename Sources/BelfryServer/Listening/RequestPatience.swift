// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOExtras
internal import NIOHTTPTypes

/// How long a caller may take to send a request: it has a minute from the first line to the end of the
/// body, and no time at all once the daemon is told to stop.
///
/// A caller that sends a byte now and then would otherwise have its request in progress for ever, and a
/// daemon that is told to stop waits for requests in progress.
final class RequestPatience: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private static let limit = TimeAmount.seconds(60)

    /// Closes the connection; nil while no request is being sent.
    private var timer: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            let channel = context.channel
            timer = context.eventLoop.scheduleTask(in: Self.limit) { channel.close(promise: nil) }
        case .body: break
        case .end: endWait()
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, timer != nil { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { endWait() }

    private func endWait() {
        timer?.cancel()
        timer = nil
    }
}
