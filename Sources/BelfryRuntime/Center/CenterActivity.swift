// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryWire

/// What an extension did with the notification centre in one run: bounded, as all it says is.
struct CenterActivity {
    /// What it asked, and the bytes of the documents.
    private(set) var questionCount = 0
    private var byteCount = 0

    /// The categories it set, until they have effect with the verdict.
    private(set) var categories: [NotificationCategory]?

    /// The badge it set last.
    private(set) var badge: Int?

    private(set) var added: [NotificationRequest] = []
    private(set) var removedPending: [String] = []
    private(set) var removedDelivered: [String] = []
    private(set) var problems: [String] = []

    /// What is not listed for want of room.
    private(set) var unlistedCount = 0

    /// Most entries of each list.
    static let listLimit = 64

    /// Counts a question; false past what an honest worker sends.
    mutating func count(_ question: CenterQuestion) -> Bool {
        questionCount += 1
        byteCount += question.document.count
        return questionCount <= CenterQuestion.countLimit && byteCount <= CenterQuestion.byteLimit
    }

    /// Notes the categories that it sets.
    mutating func note(_ categories: [NotificationCategory]) {
        self.categories = categories
    }

    /// Notes what a centre has done.
    mutating func note(_ call: CenterCall, _ reply: CenterReply) {
        switch call {
        case .add(let request): note(request, in: \.added)
        case .removePending:
            for identifier in reply.removed { note(identifier, in: \.removedPending) }
        case .removeDelivered:
            for identifier in reply.removed { note(identifier, in: \.removedDelivered) }
        case .setBadge(let count): badge = count
        case .pending, .delivered, .categories, .settings: break
        }
    }

    mutating func note(_ refusal: CenterRefusal) { note(problem: refusal.description) }

    /// Notes what was not done as it was asked, in a sentence.
    mutating func note(problem: String) { note(problem, in: \.problems) }

    private mutating func note<Entry>(
        _ entry: Entry,
        in list: WritableKeyPath<CenterActivity, [Entry]>
    ) {
        guard self[keyPath: list].count < Self.listLimit else {
            unlistedCount += 1
            return
        }
        self[keyPath: list].append(entry)
    }
}
