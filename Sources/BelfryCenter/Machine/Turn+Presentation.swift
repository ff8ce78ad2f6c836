// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What is shown, seen and taken away.
extension Turn {
    /// Shows a notification, or holds it back, or has its app asked.
    ///
    /// One that is older than another of its identifier that was shown already is not shown, even if
    /// the user has taken the newer one off the list: it would tell what does not hold any more.
    ///
    /// - Parameters:
    ///   - entry: The notification; what is to be shown is decided.
    ///   - waits: Whether it may be held back for the scheduled summary.
    ///   - answer: What its app says; nil where it was not asked.
    /// - Throws: The store's error.
    mutating func present(
        _ entry: inout LedgerEntry,
        waits: Bool,
        _ answer: ForegroundAnswer? = nil
    ) throws {
        var app = try installed(entry.app)
        if app.damage != nil {
            entry.held = now + Self.damagedMilliseconds
            return try transaction.update(entry)
        }
        let device = try transaction.device()
        let content = entry.shown
        guard content.hasEffect else {
            if entry.detail.isContentAvailable { try wake(by: entry) }
            return try end(&entry, .removed, .notListed)
        }
        // The user may have answered while it waited. Who restores one wants that one all the same.
        guard app.authorization.mayNotify(at: now) || entry.detail.isWanted == true else {
            try end(&entry, .dropped, .notAllowed)
            return try note(entry, .discarded, .disabled)
        }
        let hasOthers = try transaction.hasOthers(
            of: entry.app,
            identifier: entry.identifier,
            than: entry.sequence
        )
        let others = hasOthers ? try others(like: entry) : []
        guard try !hasOthers || !isReplaced(entry, others) else {
            return try endUnseen(&entry, .collapsed, .collapsed)
        }
        let own = entry.detail.soundMilliseconds.map { Double($0) / 1_000 }
        let rule = PresentationRule(
            app: app,
            device: device,
            now: now,
            answer: answer,
            keptSoundSeconds: own,
            category: device.accessories == nil ? nil : try category(of: entry)
        )
        let decision = rule.decide(content, waits: waits)
        if waits {
            entry.detail.summary = nil
            entry.detail.isFeatured = nil
        }
        switch decision {
        case .hold(let until):
            entry.held = until
            entry.detail.summary = until
            try transaction.update(entry)
        case .present where try answer == nil && asksApp(about: entry, device):
            entry.detail.isAsked = true
            entry.held = nil
            try transaction.update(entry)
            effects.append(.asks(app: entry.app, sequence: entry.sequence))
        case .present(let presentation) where isUnseen(entry, presentation):
            try endUnseen(&entry, .removed, .notListed)
        case .present(let presentation):
            for var older in others { try end(&older, .collapsed, .collapsed) }
            try show(&entry, presentation, &app)
        }
    }

    /// Whether the user has asked for a notification, and sees nothing of it.
    private func isUnseen(_ entry: LedgerEntry, _ presentation: Presentation) -> Bool {
        entry.detail.isWanted == true && entry.shown.hasAlert
            && presentation.surfaces.isDisjoint(with: [.banner, .list, .lockScreen])
    }

    /// Ends a notification that was not shown; one that the user has asked for can be had once more.
    private mutating func endUnseen(
        _ entry: inout LedgerEntry,
        _ state: EntryState,
        _ reason: Tombstone.Reason
    ) throws {
        try end(&entry, entry.detail.isWanted == true ? .dropped : state, reason)
    }

    /// After what time it is looked whether an app whose row cannot be read was installed again.
    private static let damagedMilliseconds: Int64 = 60_000

    /// The delivered ones of a notification's identifier on its device.
    func others(like entry: LedgerEntry) throws -> [LedgerEntry] {
        try transaction.entries(
            of: entry.app,
            identifier: entry.identifier,
            in: EntryState.delivered,
            after: 0
        ).filter { $0.device == entry.device }
    }

