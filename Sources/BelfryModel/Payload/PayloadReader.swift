// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads `aps` and collects what is odd on the way.
struct PayloadReader {
    /// What `aps` says.
    struct Aps {
        var content: NotificationContent
        var isMutable: Bool
        var isContentAvailable: Bool
        var liveActivity: LiveActivityUpdate?
    }

    /// The whole payload.
    let root: PayloadObject

    private let notes: PayloadNotes

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - root: The whole payload.
    ///   - toleratesFaults: Whether values of a wrong type or out of range are left out; else the
    ///     first one is thrown.
    init(root: JSONObject, toleratesFaults: Bool = false) {
        notes = PayloadNotes(toleratesFaults: toleratesFaults)
        self.root = PayloadObject(members: root, path: "", notes: notes)
    }

    /// What was odd so far.
    var warnings: [PayloadWarning] { notes.warnings }

    /// Reads every key of `aps`.
    ///
    /// - Parameter isOptional: Whether the payload may be without one.
    /// - Returns: What it says.
    /// - Throws: The first fault.
    func readAps(isOptional: Bool = false) throws(PayloadError) -> Aps {
        let none = isOptional ? root.nested(JSONObject(), at: "aps") : nil
        guard let aps = try root.object("aps") ?? none else {
            throw PayloadError(
                code: .missingAps,
                keyPath: "aps",
                message: "the payload has no \"aps\" dictionary; write {\"aps\": {\"alert\": …}}"
            )
        }
        let liveActivity = try self.liveActivity(aps)
        let result = Aps(
            content: try content(aps, isLiveActivity: liveActivity != nil),
            isMutable: try flag(
                "mutable-content",
                in: aps,
                effect: "no service extension is called"
            ),
            isContentAvailable: try flag(
                "content-available",
                in: aps,
                effect: "the app is not woken"
            ),
            liveActivity: liveActivity
        )
        noteMisplacedKeys(aps)
        return result
    }

    /// Notes something odd about a member.
    func warn(
        _ object: PayloadObject,
        _ key: String,
        _ problem: String,
        effect: String,
        fix: String
    ) {
        notes.add(
            PayloadWarning(
                keyPath: object.keyPath(key),
                problem: problem,
                effect: effect,
                fix: fix
            )
        )
    }

    /// Notes what was odd in the text of the payload.
    func note(_ found: [PayloadWarning]) {
        for warning in found { notes.add(warning) }
    }

    /// Reads a flag that Apple defines as the number 1.
    ///
    /// A boolean is taken by its value, as Apple's dictionaries do not tell it from a number, and
    /// so is the string `1`, whose `integerValue` is 1: senders write both, and neither is in
    /// Apple's documentation.
    func flag(
        _ key: String,
        in object: PayloadObject,
        effect: String
    ) throws(PayloadError) -> Bool {
        guard let value = object.members[key] else { return false }
        switch value {
        case .number(let number) where number.int == 0 || number.int == 1:
            return number.int == 1
        case .bool(let isSet):
            let number = isSet ? 1 : 0
            let effect = "it counts as \(number)"
            warn(object, key, "is \(isSet), not a number", effect: effect, fix: "write \(number)")
            return isSet
        case .string(let text):
            let isSet = Self.wordsForYes.contains(text.lowercased())
            let taken = "it counts as 1 here; what Apple's system does with it is not documented"
            warn(
                object,
                key,
                "is the string \(text.quoted)",
                effect: isSet ? taken : effect,
                fix: "write 1"
            )
            return isSet
        case .number(let number):
            warn(object, key, "is \(number.literal)", effect: effect, fix: "write 1 or remove it")
            return false
        default:
            try object.passWrongType(key, expected: "1")
            return false
        }
    }

    /// Strings whose `boolValue` is true and that senders write.
    private static let wordsForYes: Set<String> = ["1", "true", "yes"]

    private func content(
        _ aps: PayloadObject,
        isLiveActivity: Bool
    ) throws(PayloadError) -> NotificationContent {
        var content = NotificationContent(userInfo: root.members)
        try readAlert(aps, into: &content)
        content.badge = try aps.integer("badge", from: 0)
        content.sound = try sound(aps)
        content.threadIdentifier = try aps.text("thread-id") ?? ""
        content.categoryIdentifier = try aps.text("category") ?? ""
        content.targetContentIdentifier = try aps.text("target-content-id")
        content.filterCriteria = try aps.text("filter-criteria")
        content.interruptionLevel = try interruptionLevel(aps)
        let scores: ClosedRange<Double>? = isLiveActivity ? nil : 0...1
        let score = try aps.number("relevance-score", in: scores) ?? 0
        // That of an activity is among activities, of any size (ActivityKit); a notification's is not.
        content.relevanceScore = min(max(score, 0), 1)
        return content
    }

    private func interruptionLevel(
        _ aps: PayloadObject
    ) throws(PayloadError) -> InterruptionLevel {
        let key = "interruption-level"
        guard let name = try aps.text(key) else { return .active }
        if let level = InterruptionLevel(payloadName: name) { return level }
        let names = InterruptionLevel.allCases.map(\.payloadName)
        let meant = Spelling.nearest(to: name, among: names).map { [$0] } ?? names
        warn(
            aps,
            key,
            "is \(name.quoted), an unknown level",
            effect: "it counts as active",
            fix: "write " + meant.map { "\"\($0)\"" }.joined(separator: " or ")
        )
        return .active
    }
}
