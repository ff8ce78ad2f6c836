// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Tags that stand for an emoji, such as `skull`.
///
/// A tag is the emoji's name in Unicode in lower case with `_` between its words, with or without
/// what such names end in, or one of the few other words that programs send most.
enum EmojiTag {
    /// The emoji of a tag; nil for a tag that stands for itself.
    static func emoji(_ tag: String) -> String? {
        let tag = tag.lowercased()
        return others[tag] ?? byName[tag]
    }

    /// Other words for emojis.
    private static let others: [String: String] = [
        "+1": "👍", "-1": "👎", "tada": "🎉", "warning": "⚠️", "rotating_light": "🚨", "x": "❌",
        "white_check_mark": "✅", "heavy_check_mark": "✔️", "bell": "🔔", "computer": "💻",
        "loudspeaker": "📢", "boom": "💥", "red_circle": "🔴", "green_circle": "🟢",
        "orange_circle": "🟠", "yellow_circle": "🟡", "exclamation": "❗", "question": "❓",
        "stop_sign": "🛑", "hourglass": "⌛", "email": "📧", "phone": "☎️", "calendar": "📆",
        "lock": "🔒", "unlock": "🔓", "zap": "⚡", "bug": "🐛", "heart": "❤️", "star": "⭐",
        "hammer_and_wrench": "🛠️", "information_source": "ℹ️", "arrow_up": "⬆️",
        "arrow_down": "⬇️", "floppy_disk": "💾", "cd": "💿", "tv": "📺", "house": "🏠",
        "sunny": "☀️", "cloud": "☁️", "thermometer": "🌡️", "poop": "💩", "smile": "😄",
        "facepalm": "🤦", "robot": "🤖", "partying_face": "🥳", "thinking": "🤔",
    ]

    /// What names end in and tags leave out.
    private static let endings = ["_sign", "_symbol", "_face"]

    private static let byName: [String: String] = {
        var names: [String: String] = [:]
        let blocks: [ClosedRange<UInt32>] = [0x2190...0x2BFF, 0x1F000...0x1FAFF]
        for scalar in blocks.joined().compactMap({ Unicode.Scalar($0) }) {
            guard scalar.properties.isEmoji, let official = scalar.properties.name else { continue }
            // A scalar that is text by itself is an emoji with this selector (UTS 51).
            let emoji = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
            let name = official.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
            names[name] = emoji
            for ending in endings where name.hasSuffix(ending) {
                let short = String(name.dropLast(ending.count))
                if names[short] == nil { names[short] = emoji }
            }
        }
        return names
    }()
}
