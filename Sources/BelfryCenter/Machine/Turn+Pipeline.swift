// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// The way of a notification: journal, extension, decision, presentation.
extension Turn {
    /// Takes a push into the ledger; the sender is answered once this turn is committed.
    ///
    /// - Parameter push: What came.
    /// - Returns: Its sequence; that of the first arrival where it came before.
    /// - Throws: ``CenterError`` for an app that is not installed, or that has as many delayed pushes
    ///   as it may.
    package mutating func accept(_ push: PushArrival) throws -> Acceptance {
        _ = try app(push.app)
        var entry = makeEntry(of: push)
        // One that came before takes nobody's place.
        if push.due != nil || push.collapseIdentifier != nil,
            try transaction.sequence(ofKey: entry.key) == nil
        {
            try delay(&entry, until: push.due)
        }
        let acceptance = try journal(entry)
        if case .accepted(let sequence) = acceptance {
            for file in push.attachments { try transaction.own(file.url, by: sequence) }
            if let category = push.category { try bring(category, to: push.app) }
        }
        return acceptance
    }

    /// A push as the ledger keeps it.
    func makeEntry(of push: PushArrival) -> LedgerEntry {
        var entry = LedgerEntry(
            key: push.key,
            app: push.app,
            identifier: push.collapseIdentifier ?? push.identifier,
            source: .push,
            accepted: now,
            original: push.payload.content
        )
        entry.original.attachments = push.attachments
        entry.payload = push.payload.bytes
        entry.detail = LedgerEntry.Detail(of: push.payload, push.pushType)
        entry.detail.expires = push.expires
        entry.detail.activityToken = push.activityToken
        entry.detail.channel = push.channel
        return entry
    }

    mutating func journal(_ entry: LedgerEntry) throws -> Acceptance {
        guard let sequence = try transaction.insert(entry) else {
            let first = try transaction.sequence(ofKey: entry.key) ?? 0
            try log(.duplicate, entry.app, first, entry.key)
            return .duplicate(first)
        }
        try log(.accepted, entry.app, sequence)
        if entry.state == .accepted {
            effects.append(
                .waits(WaitingEntry(sequence: sequence, app: entry.app, thread: entry.thread))
            )
        }
        return .accepted(sequence)
    }

    /// Begins work on a notification.
    ///
    /// - Parameter sequence: One that waits.
    /// - Returns: What the extension is to do; nil where the notification needs none and is settled,
    ///   has gone with its app, or waits for its app to be installed again.
    /// - Throws: The store's error.
    package mutating func claim(_ sequence: Int) throws -> ExtensionWork? {
        guard var entry = try transaction.entry(sequence), entry.state == .accepted else {
            return nil
        }
        let app = try installed(entry.app)
        if app.damage != nil { return nil }
        if entry.isLost {
            try end(&entry, .dropped, .damaged, note: entry.damage ?? "")
            return nil
        }
        if let expires = entry.detail.expires, expires < now {
            try end(&entry, .expired, .expired)
            try note(entry, .discarded, .expired)
            return nil
        }
        if try route(&entry) { return nil }
        guard app.authorization.mayNotify(at: now) else {
            try end(&entry, .dropped, .notAllowed)
            try note(entry, .discarded, .disabled)
            return nil
        }
        if let reason = reasonNotToCall(for: entry, app) {
            return try claimSound(&entry, app, reason)
        }
        entry.state = .running
        entry.detail.attempts += 1
        try transaction.update(entry)
        let categories = try transaction.categories(of: entry.app).all
        return ExtensionWork(entry, app, categories, try transaction.device(), now: now)
    }

    /// Has the sound looked for of a notification whose extension is not asked; or shows the
    /// notification, where it names none that the extension could keep.
    ///
    /// No extension is started: the run that is claimed counts as no attempt, and leaves no record.
    private mutating func claimSound(
        _ entry: inout LedgerEntry,
        _ app: CenterApp,
        _ reason: RecordedVerdict
    ) throws -> ExtensionWork? {
        guard app.serviceExtension != nil, entry.original.sound?.fileName != nil,
            entry.detail.interruptions < policy.interruptionLimit,
            case let device = try transaction.device(), device.lock != .beforeFirstUnlock
        else {
            try decide(&entry, entry.original, reason)
            return nil
        }
        entry.state = .running
        entry.detail.seeksSound = true
        try transaction.update(entry)
        return ExtensionWork(entry, app, [], device, now: now, reasonNotToAsk: reason)
    }

