// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

/// How contents, requests and small values lie in a database: as JSON text that people can read.
package enum ContentCoding {
    // MARK: Contents

    /// Writes a content; the texts' keys are left out, since the push is kept whole beside it.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - userInfo: What lies beside it already: where the content's own is equal, it is left out.
    /// - Returns: JSON text.
    package static func encode(
        _ content: NotificationContent,
        besides userInfo: JSONObject? = nil
    ) -> [UInt8] {
        let isShared = userInfo == content.userInfo
        var written = content
        if isShared { written.userInfo = JSONObject() }
        var object: JSONObject = [
            "request": NotificationRequest(identifier: "content", content: written).document
        ]
        if isShared { object["sharesUserInfo"] = true }
        if let communication = content.communication {
            object["communication"] = .object(communication)
        }
        return object.serialized()
    }

    /// Reads a content that ``encode(_:besides:)`` wrote.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - userInfo: What lay beside it; asked for only where it is needed.
    /// - Returns: The content.
    /// - Throws: ``CenterError`` or a reader's error for what is damaged.
    package static func content(
        _ bytes: [UInt8],
        besides userInfo: @autoclosure () throws -> JSONObject = JSONObject()
    ) throws -> NotificationContent {
        let object = try JSONValue.parseWrapped(bytes).object
        guard let object, let request = object["request"] else {
            throw CenterError(.damaged, "a stored content is no object with a request")
        }
        var content = try NotificationRequest(own: request).content
        content.communication = object["communication"]?.object
        if object["sharesUserInfo"] != nil { content.userInfo = try userInfo() }
        return content
    }

    /// What a push says, as its content's `userInfo`.
    package static func userInfo(ofPayload payload: [UInt8]) throws -> JSONObject {
        try JSONValue.parseHandwritten(payload).value.object ?? JSONObject()
    }

    /// Reads a push that was accepted once; nil where that fails now.
    package static func push(_ payload: [UInt8]) -> PushPayload? {
        try? PushPayload.reread(payload)
    }

    package static func encode(_ request: NotificationRequest) -> [UInt8] {
        request.document.serialized()
    }

    /// Reads what ``encode(_:)`` wrote; throws for bytes that are not such a document.
    package static func request(_ bytes: [UInt8]) throws -> NotificationRequest {
        try NotificationRequest(own: try JSONValue.parseWrapped(bytes))
    }

    package static func encode(_ categories: [NotificationCategory]) -> [UInt8] {
        JSONValue.array(categories.map(\.document)).serialized()
    }

    /// Reads what ``encode(_:)`` wrote; throws for bytes that are not a list of categories.
    package static func categories(_ bytes: [UInt8]) throws -> [NotificationCategory] {
        try NotificationCategory.parse(document: bytes)
    }

    /// The bytes by which the ledger's size is counted.
    package static func byteCount(of entry: LedgerEntry) -> Int {
        entry.payload.count + original(of: entry).count + (decided(of: entry)?.count ?? 0)
    }

    /// Writes what was sent or requested; a push's own values are in its payload.
    package static func original(of entry: LedgerEntry) -> [UInt8] {
        let userInfo = entry.payload.isEmpty ? nil : try? userInfo(ofPayload: entry.payload)
        return encode(entry.original, besides: userInfo)
    }

    /// Writes what was decided, beside what was sent; nil while nothing is.
    package static func decided(of entry: LedgerEntry) -> [UInt8]? {
        entry.decided.map { encode($0, besides: entry.original.userInfo) }
    }

    // MARK: Small values

    /// Writes a small value as JSON with sorted keys, so that equal values have equal texts.
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Writes a value whose document is written by hand, as ``text(_:)`` writes others.
    package static func text(of value: some StoredDocument) -> String {
        String(decoding: value.document.serialized(), as: UTF8.self)
    }

    /// Reads what ``text(_:)`` or ``text(of:)`` wrote; throws `DecodingError` for anything else.
    package static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
