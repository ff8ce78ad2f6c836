// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Crypto

/// The public half of a key that a team signs its provider tokens with.
package struct ProviderKey: Equatable, Sendable {
    /// The key's ten characters, as Apple's site shows them.
    package let keyID: String

    /// The team's ten characters.
    package let teamID: String

    /// The public key, as PEM (RFC 7468).
    package let publicKey: String

    /// The only environment that it may be used in; nil for both.
    package let environment: PushEnvironment?

    /// The only apps that it may be used for; empty for all of the team's.
    package let topics: [String]

    private let verifier: Verifier

    /// A key, compared by its PEM.
    private struct Verifier: Equatable, Sendable {
        let key: P256.Signing.PublicKey

        static func == (left: Self, right: Self) -> Bool {
            left.key.rawRepresentation == right.key.rawRepresentation
        }
    }

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - keyID: The key's ten characters.
    ///   - teamID: The team's ten characters.
    ///   - pem: What Apple's `.p8` file holds, a private key, of which only the public half is kept; or
    ///     the public key itself.
    ///   - environment: The only environment that it may be used in; nil for both.
    ///   - topics: The only apps that it may be used for; empty for all.
    /// - Throws: ``ProviderKeyError``.
    package init(
        keyID: String,
        teamID: String,
        pem: String,
        environment: PushEnvironment? = nil,
        topics: [String] = []
    ) throws(ProviderKeyError) {
        for (name, text) in [("key", keyID), ("team", teamID)] {
            guard text.utf8.count == 10, text.utf8.allSatisfy(Self.isAlphanumeric) else {
                throw ProviderKeyError(
                    "the \(name)'s identifier is \(text.quoted); it has ten letters and digits"
                )
            }
        }
        let key = try Self.key(pem)
        self.keyID = keyID
        self.teamID = teamID
        self.environment = environment
        self.topics = topics
        publicKey = key.pemRepresentation
        verifier = Verifier(key: key)
    }

    /// Makes a private key, as PEM: what Apple's site gives as a `.p8` file.
    package static func makePrivate() -> String {
        P256.Signing.PrivateKey().pemRepresentation + "\n"
    }

    private static func key(_ pem: String) throws(ProviderKeyError) -> P256.Signing.PublicKey {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) { return key.publicKey }
        if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) { return key }
        throw ProviderKeyError(
            "the file holds no key on the curve P-256 as PEM; take the .p8 file that Apple's site "
                + "gave for this key"
        )
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    /// Whether the key signed a token.
    func hasSigned(_ token: ProviderToken) -> Bool {
        guard
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature)
        else { return false }
        return verifier.key.isValidSignature(signature, for: Array(token.signedText.utf8))
    }
}

/// Why a key cannot be used: one line that says what to do.
package struct ProviderKeyError: Error, Equatable, CustomStringConvertible {
    package let message: String

    /// Takes the sentence that says what is wrong.
    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
