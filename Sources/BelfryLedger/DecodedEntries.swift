// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// The pushes that were read or written last, decoded; used on the ledger's queue alone.
///
/// Each step of a notification, and each line of the log that is followed, looks at its row, and
/// decoding was the largest part of such a step. One process at a time has a ledger open, so that a
/// row is what this process wrote last. Whatever is rolled back empties the memory.
final class DecodedEntries {
    /// Most pushes that are kept, and most bytes of their payloads: a few megabytes when decoded.
    private static let limit = 512
    private static let byteLimit = 1 << 20

    private var known: [Int: LedgerEntry] = [:]
    private var byteCount = 0

    /// Notes a notification as it was read, or as it was inserted.
    func note(_ entry: LedgerEntry) {
        guard let entry = Self.stored(entry) else { return forget(entry.sequence) }
        forget(entry.sequence)
        let size = Self.size(of: entry)
        if known.count >= Self.limit || byteCount + size > Self.byteLimit { forgetAll() }
        known[entry.sequence] = entry
        byteCount += size
    }

    /// Notes what was written of a notification: an update leaves the arrival's own columns alone.
    func noteUpdate(_ entry: LedgerEntry) {
        guard var row = known[entry.sequence] else { return }
        row.identifier = entry.identifier
        row.state = entry.state
        row.presented = entry.presented
        row.ended = entry.ended
        row.held = entry.held
        row.decided = entry.decided
        row.detail = entry.detail
        note(row)
    }

    /// A notification, where it is known.
    func entry(_ sequence: Int) -> LedgerEntry? { known[sequence] }

    func forget(_ sequence: Int) {
        if let old = known.removeValue(forKey: sequence) { byteCount -= Self.size(of: old) }
    }

    func forgetAll() {
        known = [:]
        byteCount = 0
    }

    private static func size(of entry: LedgerEntry) -> Int { entry.payload.count + 512 }

    /// A notification as its row says it; nil for one that is read from there each time.
    ///
    /// Only pushes are kept: their payloads bound how much their contents hold.
    private static func stored(_ entry: LedgerEntry) -> LedgerEntry? {
        guard !entry.payload.isEmpty, entry.damage == nil,
            // SQLite's texts, as GRDB binds them, end there.
            !entry.identifier.utf8.contains(0),
            let original = stored(entry.original)
        else { return nil }
        var row = entry
        row.original = original
        if let decided = entry.decided {
            guard var decided = stored(decided), decided.userInfo == original.userInfo else {
                return nil
            }
            // Equal values may be written in two ways; the row has the original's.
            decided.userInfo = original.userInfo
            row.decided = decided
        }
        return row
    }

    /// Most bytes of one content's texts.
    private static let textLimit = 8192

    /// A content as ``ContentCoding`` gives it back; nil for one with more to it than short texts.
    ///
    /// The texts' keys are left out, and so is an empty text that need not be there.
    private static func stored(_ content: NotificationContent) -> NotificationContent? {
        let size =
            content.title.utf8.count + content.subtitle.utf8.count + content.body.utf8.count
        guard size <= textLimit, content.attachments.isEmpty, content.communication == nil else {
            return nil
        }
        var written = content
        written.titleLocalization = nil
        written.subtitleLocalization = nil
        written.bodyLocalization = nil
        if written.targetContentIdentifier?.isEmpty == true {
            written.targetContentIdentifier = nil
        }
        if written.filterCriteria?.isEmpty == true { written.filterCriteria = nil }
        return written
    }
}
