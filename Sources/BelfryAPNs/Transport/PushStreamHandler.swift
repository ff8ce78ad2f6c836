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
        /// The request is refused, and is answered once it is whole.
        case refusing(PushAnswer)
        /// The request is whole, and is being answered.
        case answering
        case answered
    }

    private let service: PushService
    private let connection: ConnectionHandler
    private var state = State.waiting

    /// Whether the client was told that it may have no stream beside its others.
    private var isExcessive = false

    /// Whether the request has one of its connection's places.
    private var hasPlace = false

    /// Whether the request has one of the places for lists of channels.
    private var hasListPlace = false

    /// Whether its answer, a refusal, has one of its connection's places for those that cannot go out.
    private var isUnsent = false
    private var hasEnded = false
    private var droppedByteCount = 0

    /// Whether its sender has been told to send no more.
    private var isStopped = false
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
        isExcessive = connection.hasAllStreams
        startTimer(context) { handler, context in handler.giveUp(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A push that waits for the journal keeps its place until it is there.
        if case .answering = state {} else { leave() }
        setState(.answered)
        hasEnded = true
        if isUnsent { connection.leaveUnsent() }
        isUnsent = false
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers): read(headers, context)
        case .data(let data): read(data, context)
        case .rstStream:
            if case .answering = state {
                connection.noteReset(isWhole: true)
            } else {
                connection.noteReset(isWhole: false)
            }
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
        if case .waiting = state { begin(headers, context) }
        // What follows the body, trailers, says nothing that counts.
        if headers.endStream { finish(context) }
    }

    private func begin(
        _ headers: HTTP2Frame.FramePayload.Headers,
        _ context: ChannelHandlerContext
    ) {
        guard !isExcessive else {
            // Its sender may try it again (RFC 9113, section 8.7).
            state = .answered
            context.writeAndFlush(wrapOutboundOut(.rstStream(.refusedStream)), promise: nil)
            return
        }
        let fields = PushFields(headers.headers.map { ($0.name, $0.value) })
        let path = fields[":path"] ?? ""
        let identifier = RequestIdentifier(of: path, on: service.kind, fields)
        do throws(PushRefusal) {
            try RequestShape.check(fields)
            let head = try service.readHead(
                fields[":method"] ?? "",
                path,
                fields,
                &connection.session
            )
            if let fault = RequestShape.fault(of: fields) { return reset(for: fault, context) }
            if let refusal = enter(head) {
                return refuseAtOnce(service.refuse(identifier, refusal), headers, context)
            }
            state = .reading(PushRequest(head: head, identifier: identifier))
        } catch {
            let answer = service.refuse(identifier, error)
            guard connection.enterRefused() else { return refuseAtOnce(answer, headers, context) }
            state = .refusing(answer)
        }
    }

    /// Makes room for a request.
    ///
    /// - Returns: Why there is no room; nil where there is, until ``leave()``.
    private func enter(_ head: RequestHead) -> PushRefusal? {
        if let refusal = connection.enter() { return refusal }
        hasPlace = true
        guard head.isList else { return nil }
        if let refusal = connection.enterList() {
            leave()
            return refusal
        }
        hasListPlace = true
        return nil
    }

    /// Resets the stream of a request that HTTP/2 does not allow, where Apple has no reason for that
    /// (RFC 9113, section 8.1.1).
    private func reset(for fault: String, _ context: ChannelHandlerContext) {
        state = .answered
        context.writeAndFlush(wrapOutboundOut(.rstStream(.protocolError)), promise: nil)
        connection.noteMalformed(fault)
    }

    /// Answers before the request is whole, and stops its sender in a way that leaves it its answer
    /// (RFC 9113, section 8.1).
    private func refuseAtOnce(
        _ answer: PushAnswer,
        _ headers: HTTP2Frame.FramePayload.Headers,
        _ context: ChannelHandlerContext
    ) {
        if !headers.endStream { stop(context) }
        self.answer(answer, context)
    }

    /// Tells the sender to stop, once what has been written is on its way: with RST_STREAM the codec
    /// throws away what DATA it still has of the stream, the reason among them.
    private func stop(_ context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            guard !handler.value.hasEnded else { return }
            let frame = handler.value.wrapOutboundOut(.rstStream(.noError))
            bound.value.writeAndFlush(frame, promise: nil)
        }
    }

    private func read(_ data: HTTP2Frame.FramePayload.Data, _ context: ChannelHandlerContext) {
        guard case .byteBuffer(let buffer) = data.data else { return }
        guard case .reading(var request) = state else {
            drop(buffer, context)
            if data.endStream { finish(context) }
            return
        }
        // The state is to hold no second copy while this one grows.
        state = .answering
        let room = max(0, request.byteLimit - request.byteCount)
        request.body += buffer.readableBytesView.prefix(room)
        request.byteCount += buffer.readableBytes
        let isExcessive = request.byteCount > request.byteLimit + Self.excessLimit
        state = .reading(request)
        if data.endStream || isExcessive { finish(context) }
    }

    /// Passes over what no answer depends on, up to a bound: then the sender has its answer, and is
    /// told to stop.
    private func drop(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
        droppedByteCount += buffer.readableBytes
        guard droppedByteCount > Self.excessLimit, !isStopped else { return }
        isStopped = true
        stop(context)
        finish(context)
    }

    private func finish(_ context: ChannelHandlerContext) {
        let request: PushRequest
        switch state {
        case .reading(let whole): request = whole
        case .refusing(let answer): return self.answer(answer, context)
        case .waiting, .answering, .answered: return
        }
        state = .answering
        let content: RequestContent
        do throws(PushRefusal) {
            content = try service.read(request)
        } catch {
            return answer(service.refuse(request.identifier, error), context)
        }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        service.deliver(content, of: request.identifier) { answer in
            bound.execute { context in handler.value.answer(answer, context) }
        }
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        let identifier: RequestIdentifier
        switch state {
        case .waiting: identifier = RequestIdentifier(name: "apns-id", value: nil)
        case .reading(let request): identifier = request.identifier
        case .refusing(let answer): return self.answer(answer, context)
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
        let isOfChannels = identifier.name == RequestIdentifier.ofChannels
        answer(
            service.refuse(identifier, isOfChannels ? refusal.ofChannels : refusal),
            context
        )
    }

    // MARK: Answer

    private func answer(_ answer: PushAnswer, _ context: ChannelHandlerContext) {
        // The stream has gone, and what it had a place for has come to its end.
        if case .answered = state { return leave() }
        setState(.answered)
        let hasBody = answer.body != nil
        var headers: HPACKHeaders = [
            ":status": "\(answer.status)", answer.identifierName: answer.identifier,
        ]
        if let channel = answer.channel { headers.add(name: "apns-channel-id", value: channel) }
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
        guard hasBody, !hasPlace else { return }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute { handler.value.holdRefused(bound.value) }
    }

    /// Finds room for a refusal that has not gone out, as its sender leaves it no window or does not
    /// read: a client without a token must not have the daemon keep a thousand of them.
    private func holdRefused(_ context: ChannelHandlerContext) {
        guard !hasEnded else { return }
        if connection.enterUnsent() {
            isUnsent = true
        } else if context.channel.parent?.isWritable == false, connection.enter() == nil {
            hasPlace = true
        } else {
            context.writeAndFlush(wrapOutboundOut(.rstStream(.enhanceYourCalm)), promise: nil)
        }
    }

    private func leave() {
        if hasPlace { connection.leave() }
        hasPlace = false
        if hasListPlace { connection.leaveList() }
        hasListPlace = false
    }

    /// Ends a state that has something of the connection's.
    private func setState(_ next: State) {
        if case .refusing = state { connection.leaveRefused() }
        state = next
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