    /// Why a notification's extension is not asked; nil where it is.
    ///
    /// One that may drop notifications is asked as one with Apple's filtering entitlement is: about
    /// those without an alert too, and while the user sees no more than a badge.
    private func reasonNotToCall(for entry: LedgerEntry, _ app: CenterApp) -> RecordedVerdict? {
        guard app.serviceExtension != nil else { return .center(.noExtension) }
        func reason(_ reason: GateReport.Reason) -> RecordedVerdict { .engine(.notCalled(reason)) }
        if entry.detail.isFromExtension == true { return .center(.fromExtension) }
        if entry.source == .local, !app.modifiesLocal { return reason(.notRemote) }
        guard entry.original.hasAlert || app.drops else { return reason(.noAlert) }
        if entry.source == .push {
            guard entry.detail.isMutable else { return reason(.notMutable) }
            guard entry.detail.pushType == .alert else { return reason(.pushType) }
        }
        let isNoticed = app.settings.sound == .enabled || app.settings.badge == .enabled
        guard app.settings.alert == .enabled || (app.drops && isNoticed) else {
            return reason(.alertsDisabled)
        }
        if entry.detail.interruptions >= policy.interruptionLimit {
            return .center(.tookCenterDown)
        }
        return nil
    }

    /// Takes what became of a run; one that is not going on any more is ignored.
    ///
    /// - Parameters:
    ///   - lease: Which run.
    ///   - outcome: How it ended.
    /// - Returns: Whether it was taken.
    /// - Throws: The store's error.
    @discardableResult
    package mutating func finish(
        _ lease: ExtensionWork.Lease,
        _ outcome: ExtensionOutcome
    ) throws -> Bool {
        guard var entry = try transaction.entry(lease.sequence), entry.state == .running,
            entry.lease == lease
        else {
            try free(outcome.files)
            return false
        }
        entry.detail.seeksSound = nil
        if outcome.answer == .unfinished {
            try requeue(&entry)
            return true
        }
        let app = try installed(entry.app)
        if app.damage != nil {
            // It is made again once the app was installed again.
            try free(outcome.files)
            try requeue(&entry)
            return true
        }
        if let change = outcome.categories { try apply(change, to: app.identifier) }
        if app.mayCollapse, let identifier = outcome.collapseIdentifier {
            entry.identifier = identifier
        }
        if outcome.isOfRun {
            try transaction.put(
                RunRecord(lease, ended: now, verdict: outcome.verdict, note: outcome.note)
            )
        }
        for file in outcome.files { try transaction.own(file, by: entry.sequence) }
        entry.detail.soundMilliseconds = outcome.soundMilliseconds
        switch outcome.answer {
        case .content(let content, let verdict): try decide(&entry, content, verdict)
        case .original(let verdict): try decide(&entry, entry.original, verdict)
        case .drop(let reason) where app.drops:
            entry.detail.verdict = .dropped(reason)
            try end(&entry, .dropped, .droppedByExtension, note: reason)
        case .drop: try decide(&entry, entry.original, .center(.dropRefused))
        case .unfinished: break
        }
        return true
    }

    /// Frees those of some files that nobody owns, such as those of an outcome that comes too late.
    package mutating func free(_ files: [String]) throws {
        let freed = try Set(files).filter { try !transaction.isOwned($0) }
        if !freed.isEmpty { effects.append(.freed(freed.sorted())) }
    }

    /// Has a run made again by the next process; that is no interruption.
    private func requeue(_ entry: inout LedgerEntry) throws {
        entry.state = .accepted
        try transaction.update(entry)
    }

    /// Keeps the report of a run whose outcome was taken.
    ///
    /// - Parameters:
    ///   - report: The report as JSON.
    ///   - wall: What the run took of its time.
    ///   - lease: Which run; one that is not known any more is passed over.
    /// - Throws: The store's error.
    package func record(
        _ report: [UInt8],
        _ wall: RunRecord.Wall?,
        of lease: ExtensionWork.Lease
    ) throws {
        guard var run = try transaction.runs(of: lease.sequence).first(where: { $0.lease == lease })
        else { return }
        run.report = report
        run.wall = wall
        try transaction.put(run)
    }

