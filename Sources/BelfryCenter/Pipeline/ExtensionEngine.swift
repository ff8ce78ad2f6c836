// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What runs service extensions for the centre.
///
/// The centre hands over one piece of work for each lease, and takes exactly one outcome of it with
/// ``Center/finish(_:_:)``; a later or a second one is ignored. An engine that ends with its process
/// owes nothing: the centre finds the run in its store and counts the interruption.
package protocol ExtensionEngine: AnyObject {
    /// Begins a run, and returns without waiting for it.
    func begin(_ work: ExtensionWork)
}

/// One run that an engine is asked for.
package struct ExtensionWork: Sendable {
    /// What names a run: a notification, and which attempt it is.
    package struct Lease: Hashable, Sendable {
        package var sequence: Int
        package var attempt: Int

        package init(sequence: Int, attempt: Int) {
            self.sequence = sequence
            self.attempt = attempt
        }
    }

    package let lease: Lease
    package let app: String

    /// The extension's bundle.
    package let bundle: String

    /// The request's identifier.
    package let identifier: String

    /// The push as it came; empty for a local notification.
    package let payload: [UInt8]

    package let content: NotificationContent

    /// Whether protected files and keys can be read.
    package let isBeforeFirstUnlock: Bool

    init(_ entry: LedgerEntry, _ app: CenterApp, _ device: VirtualDevice) {
        lease = Lease(sequence: entry.sequence, attempt: entry.detail.attempts)
        self.app = app.identifier
        bundle = app.serviceExtension ?? ""
        identifier = entry.identifier
        payload = entry.payload
        content = entry.original
        isBeforeFirstUnlock = device.lock == .beforeFirstUnlock
    }
}

/// How a run ended.
package struct ExtensionOutcome: Sendable, Equatable {
    package enum Answer: Sendable, Equatable {
        /// What is to be shown: the extension's content, its best attempt, or the original.
        case content(NotificationContent, RecordedVerdict)

        /// Nothing is to be shown, for a reason that history keeps.
        case drop(reason: String)
    }

    package var answer: Answer

    /// What the notification replaces, where the extension said so.
    package var collapseIdentifier: String?

    /// The categories that the extension registered: they are in force before it is shown.
    package var categories: [NotificationCategory]?

    package init(
        _ answer: Answer,
        collapseIdentifier: String? = nil,
        categories: [NotificationCategory]? = nil
    ) {
        self.answer = answer
        self.collapseIdentifier = collapseIdentifier
        self.categories = categories
    }
}
