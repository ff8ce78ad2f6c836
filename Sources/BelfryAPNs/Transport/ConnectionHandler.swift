// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore
internal import NIOExtras
internal import NIOHTTP2
internal import NIOSSL
internal import NIOTLS

/// One connection: who its sender is, and when it ends.
///
/// It ends with a GOAWAY frame and Apple's JSON in it, when the daemon stops or nothing has come for
/// long; never while there is work, as clients take it for the failure of what is on its way.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// How long a connection may be in each of its states.
    struct Patience: Sendable {
        /// From the connection to the end of the TLS handshake.
        var handshake = TimeAmount.seconds(15)

        /// Without a request.
        var idle = TimeAmount.minutes(10)

        /// From a stream's first frame to its whole request, and from its answer to its end.
        var stream = TimeAmount.seconds(60)

        /// From the farewell to the end of the last stream.
        var farewell = TimeAmount.seconds(10)

        /// From the last frame to the end, where the client does not end the connection.
        var linger = TimeAmount.seconds(5)
    }

    /// What the sender's tokens are held to.
    var session: ProviderSession {
        didSet {
            guard isStranger, session.hasAdmitted else { return }
            isStranger = false
            if let context { strangers.remove(context.channel) }
        }
    }

    /// Whether the client has not shown yet that it may push.
    private var isStranger = true
    private let strangers: Strangers

    private let patience: Patience
    private let service: PushService
    private let clients: ClientAuthority
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var openStreams = 0

    /// Places in the service's load that requests of this connection have.
    private(set) var places = 0

    /// Requests that are refused already: they are answered once they are whole, or their answers wait for
    /// the client's windows.
    private var refusedCount = 0
    private var lastStream = HTTP2StreamID.rootStream
    private var isEnding = false
    private var hasShakenHands = false

    /// How often certificates had changed when the connection began.
    private let changeCount: Int

    /// Whether a GOAWAY frame was written, by this handler or by the frames' codec.
    private var hasSaidGoAway = false

    init(
        _ service: PushService,
        _ patience: Patience,
        _ clients: ClientAuthority = ClientAuthority(nil),
        _ strangers: Strangers = Strangers()
    ) {
        self.strangers = strangers
        self.service = service
        self.patience = patience
        self.clients = clients
        session = service.makeSession()
        changeCount = service.certificateChangeCount
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        start(patience.handshake, context) { $0.end($1) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.cancel()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted:
            hasShakenHands = true
            recallCertificate(context)
            openWindow(context)
            waitForRequest(context)
            if session.certificate != nil { watchCertificate(context) }
        case is ChannelShouldQuiesceEvent: sayFarewell(.shutdown, context)
        case is CertificateRegister.Change: endIfWithdrawn(context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Takes up what was found of a certificate in an earlier session: one that is resumed shows it
    /// again without its chain.
    private func recallCertificate(_ context: ChannelHandlerContext) {
        guard session.certificate == nil,
            let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self),
            let certificate = tls.peerCertificate,
            let bytes = try? certificate.toDERBytes()
        else { return }
        session.certificate = clients.recall(bytes)
    }

    /// Has the connection end when its certificate is withdrawn, even during the handshake.
    ///
    /// One that was withdrawn before may connect: its requests are told why they are refused.
    private func watchCertificate(_ context: ChannelHandlerContext) {
        let count = service.watchCertificate(of: context.channel)
        if count != changeCount { endIfWithdrawn(context) }
    }

    /// Ends a connection whose certificate counts no more, after what was taken of it; further requests are
    /// refused.
    private func endIfWithdrawn(_ context: ChannelHandlerContext) {
        guard hasShakenHands, session.isWithdrawn else { return }
        sayFarewell(.badCertificate, context)
    }

    /// Lets the client send the bodies of all its streams at once: aioapns gives a push up for which
    /// the connection's window has no room, instead of waiting.
    private func openWindow(_ context: ChannelHandlerContext) {
        let increment = PushListener.windowByteCount - 65_535
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .windowUpdate(windowSizeIncrement: increment)
        )
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A stream that breaks the protocol is reset, and the others go on (RFC 9113, section 5.4.2). The
        // frames' codec has the same errors for streams and for connections; what breaks a connection it
        // has told the client of, in a GOAWAY frame.
        let endsConnection = !(error is any NIOHTTP2Error) || hasSaidGoAway
        if !isEnding {
            let client = context.remoteAddress?.description ?? "unknown"
            service.note(error, of: client, endsConnection: endsConnection)
        }
        if endsConnection { end(context) }
    }

    // MARK: Streams

    func streamBegan(_ id: HTTP2StreamID) {
        openStreams += 1
        lastStream = max(lastStream, id)
        if !isEnding { timer?.cancel() }
    }

    func streamEnded() {
        openStreams -= 1
        guard openStreams == 0, let context else { return }
        guard isEnding else { return waitForRequest(context) }
        // The stream has ended for its state; its last frames are written in this turn of the loop.
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute { handler.value.end(bound.value) }
    }

    /// Is told of each GOAWAY frame that goes out.
    func goAwayWritten() { hasSaidGoAway = true }

    // MARK: Requests

    /// Whether the client has all the streams that it was told it may have.
    var hasAllStreams: Bool { openStreams >= PushListener.streamLimit }

    /// Makes room for a request.
    ///
    /// - Returns: Why there is no room; nil where there is, until ``leave()``.
    func enter() -> PushRefusal? {
        let refusal = service.enter(holding: places)
        if refusal == nil { places += 1 }
        return refusal
    }

    func leave() {
        service.leave(holding: places)
        places -= 1
    }

    /// Makes room for a refused request that is not whole yet.
    ///
    /// - Returns: Whether there is, until ``leaveRefused()``; else its sender is stopped at once.
    func enterRefused() -> Bool {
        guard refusedCount < PushLoad.share else { return false }
        refusedCount += 1
        return true
    }

    func leaveRefused() { refusedCount -= 1 }

    // MARK: End

    private func waitForRequest(_ context: ChannelHandlerContext) {
        guard !isEnding, openStreams == 0 else { return }
        start(patience.idle, context) { $0.sayFarewell(.idleTimeout, $1) }
    }

    private func sayFarewell(_ reason: PushReason, _ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        isEnding = true
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(
                lastStreamID: lastStream,
                errorCode: .noError,
                opaqueData: context.channel.allocator.buffer(bytes: PushAnswer.body(reason))
            )
        )
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        if openStreams == 0 { return end(context) }
        start(patience.farewell, context) { $0.end($1) }
    }

    /// Ends the connection; where its client was told why, so that it can read that.
    ///
    /// Before the handshake is over nothing reaches the client, and TLS would hold the close back until
    /// then.
    private func end(_ context: ChannelHandlerContext) {
        isEnding = true
        timer?.cancel()
        context.close(mode: hasSaidGoAway && hasShakenHands ? .output : .all, promise: nil)
    }

    private func start(
        _ delay: TimeAmount,
        _ context: ChannelHandlerContext,
        _ body: @escaping @Sendable (ConnectionHandler, ChannelHandlerContext) -> Void
    ) {
        timer?.cancel()
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: delay) { body(handler.value, bound.value) }
    }
}

/// Tells a connection's handler of its streams, on its event loop.
struct StreamCount: NIOHTTP2StreamDelegate {
    let handler: NIOLoopBound<ConnectionHandler>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
        handler.value.streamBegan(id)
    }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
        handler.value.streamEnded()
    }
}
