// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// Rows as they were last decoded; used on the ledger's queue alone.
final class DecodedRows {
    let apps = DecodedApps()
    let device = DecodedDocument<VirtualDevice>()
    let entries = DecodedEntries()

    /// Whether what is remembered of a notification is compared with its row.
    let checksEntries: Bool

    init(checksEntries: Bool) {
        self.checksEntries = checksEntries
    }
}

/// One document as it was last decoded.
///
/// The text that the database has now is compared with the one that was decoded, so that a
/// transaction that was rolled back leaves nothing here that is not so.
final class DecodedDocument<Value: Decodable> {
    private var known: (text: String, value: Value)?

    /// The value of a document.
    ///
    /// - Parameter text: The row's text.
    /// - Returns: The value.
    /// - Throws: `DecodingError` for a damaged document.
    func value(of text: String) throws -> Value {
        if let known, known.text == text { return known.value }
        let value: Value = try ContentCoding.value(text)
        known = (text, value)
        return value
    }
}

/// Apps as their documents were last decoded: each step of a notification looks at its app, and
/// decoding was an eighth of such a step.
final class DecodedApps {
    /// Most apps that are kept; a device has a few that notify often.
    private static let limit = 64

    private var known: [String: DecodedDocument<CenterApp>] = [:]

    /// An app by its document.
    ///
    /// - Parameters:
    ///   - identifier: The app's.
    ///   - document: Its row's text.
    /// - Returns: The app.
    /// - Throws: `DecodingError` for a damaged document.
    func app(_ identifier: String, _ document: String) throws -> CenterApp {
        if let last = known[identifier] { return try last.value(of: document) }
        if known.count >= Self.limit { known = [:] }
        let new = DecodedDocument<CenterApp>()
        known[identifier] = new
        return try new.value(of: document)
    }
}