    /// Whether a newer one of a notification's identifier was shown.
    private func isReplaced(_ entry: LedgerEntry, _ others: [LedgerEntry]) throws -> Bool {
        guard !others.contains(where: { outdates($0, entry) }) else { return true }
        return try !(entry.detail.isWanted == true || !isOutdated(entry))
    }

    /// Whether a notification is newer than another of its identifier, which then does not hold any more.
    ///
    /// What an extension adds outdates nothing but what extensions have added: it could otherwise hide the
    /// notification that it is asked about, which takes the added one's place instead.
    private func outdates(_ other: LedgerEntry, _ entry: LedgerEntry) -> Bool {
        other.sequence > entry.sequence
            && (other.detail.isFromExtension != true || entry.detail.isFromExtension == true)
    }

    /// Whether a newer one of its identifier was shown, and is off the list by now.
    private func isOutdated(_ entry: LedgerEntry) throws -> Bool {
        try transaction.entries(
            of: entry.app,
            identifier: entry.identifier,
            in: [.removed, .collapsed],
            after: entry.sequence
        ).contains { other in
            other.device == entry.device && other.presented != nil && outdates(other, entry)
        }
    }

    /// Whether an app is asked how a notification is shown: it is in front, or is still asked about an
    /// earlier one, which is to be shown first.
    private func asksApp(about entry: LedgerEntry, _ device: VirtualDevice) throws -> Bool {
        guard asksApps else { return false }
        if device.foregroundApp == entry.app, device.lock == .unlocked { return true }
        return try asked(of: entry.app).contains { entry.sequence > $0.sequence }
    }

    /// The notifications about which apps are asked, in order; of one app or all.
    package func asked(of app: String?) throws -> [LedgerEntry] {
        try transaction.entries(of: app, in: [.decided], limit: .max)
            .filter { $0.detail.isAsked == true }
    }

    /// Shows a notification as its app says.
    ///
    /// An app that is not in front any more has nothing to say: it is shown as behind others.
    ///
    /// - Parameters:
    ///   - sequence: The notification.
    ///   - app: Whose it has to be.
    ///   - answer: What the app says.
    /// - Returns: Whether the app was asked about it, and had not answered.
    /// - Throws: The store's error.
    package mutating func answerPresentation(
        of sequence: Int,
        by app: String,
        _ answer: ForegroundAnswer
    ) throws -> Bool {
        guard var entry = try transaction.entry(sequence), entry.app == app,
            entry.state == .decided, entry.detail.isAsked == true
        else { return false }
        entry.detail.isAsked = nil
        try present(&entry, waits: false, answer)
        return true
    }

    private mutating func show(
        _ entry: inout LedgerEntry,
        _ presentation: Presentation,
        _ app: inout CenterApp
    ) throws {
        entry.detail.presentation = presentation
        if entry.detail.summary != nil {
            let isFeatured = entry.detail.isFeatured == true
            entry.detail.presentation?.rules.append(isFeatured ? "featured" : "summary")
        }
        entry.presented = now
        entry.held = nil
        entry.state = .presented
        // Its app has something to fetch besides.
        if entry.source == .push, entry.detail.isContentAvailable { try wake(by: entry) }
        let surfaces = Surface.allCases.filter(presentation.surfaces.contains).map(\.rawValue)
        try log(.presented, entry.app, entry.sequence, surfaces.joined(separator: " "))
        if presentation.surfaces.contains(.badge), let badge = entry.shown.badge {
            try setBadge(max(0, badge), of: &app)
        }
        if presentation.surfaces.isDisjoint(with: [.list, .lockScreen]) {
            try end(&entry, .removed, .notListed)
        } else {
            try transaction.update(entry)
        }
    }

    /// Shows what the scheduled summary held back and whose time has come, and looks again at what is
    /// stored for devices.
    ///
    /// - Returns: Whether there may be more.
    package mutating func releaseHeld() throws -> Bool {
        let held = try transaction.entries(heldUntil: now, limit: policy.batch)
        var chosen: [FeatureKey: Int?] = [:]
        for var entry in held {
            if entry.state == .stored {
                try lookAgain(at: &entry)
                continue
            }
            if let summary = entry.detail.summary {
                let key = FeatureKey(app: entry.app, summary: summary)
                let sequence = try chosen[key] ?? chooseFeatured(key)
                chosen[key] = sequence
                if sequence == entry.sequence { entry.detail.isFeatured = true }
            }
            try present(&entry, waits: false)
        }
        return held.count == policy.batch
    }

