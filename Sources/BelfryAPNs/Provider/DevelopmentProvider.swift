// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Crypto
internal import Foundation
internal import Synchronization

/// A team of the daemon's own, with a key that is made at its start and never written down: its user
/// tries the push endpoint with it.
package final class DevelopmentProvider: Sendable {
    /// What the daemon knows the team by.
    package let key: ProviderKey

    private let privateKey: P256.Signing.PrivateKey
    private let current = Mutex<(text: String, issued: Double)?>(nil)

    /// A token is renewed before it expires, and not so often that it is refused.
    private static let renewal = 2700.0

    /// Makes a key.
    ///
    /// Its identifiers, of the key and of its team, are random: they differ from every registered key's.
    package init() throws(ProviderKeyError) {
        privateKey = P256.Signing.PrivateKey()
        key = try ProviderKey(
            keyID: Self.identifier(),
            teamID: Self.identifier(),
            pem: privateKey.publicKey.pemRepresentation
        )
    }

    private static func identifier() -> String {
        String((0..<10).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".randomElement() ?? "A" })
    }

    /// A provider token, the same one for 45 minutes.
    ///
    /// - Parameter now: The machine's time, in seconds of UNIX time.
    /// - Returns: The token.
    /// - Throws: An error of the signature.
    package func token(now: Double) throws -> String {
        try current.withLock { current in
            if let current, (0..<Self.renewal).contains(now - current.issued) {
                return current.text
            }
            let issued = now.rounded(.down)
            let text = try makeToken(issued)
            current = (text, issued)
            return text
        }
    }

    private func makeToken(_ issued: Double) throws -> String {
        let header: JSONObject = ["alg": "ES256", "kid": .string(key.keyID)]
        let claims: JSONObject = [
            "iss": .string(key.teamID), "iat": .number(JSONNumber(Int(issued))),
        ]
        let signed = [header, claims].map { Self.encoded(Data($0.serialized())) }
            .joined(separator: ".")
        let signature = try privateKey.signature(for: Data(signed.utf8)).rawRepresentation
        return signed + "." + Self.encoded(signature)
    }

    /// Base64url without padding (RFC 7515, section 2).
    private static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
