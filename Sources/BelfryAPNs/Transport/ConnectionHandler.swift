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

    /// What the sender's tokens are held to.
    var session: ProviderSession {
        didSet {
            guard isStranger, session.hasAdmitted else { return }
            isStranger = false
            if let context { roster.admit(context.channel) }
        }
    }

    /// Whether the client has not shown yet that it may push.
    private var isStranger = true
    private let roster: ConnectionRoster

    private let patience: Patience
    private let service: PushService
    private let clients: ClientAuthority
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var openStreams = 0

    /// Places in the service's load that requests of this connection have.
    private(set) var places = 0

    /// Requests that are refused already, and are answered once they are whole.
    private var refusedCount = 0

    /// Lists of channels that are read, or wait for the client's windows.
    private var listCount = 0

    /// Refusals that wait for the client's windows.
    private var unsentCount = 0
    private var resets = ResetBudget()
    private var lastStream = HTTP2StreamID.rootStream

    /// The last stream that the farewell named; nil before the farewell.
    ///
    /// What comes on a newer one belongs to no request.
    private(set) var farewellStream: UInt32?
    private var isEnding = false
    private var hasShakenHands = false

    /// How often certificates had changed when the connection began.
    private let changeCount: Int

    /// Whether a GOAWAY frame was written, by this handler or by the frames' codec.
    private var hasSaidGoAway = false

    /// Whether one was written that was no farewell: the client has broken the protocol.
    private var isBroken = false
    private var isWritingFarewell = false

    init(
        _ service: PushService,
        _ patience: Patience,
        _ clients: ClientAuthority = ClientAuthority(nil),
        _ roster: ConnectionRoster = ConnectionRoster()
    ) {
        self.roster = roster
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
            settleCertificate(context)
            openWindow(context)
            waitForRequest(context)
            if session.certificate != nil { watchCertificate(context) }
        case is ChannelShouldQuiesceEvent: sayFarewell(.shutdown, context)
        case is ConnectionRoster.Eviction: sayFarewell(.idleTimeout, context)
        case is CertificateRegister.Change: endIfWithdrawn(context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Keeps what was found of a certificate, whose sender has its key; or takes up what was found in an
    /// earlier session: one that is resumed shows it again without its chain.
    private func settleCertificate(_ context: ChannelHandlerContext) {
        guard
            let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self),
            let certificate = tls.peerCertificate,
            let bytes = try? certificate.toDERBytes()
        else { return }
        if let verdict = session.certificate {
            clients.remember(verdict, of: bytes)
        } else {
            session.certificate = clients.recall(bytes)
        }
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
        // What the codec itself has still to write after its GOAWAY; why it wrote that, it tells next.
        if error is NIOHTTP2Errors.IOOnClosedConnection { return }
        // A stream that breaks the protocol is reset, and the others go on (RFC 9113, section 5.4.2). The
        // frames' codec has the same errors for streams and for connections; what breaks a connection it
        // has told the client of, in a GOAWAY frame.
        let endsConnection = !(error is any NIOHTTP2Error) || isBroken
        if !isEnding {
            service.note(error, of: client, endsConnection: endsConnection)
        }
        if endsConnection { end(context) }
    }

    // MARK: Streams

    func streamBegan(_ id: HTTP2StreamID) {
        openStreams += 1
        if openStreams == 1, let context { roster.note(context.channel, isIdle: false) }
        lastStream = max(lastStream, id)
        if !isEnding { timer?.cancel() }
    }

    func streamEnded() {
        openStreams -= 1
        guard openStreams == 0, let context else { return }
        roster.note(context.channel, isIdle: true)
        guard isEnding else { return waitForRequest(context) }
        // The stream has ended for its state; its last frames are written in this turn of the loop.
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute { handler.value.end(bound.value) }
    }

    /// Is told of each GOAWAY frame that goes out.
    func goAwayWritten() {
        hasSaidGoAway = true
        if !isWritingFarewell { isBroken = true }
    }

    /// Counts a stream that the client has reset, and ends the connection of one that goes too far.
    ///
    /// - Parameter isWhole: Whether its request was whole and admitted, and waits for its answer.
    func noteReset(isWhole: Bool) {
        guard let context, !isBroken else { return }
        guard !resets.note(isWhole: isWhole, now: .now()) else { return }
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(
                lastStreamID: lastStream,
                errorCode: .enhanceYourCalm,
                opaqueData: nil
            )
        )
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        errorCaught(context: context, error: NIOHTTP2Errors.excessiveRSTFrames())
    }

    /// Notes a request whose stream was reset for its header fields, and counts that as a reset of the
    /// client's: it costs as much.
    func noteMalformed(_ fault: String) {
        service.note(fault, of: client)
        noteReset(isWhole: false)
    }

    /// The client's address, for the log.
    private var client: String { context?.remoteAddress?.description ?? "unknown" }

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

    /// Makes room for a list of channels, whose answer is far larger than any other.
    ///
    /// - Returns: Why there is no room; nil where there is, until ``leaveList()``.
    func enterList() -> PushRefusal? {
        let refusal = service.enterList(holding: listCount)
        if refusal == nil { listCount += 1 }
        return refusal
    }

    func leaveList() {
        service.leaveList()
        listCount -= 1
    }

    /// Makes room for a refused request that is not whole yet.
    ///
    /// - Returns: Whether there is, until ``leaveRefused()``; else its sender is stopped at once.
    func enterRefused() -> Bool {
        guard service.enterRefused(holding: refusedCount) else { return false }
        refusedCount += 1
        return true
    }

    func leaveRefused() {
        service.leaveRefused(holding: refusedCount)
        refusedCount -= 1
    }

    /// Makes room for a refusal that the client leaves no window for.
    ///
    /// - Returns: Whether there is, until ``leaveUnsent()``.
    func enterUnsent() -> Bool {
        guard unsentCount < PushLoad.share else { return false }
        unsentCount += 1
        return true
    }

    func leaveUnsent() { unsentCount -= 1 }

    // MARK: End

    private func waitForRequest(_ context: ChannelHandlerContext) {
        guard !isEnding, openStreams == 0 else { return }
        start(patience.idle, context) { $0.sayFarewell(.idleTimeout, $1) }
    }

    private func sayFarewell(_ reason: PushReason, _ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        isEnding = true
        farewellStream = UInt32(Int(lastStream))
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(
                lastStreamID: lastStream,
                errorCode: .noError,
                opaqueData: context.channel.allocator.buffer(bytes: PushAnswer.body(reason))
            )
        )
        isWritingFarewell = true
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        isWritingFarewell = false
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
