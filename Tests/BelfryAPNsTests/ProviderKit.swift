// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Crypto
import Foundation

@testable import BelfryAPNs

/// A team with a key, and the tokens that it makes.
struct ProviderKit {
    let keyID: String
    let teamID: String
    let privateKey = P256.Signing.PrivateKey()

    init(keyID: String = "ABC123DEFG", teamID: String = "DEF123GHIJ") {
        self.keyID = keyID
        self.teamID = teamID
    }

    func key(
        environment: PushEnvironment? = nil,
        topics: [String] = []
    ) throws -> ProviderKey {
        try ProviderKey(
            keyID: keyID,
            teamID: teamID,
            pem: privateKey.pemRepresentation,
            environment: environment,
            topics: topics
        )
    }

    /// Signs a header and claims.
    func token(header: String, claims: String) throws -> String {
        let signed = Self.encoded(Data(header.utf8)) + "." + Self.encoded(Data(claims.utf8))
        let signature = try privateKey.signature(for: Data(signed.utf8)).rawRepresentation
        return signed + "." + Self.encoded(signature)
    }

    /// A token as most libraries make it, with the claim `iat` as JSON.
    func token(issued: String) throws -> String {
        try token(
            header: #"{"alg":"ES256","kid":"\#(keyID)","typ":"JWT"}"#,
            claims: #"{"iss":"\#(teamID)","iat":\#(issued)}"#
        )
    }

    static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

/// What is thrown, or nil.
func refusal<Value>(_ body: () throws(PushRefusal) -> Value) -> PushRefusal? {
    do throws(PushRefusal) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
