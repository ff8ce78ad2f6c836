// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// A provider's token as it was sent: a JSON web token that is signed by ES256 (RFC 7515), not yet
/// verified.
struct ProviderToken: Equatable, Sendable {
    /// Which key signed it (`kid`).
    let keyID: String

    /// Whose key that is (`iss`).
    let teamID: String

    /// When it was made (`iat`), in seconds of UNIX time.
    let issued: Double

    /// What was signed: header and claims, as they were sent.
    let signedText: String

    /// The two numbers of the signature, 32 bytes each.
    let signature: [UInt8]

    /// More than any token: header and claims of some hundred bytes.
    static let byteLimit = 4096

    /// Takes a token apart.
    ///
    /// - Parameter text: The token, without the word before it.
    /// - Throws: ``PushRefusal`` with ``PushReason/invalidProviderToken``.
    init(_ text: String) throws(PushRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.byteLimit, parts.count == 3 else {
            throw Self.invalid("it is not three parts of base64url with dots between")
        }
        let header = try Self.object(parts[0], "header")
        guard let algorithm = header["alg"]?.string, algorithm == "ES256" else {
            throw Self.invalid("its header has no \"alg\" of \"ES256\"")
        }
        keyID = try Self.text(header, "kid", "header")
        let claims = try Self.object(parts[1], "claims")
        teamID = try Self.text(claims, "iss", "claims")
        issued = try Self.time(claims["iat"])
        signedText = "\(parts[0]).\(parts[1])"
        guard let signature = Self.bytes(parts[2]), signature.count == 64 else {
            throw Self.invalid("its signature is not 64 bytes of base64url")
        }
        self.signature = signature
    }

    // MARK: Parts

    private static func object(
        _ part: Substring,
        _ name: String
    ) throws(PushRefusal) -> JSONObject {
        guard let bytes = bytes(part), let object = try? JSONValue.parse(bytes).object else {
            throw invalid("its \(name) is not a JSON object in base64url")
        }
        return object
    }

    private static func text(
        _ object: JSONObject,
        _ key: String,
        _ part: String
    ) throws(PushRefusal) -> String {
        guard let text = object[key]?.string, !text.isEmpty else {
            throw invalid("its \(part) has no \"\(key)\"")
        }
        return text
    }

    /// Libraries write whole numbers, fractions, and text.
    private static func time(_ value: JSONValue?) throws(PushRefusal) -> Double {
        let seconds: Double? =
            switch value {
            case .number(let number): number.double
            case .string(let text): JSONNumber(literal: text)?.double
            default: nil
            }
        guard let seconds, seconds >= 0 else {
            throw invalid("its claims have no \"iat\" with seconds of UNIX time")
        }
        return seconds
    }

    /// Decodes base64url (RFC 4648, section 5), with its whole padding or without any.
    ///
    /// Each sequence of bytes has one text: unused bits that are set (section 3.5) are refused, so that
    /// a token cannot be written in a second way.
    static func bytes(_ part: Substring) -> [UInt8]? {
        var text = part
        if part.utf8.count % 4 == 0 {
            for _ in 0..<2 where text.last == "=" { text.removeLast() }
        }
        guard text.utf8.allSatisfy(isDigit), text.utf8.count % 4 != 1 else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        let padded = String(standard) + padding
        guard let data = Data(base64Encoded: padded), data.base64EncodedString() == padded else {
            return nil
        }
        return Array(data)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    static func invalid(_ fault: String) -> PushRefusal {
        PushRefusal(.invalidProviderToken, "the provider token cannot be used: \(fault)")
    }
}
