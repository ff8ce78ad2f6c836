// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// How contents, requests and small values lie in a database: as JSON text that people can read.
enum ContentCoding {
    // MARK: Contents

    /// Writes a content; the texts' keys are left out, since the push is kept whole beside it.
    static func encode(_ content: NotificationContent) -> [UInt8] {
        var object: JSONObject = [
            "request": NotificationRequest(identifier: "content", content: content).document
        ]
        if let communication = content.communication {
            object["communication"] = .object(communication)
        }
        return object.serialized()
    }

    /// Reads a content that ``encode(_:)-content`` wrote.
    static func content(_ bytes: [UInt8]) throws -> NotificationContent {
        guard let object = try JSONValue.parse(bytes).object, let request = object["request"] else {
            throw CenterError(.damaged, "a stored content is no object with a request")
        }
        var content = try NotificationRequest(document: request.serialized()).content
        content.communication = object["communication"]?.object
        return content
    }

    static func encode(_ request: NotificationRequest) -> [UInt8] {
        request.document.serialized()
    }

    static func request(_ bytes: [UInt8]) throws -> NotificationRequest {
        try NotificationRequest(document: bytes)
    }

    static func encode(_ categories: [NotificationCategory]) -> [UInt8] {
        JSONValue.array(categories.map(\.document)).serialized()
    }

    static func categories(_ bytes: [UInt8]) throws -> [NotificationCategory] {
        try NotificationCategory.parse(document: bytes)
    }

    /// The bytes by which the ledger's size is counted.
    static func byteCount(of entry: LedgerEntry) -> Int {
        entry.payload.count + encode(entry.original).count
    }

    // MARK: Small values

    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
