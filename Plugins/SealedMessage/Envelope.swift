// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CryptoKit
import Foundation

/// What a push carries instead of a text.
struct Envelope {
    enum Failure: Error {
        case noEnvelope
        case badKey
    }

    /// What is inside.
    struct Message: Decodable {
        let sender: String
        let text: String
    }

    private let box: AES.GCM.SealedBox
    private let context: Data

    init(userInfo: [AnyHashable: Any]) throws {
        guard let text = userInfo["sealed"] as? String, let bytes = Data(base64Encoded: text) else {
            throw Failure.noEnvelope
        }
        box = try AES.GCM.SealedBox(combined: bytes)
        context = Data((userInfo["conversation"] as? String ?? "").utf8)
    }

    func open(with key: SymmetricKey) throws -> Message {
        let plain = try AES.GCM.open(box, using: key, authenticating: context)
        return try JSONDecoder().decode(Message.self, from: plain)
    }
}

/// The key that the app shares with its extension.
enum GroupKey {
    static let group = "group.org.example.zoo"

    static func read() throws -> SymmetricKey {
        guard
            let folder = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: group
            )
        else { throw Envelope.Failure.badKey }
        let bytes = try Data(contentsOf: folder.appendingPathComponent("message.key"))
        guard bytes.count == 32 else { throw Envelope.Failure.badKey }
        return SymmetricKey(data: bytes)
    }
}
