// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation
package import Logging
internal import NIOCore

/// Answers the requests of all connections: what is checked, in which order, and how much at a time.
package final class PushService: Sendable {
    private let ring: ProviderKeyring
    private let environment: PushEnvironment
    private let door: any PushDoor
    private let log: BoundedLog
    private let load: PushLoad
    let kind: Kind

    /// Which requests a service answers: Apple has a host and a port for each.
    package enum Kind: Sendable {
        /// Pushes, to devices and to channels.
        case pushes
        /// Those that make and remove channels.
        case channels
    }

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - kind: Which requests it answers.
    ///   - ring: The keys of the teams that may push.
    ///   - environment: Which of Apple's two services it stands for.
    ///   - door: What takes the pushes that are valid.
    ///   - load: What bounds the requests of this service and of others.
    ///   - logger: What is told of each refusal.
    package init(
        _ kind: Kind = .pushes,
        ring: ProviderKeyring,
        environment: PushEnvironment,
        door: any PushDoor,
        load: PushLoad = PushLoad(),
        logger: Logger
    ) {
        self.kind = kind
        self.ring = ring
        self.environment = environment
        self.door = door
        self.load = load
        log = BoundedLog(logger)
    }

    /// What a new connection's provider tokens are held to.
    func makeSession() -> ProviderSession { ProviderSession(ring, environment) }

    /// How often certificates of senders have changed.
    var certificateChangeCount: Int { ring.certificates.changeCount }

    /// Has a connection end when its certificate is withdrawn.
    ///
    /// - Parameter channel: The connection.
    /// - Returns: How often certificates have changed; the connection is told of every later change.
    func watchCertificate(of channel: any Channel) -> Int { ring.certificates.add(channel) }

    /// Answers `Shutdown` to every request from now on, those of services with the same load too; those
    /// before it are finished.
    package func close() { load.close() }

    /// Makes room for a request, before its body is read.
    ///
    /// - Parameter count: The places that its connection has already.
    /// - Returns: Why there is no room; nil where there is, until ``leave(holding:)``.
    func enter(holding count: Int) -> PushRefusal? { load.enter(holding: count) }

    /// A request and its push have come to their ends.
    ///
    /// - Parameter count: The places that its connection has, this one among them.
    func leave(holding count: Int) { load.leave(holding: count) }

    /// Makes room for a list of channels.
    ///
    /// - Parameter count: Those that its connection has already.
    /// - Returns: Why there is no room; nil where there is, until ``leaveList()``.
    func enterList(holding count: Int) -> PushRefusal? { load.enterList(holding: count) }

    /// A list of channels was taken, or its stream has ended.
    func leaveList() { load.leaveList() }

    /// Makes room for a refused request that is not whole yet.
    ///
    /// - Parameter count: Those that its connection has already.
    /// - Returns: Whether there is room, until ``leaveRefused(holding:)``.
    func enterRefused(holding count: Int) -> Bool { load.enterRefused(holding: count) }

    /// A refused request is whole, or has ended.
    ///
    /// - Parameter count: Those that its connection has, this one among them.
    func leaveRefused(holding count: Int) { load.leaveRefused(holding: count) }

    /// Reads what a request says before its body, and refuses it where its sender may not push: no
    /// byte of a body is kept for somebody without a token.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - path: The request's path.
    ///   - fields: The header fields.
    ///   - session: Its connection's.
    /// - Returns: What they say.
    /// - Throws: ``PushRefusal``.
    func readHead(
        _ method: String,
        _ path: String,
        _ fields: PushFields,
        _ session: inout ProviderSession
    ) throws(PushRefusal) -> RequestHead {
        if kind == .pushes, !path.hasPrefix(ChannelPath.broadcasts) {
            let token = try PushPath.deviceToken(method, path)
            let provider = try admit(fields, &session)
            var head = try PushHead(deviceToken: token, fields, usualTopic: provider.usualTopic)
            try provider.check(head)
            head.mayBeWholeTopic = head.mayBeWholeTopic && provider.isFor(head.topic)
            return .push(head)
        }
        do throws(PushRefusal) {
            return try readChannelHead(method, path, fields, &session)
        } catch {
            throw error.ofChannels
        }
    }

    private func readChannelHead(
        _ method: String,
        _ path: String,
        _ fields: PushFields,
        _ session: inout ProviderSession
    ) throws(PushRefusal) -> RequestHead {
        switch kind {
        case .pushes:
            let app = try ChannelPath.app(method, path)
            try admit(fields, &session).check(channelsOf: app)
            return .broadcast(try BroadcastHead(app: app, fields))
        case .channels:
            let app = try ChannelPath.channels(path).app
            try admit(fields, &session).check(channelsOf: app)
            return .channels(try ChannelHead(method, path, fields))
        }
    }

    private func admit(
        _ fields: PushFields,
        _ session: inout ProviderSession
    ) throws(PushRefusal) -> Provider {
        try fields.checkDuplicates()
        let now = Date().timeIntervalSince1970
        return try session.admit(fields["authorization"], now: now)
    }

    /// Reads a request that is whole.
    ///
    /// - Parameter request: The request.
    /// - Returns: What it asks for; for ``deliver(_:of:done:)``, whatever comes of it.
    /// - Throws: ``PushRefusal``.
    func read(_ request: PushRequest) throws(PushRefusal) -> RequestContent {
        guard request.body.count == request.byteCount else {
            throw PushRefusal(
                .payloadTooLarge,
                "the payload has \(request.byteCount) bytes or more, and \(request.byteLimit) is the "
                    + "most"
            )
        }
        let made = Self.makeIdentifier()
        switch request.head {
        case .push(let head):
            return .push(try RemotePush(head, body: request.body, identifier: made))
        case .broadcast(let head):
            return .broadcast(try RemoteBroadcast(head, body: request.body, identifier: made))
        case .channels(let head):
            return .channels(try ChannelRequest(head, body: request.body))
        }
    }

    /// Gives what a request asks for to the door.
    ///
    /// - Parameters:
    ///   - content: What it asks for.
    ///   - identifier: The request's identifier as its sender wrote it.
    ///   - done: Is called once with the answer, on any thread.
    func deliver(
        _ content: RequestContent,
        of identifier: RequestIdentifier,
        done: @escaping @Sendable (PushAnswer) -> Void
    ) {
        switch content {
        case .push(let push):
            let identifier = identifier.or(push.identifier)
            accept(push.deviceToken, identifier, done) { [self] ended in
                door.accept(push) { ended($0.map { ($0, nil) }) }
            }
        case .broadcast(let push):
            let identifier = identifier.or(push.identifier)
            accept(push.channel, identifier, done) { [self] ended in
                door.broadcast(push) { ended($0.map { (nil, nil) }) }
            }
        case .channels(let request):
            let identifier = identifier.or(Self.makeIdentifier())
            accept(request.app, identifier, done) { [self] ended in
                door.manage(request) { ended($0.map { (nil, $0) }) }
            }
        }
    }

    /// What came of a request: what a push is known by, and what is said of channels.
    private typealias Outcome = Result<
        (unique: String?, channels: ChannelRequest.Answer?), PushRefusal
    >

    /// Has the door do something, unless too much of it waits already.
    ///
    /// - Parameters:
    ///   - subject: What too much may wait for: a device, a channel or an app.
    ///   - identifier: The request's identifier.
    ///   - done: Is called once with the answer, on any thread.
    ///   - body: What the door is to do.
    private func accept(
        _ subject: String,
        _ identifier: RequestIdentifier,
        _ done: @escaping @Sendable (PushAnswer) -> Void,
        _ body: (@escaping @Sendable (Outcome) -> Void) -> Void
    ) {
        do throws(PushRefusal) {
            try load.begin(subject)
        } catch {
            done(refuse(identifier, error))
            return
        }
        body { [self] outcome in
            load.end(subject)
            switch outcome {
            case .success(let (unique, channels)):
                let isTold = environment == .development
                var answer = PushAnswer.accepted(identifier, unique: isTold ? unique : nil)
                if let channels { answer.say(channels) }
                done(answer)
            case .failure(let refusal): done(refuse(identifier, refusal))
            }
        }
    }

    /// The answer to a request that is refused, of which the log is told.
    func refuse(_ name: RequestIdentifier, _ refusal: PushRefusal) -> PushAnswer {
        let identifier = name.value.flatMap(Self.repeatable) ?? Self.makeIdentifier()
        log.write(
            .refusal(refusal.reason),
            "push refused: \(refusal.explanation)",
            [
                "\(name.name)": "\(identifier.neutralised(byteLimit: 64))",
                "reason": "\(refusal.reason.rawValue)",
            ]
        )
        return .refused(RequestIdentifier(name: name.name, value: identifier), refusal)
    }

    /// Notes what ended a connection, or a stream of it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - client: Whose connection it is.
    ///   - endsConnection: Whether the connection ends.
    func note(_ error: any Error, of client: String, endsConnection: Bool) {
        guard let fault = ConnectionFault(error, endsConnection: endsConnection) else { return }
        log.write(fault.cause, fault.sentence, ["client": "\(client)"])
    }

    /// Notes what a stream was reset for.
    ///
    /// - Parameters:
    ///   - fault: What is wrong with the request.
    ///   - client: Whose it is.
    func note(_ fault: String, of client: String) {
        log.write(.stream, "push stream reset: \(fault)", ["client": "\(client)"])
    }

    /// The `apns-id` of a request as its answer repeats it; nil for one that is long or not of printable
    /// ASCII: a client could have a short request answered with kilobytes.
    ///
    /// aioapns looks its request up by what the answer says, and fails where that is another one.
    private static func repeatable(_ identifier: String) -> String? {
        let isPlain = identifier.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        return isPlain && identifier.utf8.count <= 255 ? identifier : nil
    }

    private static func makeIdentifier() -> String { UUID().uuidString.lowercased() }
}

/// One request as it comes over a stream: what its header fields say, and its body.
struct PushRequest: Sendable {
    let head: RequestHead

    /// The request's identifier as its sender wrote it.
    let identifier: RequestIdentifier

    /// The body, as far as it was kept.
    var body: [UInt8] = []

    /// How many bytes the body had.
    var byteCount = 0

    /// Most bytes of the body that are kept.
    var byteLimit: Int { head.byteLimit }
}
