// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Bytes as a recording keeps them: as text where they are, so that people can read it.
package enum KeptBytes: Sendable, Equatable {
    case bytes([UInt8])
    /// Taken out, with the number of bytes that there were.
    case redacted(Int)
    /// More than a recording keeps, with their number.
    case omitted(Int)

    /// What there is of them: nothing where they were taken out.
    package var content: [UInt8] {
        if case .bytes(let bytes) = self { bytes } else { [] }
    }

    /// How many there were.
    package var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .redacted(let count), .omitted(let count): count
        }
    }

    /// Whether they are there.
    package var isKept: Bool {
        if case .bytes = self { true } else { false }
    }
}

extension KeptBytes: Codable {
    private enum Key: String, CodingKey {
        case text, base64, redacted, omitted
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        if let text = try members.decodeIfPresent(String.self, forKey: .text) {
            self = .bytes(Array(text.utf8))
        } else if let count = try members.decodeIfPresent(Int.self, forKey: .redacted) {
            self = .redacted(max(0, count))
        } else if let count = try members.decodeIfPresent(Int.self, forKey: .omitted) {
            self = .omitted(max(0, count))
        } else {
            let text = try members.decode(String.self, forKey: .base64)
            guard let bytes = Foundation.Data(base64Encoded: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .base64,
                    in: members,
                    debugDescription: "is not base64"
                )
            }
            self = .bytes(Array(bytes))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        switch self {
        case .redacted(let count): try members.encode(count, forKey: .redacted)
        case .omitted(let count): try members.encode(count, forKey: .omitted)
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
                try members.encode(text, forKey: .text)
            } else {
                try members.encode(Foundation.Data(bytes).base64EncodedString(), forKey: .base64)
            }
        }
    }
}
