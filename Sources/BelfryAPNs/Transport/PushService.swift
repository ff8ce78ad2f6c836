// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation
package import Logging

/// Answers the requests of all connections: what is checked, in which order, and how much at a time.
package final class PushService: Sendable {
    private let ring: ProviderKeyring
    private let environment: PushEnvironment
    private let door: any PushDoor
    private let log: BoundedLog
    private let load = PushLoad()

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - ring: The keys of the teams that may push.
    ///   - environment: Which of Apple's two services it stands for.
    ///   - door: What takes the pushes that are valid.
    ///   - logger: What is told of each refusal.
    package init(
        ring: ProviderKeyring,
        environment: PushEnvironment,
        door: any PushDoor,
        logger: Logger
    ) {
        self.ring = ring
        self.environment = environment
        self.door = door
        log = BoundedLog(logger)
    }

    /// What a new connection's provider tokens are held to.
    func makeSession() -> ProviderSession { ProviderSession(ring, environment) }

    /// Answers `Shutdown` to every request from now on; those before it are finished.
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
    ) throws(PushRefusal) -> PushHead {
        let token = try PushPath.deviceToken(method, path)
        try fields.checkDuplicates()
        let now = Date().timeIntervalSince1970
        let provider = try session.admit(fields["authorization"], now: now)
        let head = try PushHead(deviceToken: token, fields, usualTopic: provider.usualTopic)
        try provider.check(head)
        return head
    }

    /// Reads a request that is whole.
    ///
    /// - Parameter request: The request.
    /// - Returns: The push; for ``deliver(_:of:done:)``, whatever comes of it.
    /// - Throws: ``PushRefusal``.
    func read(_ request: PushRequest) throws(PushRefusal) -> RemotePush {
        guard request.body.count == request.byteCount else {
            throw PushRefusal(
                .payloadTooLarge,
                "the payload has \(request.byteCount) bytes or more, and \(request.byteLimit) is the "
                    + "most"
            )
        }
        return try RemotePush(
            request.head,
            body: request.body,
            identifier: Self.makeIdentifier()
        )
    }

    /// Gives a push to the door.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - identifier: The push's identifier as its sender wrote it; nil for none.
    ///   - done: Is called once with the answer, on any thread.
    func deliver(
        _ push: RemotePush,
        of identifier: String?,
        done: @escaping @Sendable (PushAnswer) -> Void
    ) {
        let identifier = identifier ?? push.identifier
        do throws(PushRefusal) {
            try load.begin(push.deviceToken)
        } catch {
            done(refuse(identifier, error))
            return
        }
        door.accept(push) { [self] result in
            load.end(push.deviceToken)
            switch result {
            case .success(let unique):
                let isTold = environment == .development
                done(.accepted(identifier, unique: isTold ? unique : nil))
            case .failure(let refusal): done(refuse(identifier, refusal))
            }
        }
    }

    /// The answer to a request that is refused, of which the log is told.
    func refuse(_ identifier: String?, _ refusal: PushRefusal) -> PushAnswer {
        let identifier = identifier.flatMap(Self.repeatable) ?? Self.makeIdentifier()
        log.write(
            .refusal(refusal.reason),
            "push refused: \(refusal.explanation)",
            [
                "apns-id": "\(identifier.neutralised(byteLimit: 64))",
                "reason": "\(refusal.reason.rawValue)",
            ]
        )
        return .refused(identifier, refusal)
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

    /// The `apns-id` of a request as its answer repeats it; nil for one that is long or not of printable
    /// ASCII: a client could have a short request answered with kilobytes.
    private static func repeatable(_ identifier: String) -> String? {
        let isPlain = identifier.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        return isPlain && identifier.utf8.count <= 64 ? identifier : nil
    }

    private static func makeIdentifier() -> String { UUID().uuidString.lowercased() }
}

/// One request as it comes over a stream: what its header fields say, and its body.
struct PushRequest: Sendable {
    let head: PushHead

    /// The push's identifier as its sender wrote it; nil for none.
    let identifier: String?

    /// The body, as far as it was kept.
    var body: [UInt8] = []

    /// How many bytes the body had.
    var byteCount = 0

    /// Most bytes of the body that are kept: what its push type may have.
    var byteLimit: Int { (head.type?.payloadLimit ?? .standard).byteCount }
}
