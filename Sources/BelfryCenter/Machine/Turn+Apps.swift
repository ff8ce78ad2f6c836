// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Apps, what the user lets them do, and the device.
extension Turn {
    /// Installs an app, or a newer version of it: authorisation, settings and badge stay.
    package func install(_ app: CenterApp) throws {
        var installed = app
        if let known = try transaction.app(app.identifier), known.damage == nil {
            installed.authorization = known.authorization
            installed.settings = known.settings
            installed.badge = known.badge
        }
        if app.isEphemeral != true { installed.authorization.launch = nil }
        installed.settings.support(
            .criticalAlert,
            app.hasCriticalEntitlement && installed.authorization.brings(.criticalAlert)
        )
        installed.settings.support(.timeSensitive, app.hasTimeSensitiveEntitlement)
        installed.settings.support(.directMessages, app.hasCommunicationEntitlement == true)
        installed.settings.support(.filtering, app.mayDrop)
        try transaction.put(installed)
        try log(.appChanged, app.identifier, nil, "installed")
    }

    /// Removes an app, and leaves a tombstone of all that was pending, in the delivered list, or to be
    /// given to the app.
    ///
    /// Each of its notifications that had not ended leaves the list, or never comes there: the log says
    /// so. The device forgets the app: another one of its identifier is neither in front nor let through
    /// a Focus.
    package mutating func removeApp(_ identifier: String) throws {
        _ = try installed(identifier)
        for request in try transaction.requests(of: identifier) { try bury(request, .appRemoved) }
        let live = Set(EntryState.allCases).subtracting(EntryState.ends)
        for entry in try transaction.entries(of: identifier, in: live, limit: .max) {
            try bury(entry, .appRemoved)
            try log(.removed, identifier, entry.sequence, Tombstone.Reason.appRemoved.rawValue)
            if entry.state == .stored { try note(entry, .discarded, .appRemoved) }
        }
        // Those that have ended may still have files: who can be restored shows them then.
        for sequence in try transaction.fileOwners(of: identifier) { try freeFiles(of: sequence) }
        for response in try transaction.responses(of: identifier) {
            try bury(response, .appRemoved)
        }
        var device = try transaction.device()
        device.forget(identifier)
        try transaction.put(device)
        try endTokens(of: identifier)
        try transaction.removeApp(identifier)
        try log(.appChanged, identifier, nil, "removed")
    }

    /// Changes what the user has set for an app.
    package mutating func change(
        _ identifier: String,
        _ body: (inout AppSettings) throws -> Void
    ) throws {
        var app = try app(identifier)
        let old = app.settings
        try body(&app.settings)
        try transaction.put(app)
        if app.settings != old { try log(.appChanged, identifier, nil, "settings") }
        if app.settings.decidesWaiting(otherwiseThan: old) { try lookAgainAtHeld() }
    }

    /// Changes the device's state.
    package mutating func changeDevice(_ body: (inout VirtualDevice) throws -> Void) throws {
        let old = try transaction.device()
        var device = old
        try body(&device)
        try transaction.put(device)
        if device.focus?.name != old.focus?.name {
            try log(.focusChanged, "", nil, device.focus?.name ?? "")
        }
        if device.looksOther(than: old) {
            let isLockOther = device.lock != old.lock
            try log(.deviceChanged, "", nil, isLockOther ? device.lock.rawValue : "")
        }
        if device.summaryMinutes != old.summaryMinutes || device.timeZone != old.timeZone {
            try lookAgainAtHeld()
        }
    }

    /// Puts an app in front, unless the device is locked.
    package mutating func bringToFront(_ identifier: String) throws {
        try changeDevice { device in
            if device.lock == .unlocked { device.foregroundApp = identifier }
        }
    }

    /// Asks for authorisation.
    ///
    /// The first call asks the user, unless it is for quiet delivery, which needs no question. Later
    /// calls return the stored answer.
    ///
    /// - Parameters:
    ///   - options: What the app asks for.
    ///   - identifier: The app.
    /// - Returns: Whether the app may notify; nil while the user has not answered.
    /// - Throws: ``CenterError`` for an app that is not installed.
    package mutating func requestAuthorization(
        _ options: Set<Authorization.Option>,
        for identifier: String
    ) throws -> Bool? {
        var app = try app(identifier)
        guard app.authorization.status == .notDetermined else {
            return app.authorization.mayNotify(at: now)
        }
        if options.contains(.provisional) {
            app.authorization = Authorization(status: .provisional, options: options)
            applyOptions(to: &app)
            try noteDecision(about: app)
            return true
        }
        if !app.authorization.isAsking {
            app.authorization.isAsking = true
            app.authorization.options = options
            try transaction.put(app)
            try log(.authorizationAsked, identifier)
        }
        return nil
    }

