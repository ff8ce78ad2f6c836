// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// What the centre holds, as the API writes it.
extension LedgerEntry {
    /// The notification as it is shown, and where it stands.
    var document: JSONObject {
        var object: JSONObject = [
            "sequence": .number(JSONNumber(sequence)), "app": .string(app),
            "identifier": .string(identifier), "source": .string(source.rawValue),
            "state": .string(state.rawValue), "accepted": .string(APITime.text(accepted)),
        ]
        object["presented"] = presented.map { .string(APITime.text($0)) }
        object["seen"] = detail.seen.map { .string(APITime.text($0)) }
        object["ended"] = ended.map { .string(APITime.text($0)) }
        object["heldUntil"] = held.map { .string(APITime.text($0)) }
        object["reason"] = detail.reason.map { .string($0) }
        object["verdict"] = detail.verdict.map {
            ["kind": .string($0.word), "reason": .string($0.reason)]
        }
        object["presentation"] = detail.presentation.map(\.document)
        object["late"] = detail.late.map {
            ["due": .string(APITime.text($0.due)), "missed": .number(JSONNumber($0.missed))]
        }
        object["content"] = shown.document
        object["damage"] = damage.map { .string($0) }
        if isRestorable { object["isRestorable"] = true }
        return object
    }

    /// The same, with what was sent and what was done about it.
    var details: JSONObject {
        var object = document
        object["pushType"] = detail.pushType.map { .string($0.rawValue) }
        if source == .push { object["device"] = .string(device) }
        object["apnsUniqueID"] = detail.uniqueIdentifier.map { .string($0) }
        object["expires"] = detail.expires.map { .string(APITime.text($0)) }
        object["attempts"] = .number(JSONNumber(detail.attempts))
        object["interruptions"] = .number(JSONNumber(detail.interruptions))
        object["original"] = original.document
        if !payload.isEmpty {
            object["payload"] = try? JSONValue.parseHandwritten(payload).value
        }
        return object
    }
}

extension Presentation {
    fileprivate var document: JSONValue {
        var object: JSONObject = [
            "surfaces": .array(
                Surface.allCases.filter(surfaces.contains).map { .string($0.rawValue) }
            ),
            "hidesPreview": .bool(hidesPreview), "lightsScreen": .bool(lightsScreen),
            "rules": .array(rules.map { .string($0) }),
        ]
        object["sound"] = sound.map { .string($0) }
        object["volume"] = volume.flatMap(JSONNumber.init).map { .number($0) }
        return .object(object)
    }
}

extension CenterApp {
    /// The app, and where it stands with the user at a time.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - device: The device, for which Focus lets the app through; nil for a reader who may not know.
    /// - Returns: The document.
    func document(at now: UnixTime, on device: VirtualDevice?) -> JSONObject {
        let status = authorization.status(at: now)
        var object: JSONObject = [
            "identifier": .string(identifier), "version": .string(version),
            "digest": .string(digest), "authorization": .string(status.rawValue),
            "isAsking": .bool(authorization.isAsking), "badge": .number(JSONNumber(badge)),
            "modifiesLocal": .bool(modifiesLocal), "mayDrop": .bool(mayDrop),
            "mayCollapse": .bool(mayCollapse), "isEphemeral": .bool(isEphemeral == true),
        ]
        var settings = settings.document
        settings["focus"] = device.map { .object($0.focusDocument(of: identifier)) }
        object["settings"] = .object(settings)
        if status == .ephemeral, let launch = authorization.launch {
            object["ephemeralUntil"] = .string(APITime.text(launch.until))
        }
        object["serviceExtension"] = serviceExtension.map { .string($0) }
        return object
    }
}

extension Turn {
    /// An app as the user sees it.
    func document(of app: CenterApp) throws -> JSONObject {
        app.document(at: now, on: try transaction.device())
    }
}

