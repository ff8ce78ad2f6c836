// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What a connection's provider tokens are held to: one team, and no new token too soon.
package struct ProviderSession: Sendable {
    private let ring: ProviderKeyring
    private let environment: PushEnvironment

    /// What was found of the connection's certificate; nil where it has none.
    var certificate: ClientAuthority.Verdict?

    /// Whether somebody was admitted.
    private(set) var hasAdmitted = false

    /// The key that the first push came with.
    private var first: ProviderKey?

    /// What was signed of the tokens that were used, with the times at which they expire: requests that were on their
    /// way when a new one came may still have the old one.
    private var used: [String: Double] = [:]

    /// When each key's newest token came here, and when its sender made it, in seconds of UNIX time.
    private var renewed: [String: (came: Double, issued: Double)] = [:]

    /// How long a token has to be used before there may be another one, in seconds.
    private static let patience = 1200.0

    package init(_ ring: ProviderKeyring, _ environment: PushEnvironment) {
        self.ring = ring
        self.environment = environment
    }

    /// Whether the connection has a certificate that counted once and counts no more.
    var isWithdrawn: Bool {
        guard !ring.takesAny, case .valid(let certificate)? = certificate else { return false }
        return !ring.certificates.accepts(certificate)
    }

    /// Refuses a push that its sender may not make.
    ///
    /// - Parameters:
    ///   - authorization: The header `authorization`, which counts without a certificate alone; nil
    ///     where it is missing.
    ///   - now: The time by the machine's clock, in seconds of UNIX time.
    /// - Returns: Who the sender is.
    /// - Throws: ``PushRefusal``.
    package mutating func admit(
        _ authorization: String?,
        now: Double
    ) throws(PushRefusal) -> Provider {
        let provider: Provider =
            if ring.takesAny {
                .anyone(shownCertificate)
            } else if let certificate {
                .certificate(try admit(certificate, now: now))
            } else {
                .key(try admitKey(authorization, now: now))
            }
        hasAdmitted = true
        return provider
    }

    /// The certificate that the client has presented; nil without a valid one.
    ///
    /// Where every sender is taken it gives the topic of pushes that name none.
    private var shownCertificate: ProviderCertificate? {
        if case .valid(let certificate)? = certificate { certificate } else { nil }
    }

    private func admit(
        _ verdict: ClientAuthority.Verdict,
        now: Double
    ) throws(PushRefusal) -> ProviderCertificate {
        switch verdict {
        case .refused(let fault):
            throw PushRefusal(
                .badCertificate,
                "the provider's certificate cannot be used: \(fault)"
            )
        case .valid(let certificate):
            guard ring.certificates.accepts(certificate) else {
                throw PushRefusal(
                    .badCertificate,
                    "the provider's certificate was withdrawn, or its authority is trusted no more; "
                        + "belfry provider certificate TOPIC makes another one"
                )
            }
            guard certificate.end >= now else {
                throw PushRefusal(
                    .badCertificate,
                    "the provider's certificate has expired since the connection began"
                )
            }
            let services = certificate.environments
            guard services.isEmpty || services.contains(environment) else {
                throw PushRefusal(
                    .badCertificateEnvironment,
                    "the provider's certificate is for another environment than "
                        + "\(environment.rawValue), which this endpoint is"
                )
            }
            return certificate
        }
    }

    private mutating func admitKey(
        _ authorization: String?,
        now: Double
    ) throws(PushRefusal) -> ProviderKey {
        let token = try ring.verify(Self.token(authorization), now: now)
        guard token.key.environment.map({ $0 == environment }) ?? true else {
            throw PushRefusal(
                .badEnvironmentKeyID,
                "the key \(token.key.keyID) is for another environment than "
                    + "\(environment.rawValue), which this endpoint is"
            )
        }
        guard first.map({ $0.teamID == token.key.teamID }) ?? true else {
            throw PushRefusal(
                .unrelatedKeyID,
                "the key \(token.key.keyID) is of another team than the first push of this "
                    + "connection; open a connection for each team"
            )
        }
        try note(token, now)
        return token.key
    }

    private mutating func note(_ token: VerifiedToken, _ now: Double) throws(PushRefusal) {
        guard used[token.signedText] == nil else { return }
        used = used.filter { $0.value >= now }
        // A token is as old as its sender says: one that all connections share may come late on this one.
        let age = renewed[token.key.keyID].map { last in
            max(0, now - last.came, token.issued - last.issued)
        }
        if let age, age < Self.patience {
            throw PushRefusal(
                .tooManyProviderTokenUpdates,
                "the provider token was renewed after \(Int(age)) s on one connection; use one for "
                    + "20 minutes at least"
            )
        }
        first = first ?? token.key
        renewed[token.key.keyID] = (came: now, issued: token.issued)
        used[token.signedText] = token.issued + ProviderKeyring.lifetime
    }

    private static func token(_ authorization: String?) throws(PushRefusal) -> String {
        let scheme = "bearer "
        guard let authorization, authorization.lowercased().hasPrefix(scheme) else {
            throw PushRefusal(
                .missingProviderToken,
                "there is no provider token; send the header authorization: bearer TOKEN"
            )
        }
        return String(authorization.utf8.dropFirst(scheme.utf8.count)) ?? ""
    }
}

/// Who a sender is.
package enum Provider: Equatable, Sendable {
    /// Nobody was asked: every push is taken, and a certificate only says the usual topic.
    case anyone(ProviderCertificate?)
    case key(ProviderKey)
    case certificate(ProviderCertificate)

    /// What a push without a topic is for; nil where it has to name one.
    var usualTopic: String? {
        switch self {
        case .anyone(let certificate): certificate?.topics.first
        case .certificate(let certificate): certificate.topics.first
        case .key: nil
        }
    }

    /// Refuses a request about the channels of an app that the sender is not for.
    func check(channelsOf app: String) throws(PushRefusal) {
        switch self {
        case .anyone: break
        case .key(let key):
            guard key.topics.isEmpty || key.topics.contains(app) else {
                throw PushRefusal(
                    .topicDisallowed,
                    "the key \(key.keyID) is not for the app \(app.quoted)"
                )
            }
        case .certificate(let certificate):
            guard certificate.topics.contains(app) else {
                throw PushRefusal(
                    .topicMismatch,
                    "the certificate is for \(certificate.topics[0].quoted), not for the app "
                        + "\(app.quoted)"
                )
            }
        }
    }

    /// Whether the sender is for an app.
    func isFor(_ app: String) -> Bool {
        switch self {
        case .anyone: true
        case .key(let key): key.topics.isEmpty || key.topics.contains(app)
        case .certificate(let certificate): certificate.topics.contains(app)
        }
    }

    /// Refuses a push that the sender may not make.
    func check(_ head: PushHead) throws(PushRefusal) {
        switch self {
        case .anyone: break
        case .key(let key): try key.check(head)
        case .certificate(let certificate): try certificate.check(head)
        }
    }
}

extension ProviderKey {
    /// Refuses a push that the key is not for.
    func check(_ head: PushHead) throws(PushRefusal) {
        guard head.type != .mdm else {
            throw PushRefusal(
                .topicDisallowed,
                "pushes to managed devices need a provider certificate, and this sender has a token"
            )
        }
        guard topics.isEmpty || topics.contains(head.app) else {
            throw PushRefusal(
                .topicDisallowed,
                "the key \(keyID) is not for the topic \(head.app.quoted)"
            )
        }
    }
}
