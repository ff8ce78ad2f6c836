// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP2

/// One push of a ``PushClient``: sends a request, and reads its answer.
final class PushClientStream: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// What is sent.
    struct Request: Sendable {
        let head: HPACKHeaders
        let payload: [UInt8]
    }

    private let request: Request
    private let answer: EventLoopPromise<PushClient.Answer>
    private var head: HPACKHeaders?
    private var body: [UInt8] = []

    /// More than any reason.
    private static let bodyLimit = 64 * 1024

    init(_ request: Request, _ answer: EventLoopPromise<PushClient.Answer>) {
        self.request = request
        self.answer = answer
    }

    func channelActive(context: ChannelHandlerContext) {
        let head = HTTP2Frame.FramePayload.Headers(headers: request.head, endStream: false)
        context.write(wrapOutboundOut(.headers(head)), promise: nil)
        let buffer = context.channel.allocator.buffer(bytes: request.payload)
        let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(buffer), endStream: true)
        context.writeAndFlush(wrapOutboundOut(.data(data)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers):
            if head == nil { head = headers.headers }
            if headers.endStream { finish() }
        case .data(let data):
            guard case .byteBuffer(let buffer) = data.data else { return }
            body += buffer.readableBytesView.prefix(max(0, Self.bodyLimit - body.count))
            if data.endStream { finish() }
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // It says nothing where the answer was whole.
        answer.fail(PushClient.Failure(description: "the push endpoint closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(error)
        context.close(promise: nil)
    }

    private func finish() {
        guard let head, let status = head.first(name: ":status").flatMap({ Int($0) }) else {
            answer.fail(PushClient.Failure(description: "the push endpoint gave no status"))
            return
        }
        let object = (try? JSONValue.parse(body))?.object
        var timestamp: Int?
        if case .number(let number)? = object?["timestamp"] { timestamp = number.int }
        answer.succeed(
            PushClient.Answer(
                status: status,
                identifier: head.first(name: "apns-id"),
                uniqueIdentifier: head.first(name: "apns-unique-id"),
                reason: object?["reason"]?.string,
                timestamp: timestamp
            )
        )
    }
}

/// Tells who waits for an answer what ended the connection, such as a certificate that nobody trusts.
final class PushClientFault: ChannelInboundHandler {
    typealias InboundIn = Any

    private let answer: EventLoopPromise<PushClient.Answer>

    init(_ answer: EventLoopPromise<PushClient.Answer>) {
        self.answer = answer
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(error)
        context.close(promise: nil)
    }
}
