// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Pushes that show no notification: they go to a framework, to the app, or to a live activity.
extension Turn {
    /// Gives a push to whoever its type is for, where that is not the user.
    ///
    /// The user's permission is for notifications: these pushes arrive without it.
    ///
    /// - Parameter entry: A notification that waits.
    /// - Returns: Whether it was one of those, and is settled.
    /// - Throws: The store's error.
    mutating func route(_ entry: inout LedgerEntry) throws -> Bool {
        guard entry.source == .push, let type = entry.detail.pushType else { return false }
        switch type {
        case .alert: return false
        case .background:
            guard !entry.original.hasEffect else { return false }
            if entry.detail.isContentAvailable { try wake(by: entry) }
            try end(&entry, .removed, .notListed)
        case .liveactivity: try changeActivity(&entry)
        case .location, .voip, .complication, .fileprovider, .mdm, .pushtotalk, .widgets,
            .controls:
            try log(.routed, entry.app, entry.sequence, type.rawValue)
            try end(&entry, .removed, .routed)
        }
        return true
    }

    // MARK: Background pushes

    /// Has an app woken by a push; one that it was not given yet gives way to the newest.
    func wake(by entry: LedgerEntry) throws {
        for older in try transaction.responses(of: entry.app)
        where older.isWake && older.deliveries == 0 {
            try bury(older, .superseded)
        }
        _ = try transaction.insert(
            UserResponse(
                app: entry.app,
                sequence: entry.sequence,
                identifier: entry.identifier,
                action: "",
                date: now
            )
        )
        try log(.backgroundPush, entry.app, entry.sequence)
    }

    // MARK: Live activities

    /// How long an activity lasts at most: 8 hours; Apple's number.
    private static let activityDuration: Int64 = 8 * 3_600_000

    /// How long one that has ended stays at most: 4 hours; Apple's number.
    private static let dismissalDelay: Int64 = 4 * 3_600_000

    private mutating func changeActivity(_ entry: inout LedgerEntry) throws {
        let payload = try? PushPayload.reread(entry.payload)
        let activity = try transaction.liveActivity(token: entry.deviceToken)
        let known = activity?.app == entry.app ? activity : nil
        let fault: String?
        switch (payload?.liveActivity, known) {
        case (nil, _): fault = "its payload has no event, or cannot be read"
        case (let update?, nil): fault = try startActivity(update, entry)
        case (let update?, let activity?): fault = try change(activity, update, entry)
        }
        if let fault {
            try end(&entry, .expired, .notApplied, note: fault)
            try note(entry, .discarded, .notApplied)
        } else {
            try end(&entry, .removed, .routed)
        }
    }

    /// Begins an activity.
    ///
    /// - Returns: Why it cannot begin; nil where it has.
    private func startActivity(_ update: LiveActivityUpdate, _ entry: LedgerEntry) throws -> String?
    {
        guard update.event == .start else {
            return "updates go to the activity's own token: belfry activities lists them"
        }
        guard let type = update.attributesType, let attributes = update.attributes,
            let state = update.contentState
        else { return "a start has attributes-type, attributes and content-state" }
        guard let token = entry.detail.activityToken else { return "it has no token" }
        let environment =
            try transaction.deviceToken(entry.deviceToken)?.environment ?? .development
        if let channel = update.inputPushChannel,
            try self.channel(channel, of: entry.app, in: environment) == nil
        {
            return "the app has no channel \(channel.quoted) (input-push-channel)"
        }
        let others = try transaction.liveActivities(of: entry.app)
            .filter { $0.device == entry.device }
        guard others.count(where: { $0.state == .active }) < policy.activityLimit else {
            return "the app has \(policy.activityLimit) activities on the device"
        }
        let ended = others.filter { $0.state == .ended }
        for activity in ended.dropLast(policy.activityLimit - 1) {
            try transaction.removeLiveActivity(activity.number)
        }
        var activity = LiveActivity(
            app: entry.app,
            device: entry.device,
            token: token,
            attributesType: type,
            attributes: attributes,
            contentState: state,
            channel: update.inputPushChannel,
            timestamp: update.timestamp ?? 0,
            started: now,
            due: now + Self.activityDuration
        )
        activity.staleDate = update.staleDate.map(UnixTime.init(seconds:))
        let number = try transaction.insert(activity)
        try transaction.put(
            DeviceToken(
                token: token,
                app: entry.app,
                device: entry.device,
                environment: environment,
                registered: now,
                isActivity: true
            )
        )
        try log(.liveActivity, entry.app, entry.sequence, "start \(number)")
        return nil
    }

    /// Gives an activity a newer state, or ends it.
    ///
    /// - Returns: Why it is not changed; nil where it is.
    private func change(
        _ known: LiveActivity,
        _ update: LiveActivityUpdate,
        _ entry: LedgerEntry
    ) throws -> String? {
        guard update.event != .start else { return "the activity has begun already" }
        guard known.state == .active else { return "the activity has ended" }
        let timestamp = update.timestamp ?? known.timestamp
        guard timestamp >= known.timestamp else {
            return "it is older than what the activity shows"
        }
        var activity = known
        activity.timestamp = timestamp
        activity.updated = now
        activity.staleDate = update.staleDate.map(UnixTime.init(seconds:))
        if let state = update.contentState {
            activity.contentState = String(decoding: state.serialized(), as: UTF8.self)
        }
        try log(
            .liveActivity,
            entry.app,
            entry.sequence,
            "\(update.event.rawValue) \(activity.number)"
        )
        guard update.event == .end else {
            try transaction.update(activity)
            return nil
        }
        try end(activity, at: update.dismissalDate.map(UnixTime.init(seconds:)))
        return nil
    }

    /// Ends an activity: its sender is told so, and it is dismissed 4 hours later at most.
    private func end(_ known: LiveActivity, at dismissal: UnixTime? = nil) throws {
        var activity = known
        activity.state = .ended
        activity.updated = now
        let latest = now + Self.dismissalDelay
        activity.due = min(max(dismissal ?? latest, now), latest)
        try transaction.update(activity)
        guard var token = try transaction.deviceToken(activity.token), token.end == nil else {
            return
        }
        token.end = .unregistered
        token.ended = now
        try transaction.put(token)
        try forgetTokens(of: activity.app, areActivities: true, butNot: token.token)
    }

    /// Ends activities that have lasted too long, and dismisses those that ended before.
    ///
    /// - Returns: Whether there may be more.
    package func changeDueActivities() throws -> Bool {
        let due = try transaction.liveActivities(dueBy: now, limit: policy.batch)
        for activity in due {
            switch activity.state {
            case .active:
                try log(.liveActivity, activity.app, nil, "end \(activity.number)")
                try end(activity)
            case .ended:
                try log(.liveActivity, activity.app, nil, "dismiss \(activity.number)")
                try transaction.removeLiveActivity(activity.number)
            }
        }
        return due.count == policy.batch
    }
}

extension LedgerEntry {
    /// The device token that a push came by: the part of its key before the last.
    fileprivate var deviceToken: String {
        String(key.split(separator: "/", omittingEmptySubsequences: false).dropLast().last ?? "")
    }
}