    /// Notes that a process of an app speaks to the centre: where it was launched since the last launch
    /// that is known, an App Clip may notify for a time from now on.
    ///
    /// An App Clip about which the user or the app has said something stays as it is, and so does every
    /// other app.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - moment: When its process began.
    /// - Throws: ``CenterError`` for an app that is not installed.
    package mutating func noteLaunch(
        of identifier: String,
        _ moment: Authorization.Launch.Moment
    ) throws {
        var app = try app(identifier)
        guard app.isEphemeral == true, app.authorization.status == .notDetermined,
            app.authorization.launch.map({ moment.follows($0.moment) }) ?? true
        else { return }
        app.authorization.launch = Authorization.Launch(
            moment: moment,
            until: now + policy.ephemeralMilliseconds
        )
        try noteDecision(about: app)
    }

    /// Notes the user's answer, given to a question or in the settings.
    package mutating func answerAuthorization(_ isAllowed: Bool, for identifier: String) throws {
        try setAuthorization(of: identifier, to: isAllowed ? .authorized : .denied)
    }

    /// Has an app notify quietly (``Authorization/Status/provisional``), as if it had asked for that:
    /// the user does not want to be interrupted by it, and may keep it or turn it off later.
    ///
    /// - Parameter identifier: The app.
    /// - Throws: ``CenterError`` for an app that is not installed.
    package mutating func allowQuietly(_ identifier: String) throws {
        try setAuthorization(of: identifier, to: .provisional)
    }

    private mutating func setAuthorization(
        of identifier: String,
        to status: Authorization.Status
    ) throws {
        var app = try app(identifier)
        app.authorization.status = status
        app.authorization.isAsking = false
        app.authorization.launch = nil
        if status != .denied { applyOptions(to: &app) }
        try noteDecision(about: app)
    }

    /// Keeps an app about which it is decided now whether it may notify, and has what waited for that go
    /// on: some may wait since the app's own row was damaged.
    ///
    /// One that is being worked on is not begun again.
    private mutating func noteDecision(about app: CenterApp) throws {
        try transaction.put(app)
        try logAuthorization(of: app)
        for entry in try transaction.entries(of: app.identifier, in: [.accepted], limit: .max) {
            effects.append(
                .waits(
                    WaitingEntry(sequence: entry.sequence, app: entry.app, thread: entry.thread)
                )
            )
        }
    }

    /// Keeps an app that notifies quietly (``Authorization/Status/provisional``), or any other one, as
    /// the user answers at one of its notifications.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - delivery: Whether its notifications wait for the scheduled summary from now on.
    /// - Throws: ``CenterError`` for an app that is not installed.
    package mutating func keep(_ identifier: String, delivery: AppSettings.Delivery) throws {
        try answerAuthorization(true, for: identifier)
        try change(identifier) { settings in
            settings.scheduledDelivery = delivery == .scheduled ? .enabled : .disabled
        }
    }

    /// Forgets the user's answer: the next request asks again.
    package func resetAuthorization(of identifier: String) throws {
        var app = try app(identifier)
        app.authorization = Authorization()
        try transaction.put(app)
        try logAuthorization(of: app)
    }

    private func logAuthorization(of app: CenterApp) throws {
        let status = app.authorization.status(at: now)
        try log(.authorizationChanged, app.identifier, nil, status.rawValue)
    }

    /// Gives an app the switches of what it has asked for: what the user has switched off stays off,
    /// and what it has not asked for is not the user's to turn on.
    private func applyOptions(to app: inout CenterApp) {
        let asked = app.authorization
        app.settings.support(.alert, asked.brings(.alert))
        app.settings.support(.sound, asked.brings(.sound))
        app.settings.support(.badge, asked.brings(.badge))
        app.settings.support(
            .criticalAlert,
            app.hasCriticalEntitlement && asked.brings(.criticalAlert)
        )
        app.settings.support(.carPlay, asked.options.contains(.carPlay))
        app.settings.support(.announcement, asked.options.contains(.announcement))
        app.settings.providesAppNotificationSettings =
            asked.options.contains(.providesAppNotificationSettings)
    }

