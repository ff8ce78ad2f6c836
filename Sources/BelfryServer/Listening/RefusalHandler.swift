// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// Answers a connection that is refused, without reading a request, and closes it.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let error: APIError
    private let lingers: Bool
    private var timer: Scheduled<Void>?

    /// How long the caller has to go by itself.
    ///
    /// Closing a socket with unread bytes resets the connection (RFC 9293, section 3.10.7), and the
    /// caller may never see the answer.
    private static let patience = TimeAmount.seconds(1)

    /// - Parameters:
    ///   - error: The answer.
    ///   - lingers: Whether the caller may go by itself; otherwise it is closed with the answer.
    init(_ error: APIError, lingers: Bool) {
        self.error = error
        self.lingers = lingers
    }

    func channelActive(context: ChannelHandlerContext) {
        let body = String(decoding: error.document.serialized(), as: UTF8.self) + "\n"
        var head = "HTTP/1.1 \(error.status.code) \(error.status.reasonPhrase)\r\n"
        for field in error.response.headers where field.name != .contentLength {
            head += "\(field.name): \(field.value)\r\n"
        }
        head += "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head + body)))
            .whenComplete { [lingers] _ in
                loopBound.value.close(mode: lingers ? .output : .all, promise: nil)
            }
        guard lingers else { return }
        timer = context.eventLoop.scheduleTask(in: Self.patience) {
            loopBound.value.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}