extension AppSettings {
    fileprivate var document: JSONObject {
        [
            "alert": .string(alert.rawValue), "sound": .string(sound.rawValue),
            "badge": .string(badge.rawValue), "lockScreen": .string(lockScreen.rawValue),
            "notificationCenter": .string(notificationCenter.rawValue),
            "criticalAlert": .string(criticalAlert.rawValue),
            "timeSensitive": .string(timeSensitive.rawValue),
            "directMessages": .string(directMessages.rawValue),
            "carPlay": .string(carPlay.rawValue), "announcement": .string(announcement.rawValue),
            "filtering": .string(dropping.rawValue),
            "scheduledDelivery": .string(scheduledDelivery.rawValue),
            "alertStyle": .string(alertStyle.rawValue),
            "showPreviews": .string(showPreviews.rawValue),
            "grouping": .string((grouping ?? .automatic).rawValue),
            "providesAppNotificationSettings": .bool(providesAppNotificationSettings),
        ]
    }
}

extension ContentDifference {
    /// The fields that differ, as a run's report has them.
    var document: JSONObject {
        let entries = entries.map { entry in
            var object: JSONObject = ["field": .string(entry.field)]
            object["before"] = entry.before.map { .string($0) }
            object["after"] = entry.after.map { .string($0) }
            return JSONValue.object(object)
        }
        return ["entries": .array(entries)]
    }
}

extension PendingRequest {
    var document: JSONObject {
        var object: JSONObject = [
            "app": .string(app), "identifier": .string(request.identifier),
            "added": .string(APITime.text(added)),
        ]
        object["due"] = due.map { .string(APITime.text($0)) }
        object["request"] = request.document
        return object
    }
}

extension VirtualDevice {
    var document: JSONObject {
        var object: JSONObject = [
            "token": .string(token), "lock": .string(lock.rawValue), "isMuted": .bool(isMuted),
            "timeZone": .string(timeZone),
            "summaryTimes": .array(summaryMinutes.map { .string(DayTime.text($0)) }),
        ]
        object["foregroundApp"] = foregroundApp.map { .string($0) }
        let connected = Accessory.allCases.filter { accessories?.contains($0) == true }
        object["accessories"] = .array(connected.map { .string($0.rawValue) })
        object["focus"] = focus.map { .object($0.document) }
        object["focuses"] = .array(focuses.map { .object($0.document) })
        object["focusSchedule"] = focusSchedule.map { .object($0.document) }
        object["position"] = position.map { position in
            let numbers = [position.latitude, position.longitude].compactMap { JSONNumber($0) }
            return .array(numbers.map { .number($0) })
        }
        return object
    }

    /// By the name of each Focus, whether it lets an app through.
    fileprivate func focusDocument(of app: String) -> JSONObject {
        var object = JSONObject()
        for focus in focuses {
            let setting = AppSettings.Setting(focus.allowedApps.contains(app))
            object[focus.name] = .string(setting.rawValue)
        }
        return object
    }
}

extension VirtualDevice.Focus {
    fileprivate var document: JSONObject {
        var filtered = JSONObject()
        for (app, criteria) in (filters ?? [:]).sorted(by: { $0.key < $1.key }) {
            filtered[app] = .array(criteria.sorted().map { .string($0) })
        }
        return [
            "name": .string(name),
            "allowedApps": .array(allowedApps.sorted().map { .string($0) }),
            "filters": .object(filtered),
        ]
    }
}

extension FocusSchedule {
    fileprivate var document: JSONObject {
        var object: JSONObject = [
            "from": .string(DayTime.text(from)), "to": .string(DayTime.text(to)),
            "weekdays": .array(weekdays.sorted().map { .string(Self.weekdayNames[$0 - 1]) }),
            "isOn": .bool(isOn),
        ]
        object["next"] = due.map { .string(APITime.text($0)) }
        return object
    }

    /// The days by their numbers, which begin with 1.
    static let weekdayNames = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
}

extension CenterEvent {
    var document: JSONObject {
        var object: JSONObject = [
            "cursor": .number(JSONNumber(cursor)), "kind": .string(kind.rawValue),
            "app": .string(app), "date": .string(APITime.text(date)),
        ]
        object["sequence"] = sequence.map { .number(JSONNumber($0)) }
        if !note.isEmpty { object["note"] = .string(note) }
        return object
    }
}

/// A time of the day, such as `08:30`.
enum DayTime {
    static func text(_ minutes: Int) -> String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// The minutes since midnight; nil for any other text than `HH:MM`.
    static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }),
            let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
