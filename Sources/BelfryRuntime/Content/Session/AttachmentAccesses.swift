// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// An attachment of one of a session's notifications.
struct AttachmentAccess: Hashable {
    let notification: UInt64
    let identifier: String
}

/// Which attachments an extension has the files of, and how often it may ask for one.
struct AttachmentAccesses {
    private var counts: [AttachmentAccess: Int] = [:]
    private var grantedCount = 0

    /// Files that are being opened to be lent.
    private var openingCount = 0
    private var rate = RateLimit(sustained: 1, burst: 32)

    /// Most accesses at a time.
    private static let limit = 16

    /// Begins to open a file for the extension; false where it has too many, or asks too often.
    mutating func beginOpening(at time: MonotonicTime) -> Bool {
        // One that is given back at once may still lie unread in the worker's socket, where it is
        // counted against this host's user (man 7 unix, ETOOMANYREFS).
        guard grantedCount + openingCount < Self.limit, rate.count(at: time) == .zero else {
            return false
        }
        openingCount += 1
        return true
    }

    /// A file is open, or could not be opened.
    mutating func endOpening() {
        openingCount -= 1
    }

    /// The extension has a file; only from now on it can give it back.
    mutating func grant(_ access: AttachmentAccess) {
        grantedCount += 1
        counts[access, default: 0] += 1
    }

    /// The extension gives a file back; false where it does not have it.
    mutating func takeBack(_ access: AttachmentAccess) -> Bool {
        guard let count = counts[access], count > 0 else { return false }
        counts[access] = count - 1
        grantedCount -= 1
        return true
    }

    /// What was not given back, and how often.
    var leaks: [AttachmentAccess: Int] { counts.filter { $0.value > 0 } }
}
