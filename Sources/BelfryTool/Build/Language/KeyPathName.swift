// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The name by which Objective-C finds a property, made from what stands in a `#keyPath(…)`.
struct KeyPathName: Equatable {
    /// The names of properties with dots between them, such as `currentItem.status`.
    let text: String

    /// Reads an expression such as `AVPlayerItem.status` or `player.currentItem.duration`.
    ///
    /// - Parameter expression: What stands between the parentheses, in words and symbols.
    init?(expression: [String]) {
        let words = expression.filter { $0 != "." && $0 != "?" && $0 != "!" }
            .map { String($0.filter { $0 != "`" }) }
        let types = words.prefix { $0.first?.isUppercase == true || $0 == "self" }
        let names = words.dropFirst(types.count)
        let areNames = names.allSatisfy { $0.first?.isLetter == true || $0.first == "_" }
        guard !names.isEmpty, areNames else { return nil }
        let isOfApple = types.first.map(Self.isOfApple) ?? false
        text = names.map { isOfApple ? Self.objectiveC($0) : $0 }.joined(separator: ".")
    }

    /// Whether a class has one of the prefixes of Apple's whose properties are observed.
    private static func isOfApple(_ type: String) -> Bool {
        ["AV", "CA", "MK", "UI", "WK"].contains { prefix in
            type.hasPrefix(prefix) && type.dropFirst(2).first?.isUppercase == true
        }
    }

    /// A property's name without what Swift puts before those of Booleans: `hidden` for `isHidden`.
    private static func objectiveC(_ name: String) -> String {
        guard name != "url" else { return "URL" }
        let rest = name.dropFirst(2)
        guard name.hasPrefix("is"), let first = rest.first, first.isUppercase else { return name }
        return first.lowercased() + rest.dropFirst()
    }
}
