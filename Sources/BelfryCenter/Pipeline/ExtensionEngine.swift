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

    /// Learns that a run's outcome was committed, or was one that nobody waited for.
    ///
    /// The files that it names have their owner in the store now, or none.
    func settled(_ lease: ExtensionWork.Lease)

    /// Removes stored files: no notification owns them any more.
    ///
    /// It is called right after the commit that took their last owner, before any other commit.
    func free(_ files: [String])
}

/// An engine without files of its own needs neither.
extension ExtensionEngine {
    package func settled(_ lease: ExtensionWork.Lease) {}
    package func free(_ files: [String]) {}
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

    /// Which run it is; the answer names the same.
    package let lease: Lease

    /// The bundle identifier of the app.
    package let app: String

    /// The extension's bundle.
    package let bundle: String

    /// The request's identifier.
    package let identifier: String

    /// The push as it came; empty for a local notification.
    package let payload: [UInt8]

    /// The push's type; nil for a local notification.
    package let pushType: PushType?

    /// What came, before any extension has changed it.
    package let content: NotificationContent

    /// What the app has declared.
    package let categories: [NotificationCategory]

    /// What the user lets the app do, and whether what is kept cannot be read yet.
    package let user: DeviceState

    /// Why the extension is not asked; nil where it is.
    ///
    /// The engine only looks for the sound then, among what the extension keeps, and answers with
    /// ``ExtensionOutcome/Answer/original(_:)``.
    package let reasonNotToAsk: RecordedVerdict?

    /// How many milliseconds it has waited in the journal for its turn, by the centre's clock.
    package let waitedMilliseconds: Int64

    init(
        _ entry: LedgerEntry,
        _ app: CenterApp,
        _ categories: [NotificationCategory],
        _ device: VirtualDevice,
        now: UnixTime,
        reasonNotToAsk: RecordedVerdict? = nil
    ) {
        self.reasonNotToAsk = reasonNotToAsk
        let arrival = entry.detail.forwarded ?? entry.accepted
        // The clock may have been put back meanwhile.
        waitedMilliseconds = max(0, now.milliseconds - arrival.milliseconds)
        lease = entry.lease
        self.app = app.identifier
        bundle = app.serviceExtension ?? ""
        identifier = entry.identifier
        payload = entry.payload
        pushType = entry.source == .push ? entry.detail.pushType : nil
        content = entry.original
        self.categories = categories
        var user = app.settings.deviceState
        user.isBeforeFirstUnlock = device.lock == .beforeFirstUnlock
        self.user = user
    }
}

extension Turn {
    /// What the extension of a notification would be asked, if it were asked anew; nothing begins.
    ///
    /// - Parameter entry: The notification, whatever has become of it.
    /// - Returns: The work; its bundle is empty for an app without a service extension.
    /// - Throws: The store's error, and ``CenterError`` for an app that is not there.
    package func work(on entry: LedgerEntry) throws -> ExtensionWork {
        ExtensionWork(
            entry,
            try app(entry.app),
            try transaction.categories(of: entry.app).all,
            try transaction.device(),
            now: now
        )
    }
}

extension LedgerEntry {
    /// The run that goes on.
    ///
    /// A look for its sound is no attempt of its extension: it has a number below 0, another one after
    /// each interruption.
    var lease: ExtensionWork.Lease {
        let attempt = detail.seeksSound == true ? -1 - detail.interruptions : detail.attempts
        return ExtensionWork.Lease(sequence: sequence, attempt: attempt)
    }
}

/// How a run ended.
package struct ExtensionOutcome: Sendable, Equatable {
    /// What an extension's run came to.
    package enum Answer: Sendable, Equatable {
        /// What is to be shown: the extension's content, its best attempt, or the original.
        case content(NotificationContent, RecordedVerdict)

        /// What came is to be shown: the extension was not asked, for this reason.
        case original(RecordedVerdict)

        /// Nothing is to be shown, for a reason that history keeps.
        case drop(reason: String)

        /// The engine was shut down first: the run is made again by the next one.
        case unfinished
    }

    /// What is to become of the notification.
    package var answer: Answer

    /// What kept the run from having a report; empty for nothing.
    package var note = ""

    /// What the notification replaces, where the extension said so.
    package var collapseIdentifier: String?

    /// How many milliseconds the sound plays that the content names, where the extension keeps it; nil
    /// for none.
    package var soundMilliseconds: Int?

    /// What the extension changed of its app's categories: it is in force before the notification is
    /// shown.
    package var categories: CategoryChange?

    /// The files of the engine's store that the content shows: the notification owns them until it
    /// has a tombstone.
    package var files: [String]

    package init(
        _ answer: Answer,
        collapseIdentifier: String? = nil,
        categories: CategoryChange? = nil,
        files: [String] = []
    ) {
        self.answer = answer
        self.collapseIdentifier = collapseIdentifier
        self.categories = categories
        self.files = files
    }

    /// Whether an extension was asked.
    package var isOfRun: Bool { if case .original = answer { false } else { true } }

    /// The outcome in two words.
    package var verdict: RecordedVerdict {
        switch answer {
        case .content(_, let verdict), .original(let verdict): verdict
        case .drop(let reason): .dropped(reason)
        case .unfinished: .center(.interrupted)
        }
    }
}
