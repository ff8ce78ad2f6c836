// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter

/// Apps as their documents were last decoded; used on the ledger's queue alone.
///
/// Each step of a notification looks at its app, and decoding was an eighth of such a step. The text
/// that the database has now is compared with the one that was decoded, so that a transaction that was
/// rolled back leaves nothing here that is not so.
final class DecodedApps {
    /// Most apps that are kept; a device has a few that notify often.
    private static let limit = 64

    private var known: [String: (document: String, app: CenterApp)] = [:]

    /// An app by its document.
    ///
    /// - Parameters:
    ///   - identifier: The app's.
    ///   - document: Its row's text.
    /// - Returns: The app.
    /// - Throws: `DecodingError` for a damaged document.
    func app(_ identifier: String, _ document: String) throws -> CenterApp {
        if let last = known[identifier], last.document == document { return last.app }
        let app: CenterApp = try ContentCoding.value(document)
        if known.count >= Self.limit { known = [:] }
        known[identifier] = (document, app)
        return app
    }
}