    /// One app's part of one scheduled summary.
    private struct FeatureKey: Hashable {
        let app: String
        let summary: UnixTime
    }

    /// Chooses the notification that a scheduled summary features of an app, once: the one of the highest
    /// `relevanceScore`, and of several such the newest.
    ///
    /// It is one with an alert, and one that is shown: a newer one of its identifier has its place.
    ///
    /// - Returns: Its sequence; nil for none, and where it was chosen in an earlier transaction.
    private func chooseFeatured(_ key: FeatureKey) throws -> Int? {
        var app = try installed(key.app)
        guard app.damage == nil, app.featuredSummary != key.summary else { return nil }
        app.featuredSummary = key.summary
        try transaction.put(app)
        var newest: [ExactText: [String: LedgerEntry]] = [:]
        for entry in try transaction.entries(of: key.app, in: [.decided], limit: .max)
        where entry.detail.summary == key.summary {
            newest[ExactText(entry.identifier), default: [:]][entry.device] = entry
        }
        let candidates = newest.values.flatMap(\.values).filter(\.shown.hasAlert).sorted {
            ($0.shown.relevanceScore, $0.sequence) > ($1.shown.relevanceScore, $1.sequence)
        }
        guard var chosen = try candidates.first(where: { try !isReplaced($0, others(like: $0)) })
        else { return nil }
        chosen.detail.isFeatured = true
        try transaction.update(chosen)
        return chosen.sequence
    }

    /// Reckons anew how long the scheduled summary holds back what it does: its times, the clock or an
    /// app's setting have changed.
    ///
    /// What has waited until now waits no longer: ``releaseHeld()`` shows it.
    mutating func lookAgainAtHeld() throws {
        for var entry in try transaction.entries(of: nil, in: [.decided], limit: .max) {
            guard let held = entry.held, held > now else { continue }
            try present(&entry, waits: true)
        }
    }

    /// The app's delivered notifications, oldest first.
    package func delivered(of app: String) throws -> [LedgerEntry] {
        try transaction.entries(of: app, in: EntryState.delivered, limit: .max)
    }

    /// The app's delivered notifications in groups, as the user wants them.
    package func groups(of app: String) throws -> [ThreadGroup] {
        let grouping = try self.app(app).settings.grouping ?? .automatic
        let categories = try transaction.categories(of: app)
        return ThreadGroup.groups(try delivered(of: app), categories, grouping)
    }

    /// Notes that the user has looked at notifications.
    package func markSeen(_ sequences: [Int]) throws {
        for sequence in sequences {
            var entry = try entry(sequence)
            guard entry.state == .presented else { continue }
            entry.state = .seen
            entry.detail.seen = now
            try transaction.update(entry)
            try log(.seen, entry.app, sequence)
        }
    }

    /// Removes an app's delivered notifications, and leaves a tombstone of each.
    ///
    /// - Parameters:
    ///   - identifiers: Which; nil for all.
    ///   - app: The app.
    ///   - reason: Who did.
    /// - Returns: Those that were there.
    /// - Throws: The store's error.
    @discardableResult
    package mutating func removeDelivered(
        _ identifiers: [String]?,
        of app: String,
        _ reason: Tombstone.Reason = .removedByApp
    ) throws -> [String] {
        let wanted = identifiers.map { Set($0.map(ExactText.init)) }
        var removed: [String] = []
        for var entry in try delivered(of: app)
        where wanted?.contains(ExactText(entry.identifier)) ?? true {
            try end(&entry, .removed, reason)
            removed.append(entry.identifier)
        }
        return removed
    }

