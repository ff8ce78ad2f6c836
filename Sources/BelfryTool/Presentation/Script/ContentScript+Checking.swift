// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import Foundation

extension ContentScript.Expectation {
    /// Compares the notification with what is expected.
    ///
    /// - Parameter snapshot: The notification.
    /// - Throws: ``ScriptFailure`` with what was expected and what there is.
    func check(_ snapshot: ContentSnapshot) throws(ScriptFailure) {
        switch self {
        case .label(let text, let isShown):
            guard snapshot.shows(text) != isShown else { return }
            let expected = isShown ? "a label \(text.quoted)" : "no label \(text.quoted)"
            throw ScriptFailure(expected: expected, found: snapshot)
        case .actions(let identifiers):
            try Self.compare(identifiers, snapshot.actions.map(\.identifier), "actions", "none")
        case .app(let actions, let text): try Self.check(actions, text, of: snapshot)
        case .angle(let target, let degrees):
            let angle = try target.resolved(in: snapshot).node.transform.degrees
            // Angles are the same that are a whole turn apart.
            let distance = (angle - degrees).remainder(dividingBy: 360)
            try Self.compare(degrees, angle, distance: distance, "an angle of")
        case .alpha(let target, let alpha):
            let found = try target.resolved(in: snapshot).node.reals[.alpha] ?? 1
            try Self.compare(alpha, found, distance: alpha - found, "an alpha of")
        case .value(let target, let value):
            let found = try target.resolved(in: snapshot).node.reals[.value] ?? 0
            try Self.compare(value, found, distance: value - found, "a value of")
        case .isOn(let target, let isOn):
            let found = try target.resolved(in: snapshot).node.integers[.isOn] == 1
            try Self.compare(isOn ? "on" : "off", found ? "on" : "off", "the switch")
        case .phase(let word): try Self.compare(word, snapshot.phase.sentence, "the phase")
        case .playing(let isPlaying):
            let found = snapshot.isPlaying ? "playing" : "paused"
            try Self.compare(isPlaying ? "playing" : "paused", found, "media")
        case .refused: throw ScriptFailure("refusals are checked by doing")
        }
    }

    private static func check(
        _ actions: [String],
        _ text: String?,
        of snapshot: ContentSnapshot
    ) throws(ScriptFailure) {
        var found: [String] = []
        var lastText: String?
        for case .response(_, let action, let text) in snapshot.appEvents {
            found.append(action)
            lastText = text
        }
        let expected = zip(actions, found).map { Self.names[$0] == $1 ? $1 : $0 }
        let rest = actions.dropFirst(found.count)
        try compare(expected + rest, found, "that the app was told", "nothing")
        guard let text, text != lastText else { return }
        throw ScriptFailure(
            expected: "that the app was told the text \(text.quoted)",
            found: lastText?.quoted ?? "none"
        )
    }

    /// Short words for Apple's identifiers.
    private static let names = [
        "default": "com.apple.UNNotificationDefaultActionIdentifier",
        "dismiss": "com.apple.UNNotificationDismissActionIdentifier",
    ]

    private static func compare(
        _ expected: [String],
        _ found: [String],
        _ what: String,
        _ none: String
    ) throws(ScriptFailure) {
        guard expected != found else { return }
        func list(_ names: [String]) -> String {
            names.isEmpty ? none : names.joined(separator: ",")
        }
        throw ScriptFailure(expected: "\(what) \(list(expected))", found: list(found))
    }

    private static func compare(
        _ expected: String,
        _ found: String,
        _ what: String
    ) throws(ScriptFailure) {
        // A fallback's verdict stands behind its word.
        guard expected != found, !found.hasPrefix(expected + ":") else { return }
        throw ScriptFailure(expected: "\(what) \(expected)", found: found)
    }

    private static func compare(
        _ expected: Double,
        _ found: Double,
        distance: Double,
        _ what: String
    ) throws(ScriptFailure) {
        guard abs(distance) > 0.01 else { return }
        throw ScriptFailure(expected: "\(what) \(expected.plain)", found: found.plain)
    }
}

extension ContentScript.Target {
    /// Finds the view that is meant among those that can be seen.
    ///
    /// Of several with the same text, the one that takes input is meant.
    ///
    /// - Parameter snapshot: The notification.
    /// - Returns: The view.
    /// - Throws: ``ScriptFailure`` when there is none, or more than one.
    func resolved(in snapshot: ContentSnapshot) throws(ScriptFailure) -> ShownView {
        let shown = snapshot.shownViews + snapshot.shownAccessory
        let found = shown.filter(isMeant)
        if found.count == 1 { return found[0] }
        let taking = found.filter(\.takesInput)
        if taking.count == 1 { return taking[0] }
        if found.isEmpty {
            throw ScriptFailure(expected: "\(self)", found: snapshot)
        }
        let numbers = found.map { "view \($0.node.number)" }.joined(separator: ", ")
        throw ScriptFailure(expected: "one view that is \(self)", found: numbers)
    }

    private func isMeant(_ view: ShownView) -> Bool {
        switch self {
        case .text(let text): view.node.texts[.text] == text
        case .label(let label): view.node.texts[.accessibilityLabel] == label
        case .view(let number): view.node.number == number
        }
    }
}

extension ContentScript.Target: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): text.quoted
        case .label(let label): "#\(label.quoted)"
        case .view(let number): "view \(number)"
        }
    }
}

extension ScriptFailure {
    /// Says what there is in place of what was expected: the phase where it matters, and the texts.
    init(expected: String, found snapshot: ContentSnapshot) {
        let texts = snapshot.shownTexts.prefix(12).map(\.quoted)
        let list = texts.isEmpty ? "no text" : texts.joined(separator: ", ")
        let phase = snapshot.phase == .open ? "" : "\(snapshot.phase.sentence); "
        self.init(expected: expected, found: phase + list)
    }
}

extension ContentSnapshot {
    /// The texts of the views that can be seen.
    fileprivate var shownTexts: [String] {
        (shownViews + shownAccessory).compactMap { $0.node.texts[.text] }.filter { !$0.isEmpty }
    }

    /// Whether a view that can be seen has this text.
    func shows(_ text: String) -> Bool { shownTexts.contains(text) }
}

extension ContentSnapshot.Phase {
    /// The phase with what it is about, for people.
    var sentence: String {
        switch self {
        case .fallback(let verdict, let explanation):
            "fallback: \(verdict.reason), \(explanation)"
        case .answering(let action): "answering: \(action)"
        case .loading, .open, .closed: word
        }
    }
}

extension Double {
    /// The number without a point where nothing is behind it.
    var plain: String {
        let value = inDocument
        return Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
