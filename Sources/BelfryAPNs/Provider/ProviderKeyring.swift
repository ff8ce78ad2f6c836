// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Synchronization

/// The keys of the teams that may push, and the tokens that were found to be signed by them.
package final class ProviderKeyring: Sendable {
    private struct State {
        var keys: [String: ProviderKey]

        /// Tokens by what was signed, until they expire: a verification takes longer than all else.
        ///
        /// Anybody can make a second signature of a first one (r, n − s), and so a second text of one
        /// token; the part that was signed is the token.
        var verified: [String: VerifiedToken] = [:]
    }

    private let state: Mutex<State>

    /// The key that the endpoint's owner pushes with; it belongs to no registered team.
    private let own: ProviderKey?

    /// Whether every push is taken, with whatever token and without one.
    package let takesAny: Bool

    /// Which certificates count.
    package let certificates: CertificateRegister

    /// How long a token may be used, in seconds.
    static let lifetime = 3600.0

    /// How far the clocks of two machines may be apart, in seconds.
    static let skew = 300.0

    /// Most tokens that are remembered; a sender makes one in 20 minutes.
    private static let memory = 1024

    /// Makes a ring.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - takesAny: Whether every push is taken, for a first try.
    ///   - own: The key of whoever owns the endpoint.
    ///   - certificates: Which certificates count.
    package init(
        _ keys: [ProviderKey],
        takesAny: Bool = false,
        own: ProviderKey? = nil,
        certificates: CertificateRegister = CertificateRegister([])
    ) {
        self.own = own
        self.certificates = certificates
        let pairs = keys.map { ($0.keyID, $0) }
        state = Mutex(State(keys: Dictionary(pairs, uniquingKeysWith: { _, last in last })))
        self.takesAny = takesAny
    }

    /// The keys, by their identifiers.
    package var keys: [ProviderKey] {
        state.withLock { $0.keys.values.sorted { $0.keyID < $1.keyID } }
    }

    /// Replaces the keys; tokens of those that are gone count no more.
    package func replace(_ keys: [ProviderKey]) {
        state.withLock { state in
            state.keys = Dictionary(
                keys.map { ($0.keyID, $0) },
                uniquingKeysWith: { _, last in last }
            )
            state.verified = [:]
        }
    }

    /// Verifies a token.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - now: The time, in seconds of UNIX time.
    /// - Returns: Whose it is.
    /// - Throws: ``PushRefusal``.
    func verify(_ text: String, now: Double) throws(PushRefusal) -> VerifiedToken {
        if let known = known(text) {
            try Self.checkAge(known.issued, now)
            return known
        }
        let token = try ProviderToken(text)
        guard let key = key(token.keyID) else {
            throw ProviderToken.invalid(
                "there is no key \(token.keyID.quoted); add it: belfry provider add KEYID TEAMID "
                    + "FILE.p8"
            )
        }
        guard key.hasSigned(token) else {
            throw ProviderToken.invalid("its signature is not by the key \(key.keyID)")
        }
        guard key.teamID == token.teamID else {
            throw ProviderToken.invalid(
                "it is by the team \(token.teamID.quoted), and the key \(key.keyID) is of "
                    + "\(key.teamID)"
            )
        }
        try Self.checkAge(token.issued, now)
        let verified = VerifiedToken(token, key)
        remember(verified, now)
        return verified
    }

    private func key(_ keyID: String) -> ProviderKey? {
        own?.keyID == keyID ? own : state.withLock { $0.keys[keyID] }
    }

    /// The token of a text that was verified, signature and all.
    private func known(_ text: String) -> VerifiedToken? {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let known = state.withLock { $0.verified[String(text[..<dot])] }
        guard let known, known.signature == ProviderToken.bytes(text[dot...].dropFirst()) else {
            return nil
        }
        return known
    }

    private func remember(_ token: VerifiedToken, _ now: Double) {
        state.withLock { state in
            // The key may have gone while the signature was looked at.
            let isKnown = token.key == own || state.keys[token.key.keyID] == token.key
            guard isKnown else { return }
            if state.verified.count >= Self.memory {
                state.verified = state.verified.filter { $0.value.issued + Self.lifetime >= now }
            }
            if state.verified.count >= Self.memory { state.verified = [:] }
            state.verified[token.signedText] = token
        }
    }

    private static func checkAge(_ issued: Double, _ now: Double) throws(PushRefusal) {
        guard now - issued <= lifetime else {
            throw PushRefusal(
                .expiredProviderToken,
                "the provider token was made \(Int(now - issued)) s ago; it may be used for an hour"
            )
        }
        guard issued - now <= skew else {
            throw ProviderToken.invalid(
                "it was made \(Int(min(issued - now, 1e15))) s from now; set the sender's clock"
            )
        }
    }
}

/// A token whose signature was found to be its key's.
struct VerifiedToken: Equatable, Sendable {
    let key: ProviderKey

    /// When it was made, in seconds of UNIX time.
    let issued: Double

    /// What was signed, by which tokens are told apart.
    let signedText: String

    fileprivate let signature: [UInt8]

    fileprivate init(_ token: ProviderToken, _ key: ProviderKey) {
        self.key = key
        issued = token.issued
        signedText = token.signedText
        signature = token.signature
    }
}