    /// Takes one notification off the list, as the user does.
    ///
    /// - Parameter sequence: The notification; others of its identifier, on other devices, stay.
    /// - Throws: ``CenterError`` with ``CenterError/Code/wrongState`` for one that is not in the list.
    package mutating func removeDelivered(_ sequence: Int) throws {
        var entry = try listed(sequence, to: "removed from it")
        try end(&entry, .removed, .removedByUser)
    }

    // MARK: Responses

    /// Stores what the user did with a notification, which leaves the list.
    ///
    /// The app is not given a dismissal unless the notification's category asks for it; there is a
    /// tombstone of the response alone then.
    ///
    /// - Parameters:
    ///   - sequence: The notification.
    ///   - action: The action's identifier.
    ///   - text: What the user wrote.
    /// - Returns: The response's number.
    /// - Throws: ``CenterError`` with ``CenterError/Code/wrongState`` for one that is not in the list.
    package mutating func respond(
        to sequence: Int,
        _ action: String,
        text: String? = nil
    ) throws -> Int {
        var entry = try listed(sequence, to: "responded to")
        var response = UserResponse(
            app: entry.app,
            sequence: sequence,
            identifier: entry.identifier,
            action: action,
            text: text,
            date: now
        )
        response.number = try transaction.insert(response)
        if action != UserResponse.dismissal { entry.detail.isAnswered = true }
        try log(.responded, entry.app, sequence, action)
        try end(&entry, .removed, .removedByUser)
        if action == UserResponse.dismissal, try !asksForDismissals(entry) {
            try bury(response, .acknowledged)
        }
        return response.number
    }

    /// The identifier of an action by what people call it: `default` and `dismiss` are Apple's two,
    /// unless the notification's category has an action of that identifier.
    package func action(named word: String, of sequence: Int) throws -> String {
        if try actions(of: try entry(sequence)).contains(where: { $0.identifier.isExactly(word) }) {
            return word
        }
        switch word {
        case "default": return UserResponse.opening
        case "dismiss": return UserResponse.dismissal
        default: return word
        }
    }

    /// Takes an action that a notification offers, as a user does: the default one, the dismissal, or
    /// one of its category's.
    ///
    /// - Parameters:
    ///   - action: The action's identifier.
    ///   - text: What the user wrote; an action with a text field has an empty text without it.
    ///   - sequence: The notification.
    /// - Returns: The response's number.
    /// - Throws: ``CenterError`` with ``CenterError/Code/wrongState`` for a notification that is not in
    ///   the list, and for an action that a locked device does not take, and
    ///   ``CenterError/Code/noAction`` for an action that it does not have, or a text
    ///   for one without a text field.
    package mutating func choose(
        _ action: String,
        text: String?,
        of sequence: Int
    ) throws -> Int {
        let entry = try listed(sequence, to: "responded to")
        let actions = try actions(of: entry)
        let chosen = actions.first { $0.identifier.isExactly(action) }
        let isEverywhere = [UserResponse.opening, UserResponse.dismissal].contains(
            where: action.isExactly
        )
        guard isEverywhere || chosen != nil else {
            let category = try describeCategory(of: entry)
            let others = ["default", "dismiss"] + actions.map(\.identifier.quoted)
            throw CenterError(
                .noAction,
                "notification \(sequence) has no action \(action.quoted): \(category), and it has "
                    + others.joined(separator: ", ")
            )
        }
        let isLocked = try transaction.device().lock != .unlocked
        guard !isLocked || chosen?.options.contains(.authenticationRequired) != true else {
            throw CenterError(
                .wrongState,
                "the action \(action.quoted) is for an unlocked device (authenticationRequired); "
                    + "belfry device --lock unlocked unlocks it"
            )
        }
        guard text == nil || chosen?.textInput != nil else {
            throw CenterError(
                .noAction,
                "the action \(action.quoted) has no text field (UNTextInputNotificationAction)"
            )
        }
        let written = chosen?.textInput == nil ? nil : text ?? ""
        return try respond(to: sequence, action, text: written)
    }