    /// Replaces an app's own categories.
    ///
    /// - Parameters:
    ///   - categories: The new set.
    ///   - identifier: The app.
    ///   - version: The version that it replaces; nil for whichever there is.
    /// - Returns: The new version.
    /// - Throws: ``CenterError`` with ``CenterError/Code/conflict`` for another version,
    ///   ``CenterError/Code/limit`` for too many, and ``CenterError/Code/invalidCategory`` for a text
    ///   that is too long.
    @discardableResult
    package func setCategories(
        _ categories: [NotificationCategory],
        for identifier: String,
        ifVersion version: Int? = nil
    ) throws -> Int {
        _ = try app(identifier)
        try CategorySet.check(categories)
        let current = try transaction.categories(of: identifier)
        guard version == nil || version == current.version else {
            throw CenterError(
                .conflict,
                "the categories of \(identifier.quoted) are at version \(current.version), not "
                    + "\(version ?? 0); read them and set them again"
            )
        }
        var changed = current
        changed.version += 1
        changed.categories = categories
        try transaction.put(changed, for: identifier)
        return changed.version
    }

    /// Keeps the category of a push's buttons beside those of its app, which may replace its own as it
    /// likes.
    ///
    /// - Parameters:
    ///   - category: The category, one of the app's last ``CategorySet/broughtLimit``.
    ///   - identifier: The app.
    /// - Throws: The store's error.
    func bring(_ category: NotificationCategory, to identifier: String) throws {
        var categories = try transaction.categories(of: identifier)
        if let last = categories.brought.last, last == category,
            last.identifier.isExactly(category.identifier)
        {
            return
        }
        categories.bring(category)
        try transaction.put(categories, for: identifier)
    }

    /// Changes some of an app's categories, and leaves the others: parts of an app that each have their
    /// own need not know of one another.
    ///
    /// - Parameters:
    ///   - categories: Those that are added, or replace the ones of their identifiers in their places.
    ///   - removed: Identifiers of those that go first; one that is not there is passed over.
    ///   - identifier: The app.
    /// - Returns: The new version.
    /// - Throws: ``CenterError`` with ``CenterError/Code/limit`` for too many, and
    ///   ``CenterError/Code/invalidCategory`` for a text that is too long.
    @discardableResult
    package func mergeCategories(
        _ categories: [NotificationCategory],
        removing removed: [String] = [],
        for identifier: String
    ) throws -> Int {
        let merged = try transaction.categories(of: identifier)
            .merging(categories, removing: removed)
        return try setCategories(merged, for: identifier)
    }

    /// Changes an app's categories as its extension did during a run; what the app has changed meanwhile
    /// stays.
    ///
    /// Where there are too many then, those that the extension added last are left out: the run's outcome
    /// counts in any case.
    func apply(_ change: CategoryChange, to identifier: String) throws {
        let known = try transaction.categories(of: identifier)
        let merged = known.merging(change.changed, removing: change.removed)
        let kept = Array(merged.prefix(CategorySet.limit))
        guard !change.changed.isEmpty || kept.count != known.categories.count else { return }
        try setCategories(kept, for: identifier)
    }

    /// Sets an app's badge; 0 removes it.
    package func setBadge(_ count: Int, of identifier: String) throws {
        guard count >= 0 else {
            throw CenterError(
                .invalidBadge,
                "a badge of \(count) is negative; write 0 or more"
            )
        }
        var app = try app(identifier)
        try setBadge(count, of: &app)
    }

    /// Sets an app's badge as the app or its extension asks for it.
    ///
    /// - Throws: ``CenterError`` where the user does not let the app notify, or for a negative count.
    package func setBadge(_ count: Int, askedBy identifier: String) throws {
        guard try app(identifier).authorization.mayNotify(at: now) else {
            throw CenterError(
                .notAllowed,
                "the user does not let the app notify; ask notificationSettings first"
            )
        }
        try setBadge(count, of: identifier)
    }

    func setBadge(_ count: Int, of app: inout CenterApp) throws {
        guard app.badge != count else { return }
        app.badge = count
        try transaction.put(app)
        try log(.badge, app.identifier, nil, String(count))
    }
}
