// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP2

/// One stream: reads a request, and answers it in the frames that clients can take.
///
/// A success is HEADERS with END_STREAM. An error is HEADERS, then exactly one DATA with END_STREAM:
/// aioapns reads every DATA frame as one JSON object, and ends its connection at an empty one.
final class PushStreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private enum State {
        case waiting
        case reading(PushRequest)
        /// The request is whole, and is being answered.
        case answering
        case answered
    }

    private let service: PushService
    private let connection: ConnectionHandler
    private var state = State.waiting

    /// Whether the service counts the stream among the open ones.
    private var isCounted = false
    private var droppedByteCount = 0
    private var timer: Scheduled<Void>?

    /// How long a sender may take for a whole request, and for reading its answer.
    private let patience: TimeAmount

    /// Most bytes that are read past a body's limit before its sender is stopped.
    private static let excessLimit = 1 << 20

    init(_ service: PushService, _ connection: ConnectionHandler, patience: TimeAmount) {
        self.service = service
        self.connection = connection
        self.patience = patience
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        startTimer(context) { handler, context in handler.giveUp(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A push that waits for the journal takes its place until it is there.
        if case .answering = state {} else { leave() }
        state = .answered
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers): read(headers, context)
        case .data(let data): read(data, context)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The frames of this stream break the protocol; the others' do not.
        context.close(promise: nil)
    }

    // MARK: Request

    private func read(_ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext)
    {
        if case .waiting = state {
            let request = PushRequest(headers.headers)
            if let refusal = service.enter() {
                answer(service.refuse(request.fields["apns-id"], refusal), context)
                return
            }
            isCounted = true
            state = .reading(request)
        }
        // What follows the body, trailers, says nothing that counts.
        if headers.endStream { finish(context) }
    }

    private func read(_ data: HTTP2Frame.FramePayload.Data, _ context: ChannelHandlerContext) {
        guard case .byteBuffer(let buffer) = data.data else { return }
        guard case .reading(var request) = state else { return drop(buffer, context) }
        // The state is to hold no second copy while this one grows.
        state = .answering
        let room = max(0, request.byteLimit - request.byteCount)
        request.body += buffer.readableBytesView.prefix(room)
        request.byteCount += buffer.readableBytes
        let isExcessive = request.byteCount > request.byteLimit + Self.excessLimit
        state = .reading(request)
        if data.endStream || isExcessive { finish(context) }
    }

    /// Passes over what comes after the answer, up to a bound: then the sender is told to stop, in a
    /// way that leaves it its answer (RFC 9113, section 8.1).
    private func drop(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
        droppedByteCount += buffer.readableBytes
        guard droppedByteCount > Self.excessLimit else { return }
        context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard case .reading(let request) = state else { return }
        state = .answering
        let identifier = request.fields["apns-id"]
        let push: RemotePush
        do throws(PushRefusal) {
            push = try service.read(request, &connection.session)
        } catch {
            return answer(service.refuse(identifier, error), context)
        }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        service.deliver(push, of: identifier) { answer in
            bound.execute { context in handler.value.answer(answer, context) }
        }
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        let identifier: String?
        switch state {
        case .waiting: identifier = nil
        case .reading(let request): identifier = request.fields["apns-id"]
        case .answering:
            // The journal is slow, which is not the sender's doing.
            return startTimer(context) { handler, context in handler.giveUp(context) }
        case .answered:
            // The sender does not read its answer.
            return context.close(promise: nil)
        }
        let refusal = PushRefusal(
            .idleTimeout,
            "the request was not whole after \(patience.nanoseconds / 1_000_000_000) s"
        )
        answer(service.refuse(identifier, refusal), context)
    }

    // MARK: Answer

    private func answer(_ answer: PushAnswer, _ context: ChannelHandlerContext) {
        leave()
        if case .answered = state { return }
        state = .answered
        let hasBody = answer.body != nil
        var headers: HPACKHeaders = [":status": "\(answer.status)", "apns-id": answer.identifier]
        if let unique = answer.uniqueIdentifier {
            headers.add(name: "apns-unique-id", value: unique)
        }
        let head = HTTP2Frame.FramePayload.Headers(headers: headers, endStream: !hasBody)
        context.write(wrapOutboundOut(.headers(head)), promise: nil)
        if let body = answer.body {
            let buffer = context.channel.allocator.buffer(bytes: body)
            let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(buffer), endStream: true)
            context.write(wrapOutboundOut(.data(data)), promise: nil)
        }
        context.flush()
        startTimer(context) { handler, context in handler.giveUp(context) }
    }

    private func leave() {
        if isCounted { service.leave() }
        isCounted = false
    }

    private func startTimer(
        _ context: ChannelHandlerContext,
        _ body: @escaping @Sendable (PushStreamHandler, ChannelHandlerContext) -> Void
    ) {
        timer?.cancel()
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: patience) { body(handler.value, bound.value) }
    }
}

extension NIOLoopBound {
    /// Does something with the value on its loop, at once where that is this thread.
    fileprivate func execute(_ body: @escaping @Sendable (Value) -> Void) {
        if eventLoop.inEventLoop {
            body(value)
        } else {
            eventLoop.execute { body(value) }
        }
    }
}

extension PushRequest {
    /// Takes the header fields of a stream.
    init(_ headers: HPACKHeaders) {
        self.init(
            method: headers.first(name: ":method") ?? "",
            path: headers.first(name: ":path") ?? "",
            fields: PushFields(headers.map { ($0.name, $0.value) })
        )
    }
}