    /// A notification that is in the list.
    private func listed(_ sequence: Int, to deed: String) throws -> LedgerEntry {
        let entry = try entry(sequence)
        guard entry.state.isDelivered else {
            throw CenterError(
                .wrongState,
                "notification \(sequence) is \(entry.state.rawValue); only one in the list can be "
                    + deed
            )
        }
        return entry
    }

    /// What the user can do with a notification besides opening and dismissing it.
    package func actions(of entry: LedgerEntry) throws -> [NotificationAction] {
        try category(of: entry)?.actions ?? []
    }

    /// The category of a notification, as its app has set it.
    private func category(of entry: LedgerEntry) throws -> NotificationCategory? {
        try transaction.categories(of: entry.app).category(entry.shown.categoryIdentifier)
    }

    /// What a notification's category is, for messages.
    private func describeCategory(of entry: LedgerEntry) throws -> String {
        let name = entry.shown.categoryIdentifier
        if name.isEmpty { return "it names no category" }
        let known = try transaction.categories(of: entry.app)
        if known.category(name) != nil { return "its category is \(name.quoted)" }
        let others = known.categories.map(\.identifier.quoted).joined(separator: ", ")
        return "its category \(name.quoted) is none that its app has set"
            + (others.isEmpty ? "" : " (\(others))")
    }

    private func asksForDismissals(_ entry: LedgerEntry) throws -> Bool {
        try category(of: entry)?.options.contains(.customDismissAction) ?? false
    }

    /// Whether an action of a notification brings its app to the front: the default one, and each
    /// that has the option.
    package func bringsToFront(_ action: String, of sequence: Int) throws -> Bool {
        if action == UserResponse.opening { return true }
        let actions = try actions(of: try entry(sequence))
        let option = actions.first { $0.identifier.isExactly(action) }?.options
        return option?.contains(.foreground) ?? false
    }

    /// Returns the responses that an app has not acknowledged, and counts that it is given them.
    ///
    /// One that was given as often as may be leaves a tombstone instead.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - recent: Those that it works on, by their numbers: they are not given again yet.
    ///   - known: Those that the same conversation with the app was given: a process that hangs is
    ///     given them again, which counts no further delivery.
    /// - Returns: The responses, in order.
    /// - Throws: The store's error.
    package func takeResponses(
        of app: String,
        except recent: Set<Int> = [],
        repeating known: Set<Int> = []
    ) throws -> [UserResponse] {
        var given: [UserResponse] = []
        for var response in try transaction.responses(of: app)
        where !recent.contains(response.number) {
            if !known.contains(response.number) {
                guard response.deliveries < UserResponse.deliveryLimit else {
                    try bury(response, .unacknowledged)
                    continue
                }
                response.deliveries += 1
                try transaction.update(response)
            }
            given.append(response)
        }
        return given
    }

    /// Gives up the responses that an app, which does not listen now, was given as often as may be.
    ///
    /// - Parameter app: The app.
    /// - Returns: Whether it has others, that it can be given.
    /// - Throws: The store's error.
    package func giveUpResponses(of app: String) throws -> Bool {
        var hasOthers = false
        for response in try transaction.responses(of: app) {
            if response.deliveries < UserResponse.deliveryLimit {
                hasOthers = true
            } else {
                try bury(response, .unacknowledged)
            }
        }
        return hasOthers
    }

    /// Notes that an app has dealt with a response.
    ///
    /// - Parameters:
    ///   - number: The response.
    ///   - app: Whose it has to be; nil for any app's.
    /// - Throws: ``CenterError`` with ``CenterError/Code/notFound``.
    package func acknowledge(_ number: Int, of app: String? = nil) throws {
        guard let response = try transaction.response(number), app ?? response.app == response.app
        else {
            throw CenterError(.notFound, "there is no response \(number) to acknowledge")
        }
        try bury(response, .acknowledged)
    }

    func bury(_ response: UserResponse, _ reason: Tombstone.Reason) throws {
        try transaction.append(
            Tombstone(
                app: response.app,
                subject: .response,
                identifier: response.identifier,
                sequence: response.number,
                reason: reason,
                note: response.action,
                date: now
            )
        )
        try transaction.removeResponse(response.number)
    }
}
