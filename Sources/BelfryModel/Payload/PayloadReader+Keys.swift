// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PayloadReader {
    /// Notes keys that stand where Apple does not read them.
    func noteMisplacedKeys(_ aps: PayloadObject) {
        if aps.members.isEmpty {
            warn(
                root,
                "aps",
                "is empty",
                effect: "nothing is shown and the app is not woken",
                fix: "add \"alert\", \"badge\", \"sound\" or \"content-available\": 1"
            )
        }
        for key in aps.members.keys where !Self.apsKeys.contains(key) {
            warn(
                aps,
                key,
                "is not a key of aps",
                effect: "Apple ignores custom keys inside aps",
                fix: fix(forUnknown: key)
            )
        }
        for key in root.members.keys {
            guard let meant = Self.misplacedAtTop(key) else { continue }
            warn(
                root,
                key,
                "stands beside aps",
                effect: "there it is only a custom value for the app",
                fix: "write \"\(meant)\" inside \"aps\""
            )
        }
    }

    /// Every key of `aps`; `url-args` is that of Safari's website pushes.
    static let apsKeys =
        [
            "alert", "badge", "sound", "thread-id", "category", "content-available",
            "mutable-content", "target-content-id", "interruption-level", "relevance-score",
            "filter-criteria", "url-args",
        ] + liveActivityKeys

    private func fix(forUnknown key: String) -> String {
        if Self.alertKeys.contains(key) { return "move it into \"alert\"" }
        if let near = Spelling.nearest(to: key, among: Self.apsKeys) { return "write \"\(near)\"" }
        return "move it out, beside \"aps\""
    }

    /// The key of `aps` that a key of the payload's top level stands for.
    ///
    /// Only hyphenated keys and `alert`, as an app may well have its own `category` or `sound`.
    private static func misplacedAtTop(_ key: String) -> String? {
        if key == "alert" || keysOfApsAlone.contains(key) { return key }
        guard key.contains(where: { $0 == "_" || $0.isUppercase }) else { return nil }
        let folded = key.lowercased().filter(\.isLetter)
        return keysOfApsAlone.first { $0.filter(\.isLetter) == folded }
    }

    private static let keysOfApsAlone = [
        "mutable-content", "content-available", "thread-id", "target-content-id",
        "interruption-level", "relevance-score", "filter-criteria",
    ]
}
