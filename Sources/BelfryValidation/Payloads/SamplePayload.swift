// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A payload that an extension is validated with, and the name by which a finding points to it.
package struct SamplePayload: Sendable {
    /// Such as `emoji`, `random 7` or a file's name.
    package let name: String

    /// The payload; it passes every gate.
    package let payload: PushPayload

    /// Takes a payload of the user's.
    ///
    /// - Parameters:
    ///   - name: What to call it.
    ///   - payload: The payload.
    package init(name: String, payload: PushPayload) {
        self.name = name
        self.payload = payload
    }

    init(_ name: String, _ root: JSONObject) throws(PayloadError) {
        self.name = name
        payload = try PushPayload.parse(JSONValue.object(root).serialized())
    }

    /// It with another category.
    func inCategory(_ category: String) throws(PayloadError) -> SamplePayload {
        var root = payload.root
        var aps = root["aps"]?.object ?? [:]
        aps["category"] = .string(category)
        root["aps"] = .object(aps)
        // The longest fill what a push may have to the last byte.
        let bytes = JSONValue.object(root).serialized()
        return SamplePayload(name: name, payload: try PushPayload.parse(bytes, limit: .voip))
    }

    /// The one that every extension must complete before anything else is worth asking.
    package static func plain() throws(PayloadError) -> SamplePayload {
        try SamplePayload(
            "plain",
            ["aps": ["alert": ["title": "Dinner", "body": "At eight."], "mutable-content": 1]]
        )
    }

    /// One of every kind that extensions are known to trip over.
    package static func builtIn() throws(PayloadError) -> [SamplePayload] {
        let samples: [(String, JSONObject)] = [
            ("text alert", ["aps": ["alert": "Only a text.", "mutable-content": 1]]),
            ("title alone", alert(["title": "Title"])),
            ("empty title", alert(["title": "", "subtitle": "", "body": "Body."])),
            (
                "emoji",
                alert(["title": "👩‍👩‍👧‍👦🏳️‍🌈", "body": "e\u{301} ≠ é, Ω, 한글, \u{1f468}\u{200d}\u{1f33e}"])
            ),
            ("right to left", alert(["title": "שלום", "body": "مرحبا \u{202e}txt.exe"])),
            ("control bytes", alert(["title": "a\u{0}b\u{7}", "body": "one\ntwo\ttab\u{1b}[2J"])),
            ("long title", alert(["title": .string(String(repeating: "x", count: 3500))])),
            ("long unicode", alert(["body": .string(String(repeating: "☃", count: 1100))])),
            ("many keys", many(keys: 160)),
            ("deep", deep(levels: 40)),
            ("every value", every()),
            ("every field", fields()),
        ]
        var payloads: [SamplePayload] = []
        for (name, root) in samples { payloads.append(try SamplePayload(name, root)) }
        return payloads
    }

    private static func alert(_ alert: JSONObject) -> JSONObject {
        ["aps": ["alert": .object(alert), "mutable-content": 1]]
    }

    private static func many(keys: Int) -> JSONObject {
        var root = alert(["body": "Many keys."])
        for index in 0..<keys { root["key\(index)"] = .string("value \(index)") }
        return root
    }

    private static func deep(levels: Int) -> JSONObject {
        var value: JSONValue = "the end"
        for level in 0..<levels {
            value = level.isMultiple(of: 2) ? [value] : ["in": value]
        }
        var root = alert(["body": "Deep."])
        root["deep"] = value
        return root
    }

    private static func every() -> JSONObject {
        var root = alert(["body": "Every kind of value."])
        root["null"] = .null
        root["truth"] = [true, false]
        root["numbers"] = [0, -1, 9_007_199_254_740_993]
        root[""] = "an empty key"
        root["empty"] = [[:], [], ""]
        return root
    }

    private static func fields() -> JSONObject {
        [
            "aps": [
                "alert": ["title": "Title", "subtitle": "Subtitle", "body": "Body"],
                "badge": 3, "sound": "chime.caf", "thread-id": "thread", "category": "category",
                "target-content-id": "window", "interruption-level": "time-sensitive",
                "mutable-content": 1,
            ]
        ]
    }
}