    /// Settles what is shown, and shows it unless it has to wait.
    private mutating func decide(
        _ entry: inout LedgerEntry,
        _ content: NotificationContent,
        _ verdict: RecordedVerdict
    ) throws {
        entry.decided = content
        entry.detail.verdict = verdict
        entry.state = .decided
        try log(.decided, entry.app, entry.sequence, verdict.description)
        try present(&entry, waits: true)
    }

    /// Gives a notification to the user that was dropped, or that the user has dismissed.
    ///
    /// - Parameter sequence: The notification.
    /// - Throws: ``CenterError`` with ``CenterError/Code/wrongState`` for any other one, for one
    ///   whose place a newer one of its identifier has, and for one that nobody would see, as while
    ///   its app is in front; it stays as it was, and can be restored later.
    package mutating func restore(_ sequence: Int) throws {
        var entry = try entry(sequence)
        guard entry.state == .dropped || entry.isDismissed else {
            let end = entry.detail.reason.map { " (\($0))" } ?? ""
            throw CenterError(
                .wrongState,
                "notification \(sequence) is \(entry.state.rawValue)\(end); only one that was dropped, or "
                    + "that the user dismissed, can be restored"
            )
        }
        if entry.isLost {
            throw CenterError(
                .wrongState,
                "nothing is left of what notification \(sequence) said: \(entry.damage ?? "")"
            )
        }
        let others = try olderOnes(than: entry)
        if entry.isDismissed { return try putBack(&entry, inPlaceOf: others) }
        entry.ended = nil
        entry.detail.reason = nil
        entry.decided = entry.decided ?? entry.original
        entry.state = .decided
        try log(.restored, entry.app, sequence)
        entry.detail.isWanted = true
        try present(&entry, waits: false)
        guard entry.state != .dropped else {
            throw CenterError(
                .wrongState,
                "notification \(sequence) would be seen nowhere: its app is in front and does not show it, "
                    + "or the app's settings keep it out of every list; belfry device --foreground none, "
                    + "or belfry settings \(entry.app), changes that"
            )
        }
    }

    /// The listed ones of a notification's identifier, which it takes the place of.
    ///
    /// - Throws: ``CenterError`` with ``CenterError/Code/wrongState`` where one of them is newer.
    private func olderOnes(than entry: LedgerEntry) throws -> [LedgerEntry] {
        let others = try others(like: entry)
        guard let newer = others.last, newer.sequence > entry.sequence else { return others }
        throw CenterError(
            .wrongState,
            "notification \(newer.sequence) has the identifier of notification \(entry.sequence), is "
                + "newer and in the list; dismiss it first"
        )
    }

    /// Puts a notification that was dismissed into the list again, as it was.
    ///
    /// It was shown, and makes no sound a second time. Its pictures are there as long as the store needed
    /// no room.
    private mutating func putBack(
        _ entry: inout LedgerEntry,
        inPlaceOf others: [LedgerEntry]
    ) throws {
        for var older in others { try end(&older, .collapsed, .collapsed) }
        entry.state = entry.detail.seen == nil ? .presented : .seen
        entry.ended = nil
        entry.detail.reason = nil
        try transaction.update(entry)
        try log(.restored, entry.app, entry.sequence)
    }

    /// Puts every run that a crash interrupted back, and counts the interruption.
    ///
    /// A clock that shows an earlier time than the log was set back meanwhile.
    ///
    /// - Returns: How many runs there were. A second recovery finds none.
    @discardableResult
    package mutating func recover() throws -> Int {
        let running = try transaction.entries(of: nil, in: [.running], limit: .max)
        for var entry in running {
            entry.state = .accepted
            let lease = entry.lease
            entry.detail.interruptions += 1
            let seeksSound = entry.detail.seeksSound == true
            entry.detail.seeksSound = nil
            try transaction.update(entry)
            guard !seeksSound else { continue }
            try transaction.put(RunRecord(lease, ended: now, verdict: .center(.interrupted)))
        }
        if let last = try transaction.lastEventDate() {
            if last > now { try clockChanged(by: now - last) } else { try noteStart(after: last) }
        }
        // A clock that was set back to a time after the last event has left no other trace.
        try switchFocus()
        try followFocusSchedule()
        return running.count
    }
}
