// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// What the texts and bytes of rows were decoded to; used on the ledger's queue alone.
///
/// Each step of a notification reads its row, its app and the device, and most of them are as the step
/// before has read them. Rows are always read: what they hold now is compared with what was decoded, so
/// that a transaction that was rolled back leaves nothing here that is not so.
final class DecodedRows {
    let apps = DecodedTexts<CenterApp>(limit: 64)
    let devices = DecodedTexts<VirtualDevice>(limit: 4)
    let details = DecodedTexts<LedgerEntry.Detail>(limit: 256)
    let contents = DecodedContents(limit: 128)
}

/// Values by the texts that they were decoded from.
final class DecodedTexts<Value: Decodable> {
    private let limit: Int
    private var known: [String: Value] = [:]

    /// - Parameter limit: Most texts that are kept.
    init(limit: Int) {
        self.limit = limit
    }

    /// The value of a text.
    ///
    /// - Throws: `DecodingError` for a damaged one.
    func value(_ text: String) throws -> Value {
        if let value = known[text] { return value }
        let value: Value = try ContentCoding.value(text)
        note(value, of: text)
        return value
    }

    /// Notes what a text is decoded to; for one that was just encoded.
    func note(_ value: Value, of text: String) {
        if known.count >= limit { known = [:] }
        known[text] = value
    }
}

/// The contents of notifications by the bytes that they were decoded from.
final class DecodedContents {
    /// The bytes of a row, and what was decoded of them so far.
    private struct Known {
        let payload: [UInt8]
        var userInfo: JSONObject?
        var original: (bytes: [UInt8], content: NotificationContent)?
        var decided: (bytes: [UInt8], content: NotificationContent)?
    }

    private let limit: Int
    private var known: [Int: Known] = [:]

    /// - Parameter limit: Most notifications that are kept.
    init(limit: Int) {
        self.limit = limit
    }

    /// The original and the decided content of a row.
    ///
    /// - Parameters:
    ///   - sequence: The notification.
    ///   - payload: Its payload's bytes.
    ///   - original: Those of its original content.
    ///   - decided: Those of what is shown; nil where that is not decided.
    /// - Returns: The contents.
    /// - Throws: ``CenterError`` or a reader's error for what is damaged.
    func contents(
        of sequence: Int,
        payload: [UInt8],
        original: [UInt8],
        decided: [UInt8]?
    ) throws -> (original: NotificationContent, decided: NotificationContent?) {
        var row = known[sequence]
        if row?.payload != payload { row = nil }
        var found = row ?? Known(payload: payload)
        let first: NotificationContent
        if let last = found.original, last.bytes == original {
            first = last.content
        } else {
            first = try ContentCoding.content(
                original,
                besides: found.userInfo ?? ContentCoding.userInfo(ofPayload: payload)
            )
            found.original = (original, first)
            // It is the original's now.
            found.userInfo = nil
            found.decided = nil
        }
        if let decided, found.decided?.bytes != decided {
            let content = try ContentCoding.content(decided, besides: first.userInfo)
            found.decided = (decided, content)
        }
        keep(found, of: sequence)
        return (first, decided == nil ? nil : found.decided?.content)
    }

    /// Notes what a new row's payload was parsed to.
    func note(_ userInfo: JSONObject, ofPayload payload: [UInt8], of sequence: Int) {
        keep(Known(payload: payload, userInfo: userInfo), of: sequence)
    }

    private func keep(_ row: Known, of sequence: Int) {
        if known.count >= limit, known[sequence] == nil { known = [:] }
        known[sequence] = row
    }
}
