// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// Rows as they were last decoded; used on the ledger's queue alone.
final class DecodedRows {
    let apps = DecodedApps()
    let device = DecodedDocument<VirtualDevice>()
    let entries = DecodedEntries()

    /// Whether what is remembered is compared with its row.
    let checksRows: Bool

    init(checksRows: Bool) {
        self.checksRows = checksRows
    }

    /// Forgets what a transaction that is rolled back may have noted.
    func forgetAll() {
        apps.forgetAll()
        entries.forgetAll()
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

/// Apps as they were last decoded: each step of a notification looks at its app, and to find and decode
/// its row was an eighth of such a step.
///
/// One process at a time has a ledger open, so that a row is what this process wrote last. Whatever is
/// written or rolled back is forgotten.
final class DecodedApps {
    /// Most apps that are kept; a device has a few that notify often.
    private static let limit = 64

    private var known: [String: CenterApp] = [:]

    /// An app, where it is known.
    func app(_ identifier: String) -> CenterApp? { known[identifier] }

    /// Notes an app as the row of an identifier was decoded.
    func note(_ app: CenterApp, as identifier: String) {
        // Two texts with and without that character would be one key (``LedgerArguments``).
        guard !identifier.utf8.contains(0) else { return }
        if known.count >= Self.limit { forgetAll() }
        known[identifier] = app
    }

    func forget(_ identifier: String) { known[identifier] = nil }

    func forgetAll() { known = [:] }
}
