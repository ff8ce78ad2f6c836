// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Times as a command line has them.
package enum DateWords {
    /// Reads `08:30`, `08:30:15`, `2027-01-31T08:30` or `2027-01-31 08:30:15`.
    ///
    /// - Parameter text: The time, without a zone.
    /// - Returns: What a calendar trigger matches; nil for another text.
    package static func components(of text: String) -> JSONObject? {
        let pattern = /(?:(\d{4})-(\d{2})-(\d{2})[T ])?(\d{1,2}):(\d{2})(?::(\d{2}))?/
        guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
        let parts: [(String, Substring?, ClosedRange<Int>)] = [
            ("year", match.1, 1...9999), ("month", match.2, 1...12), ("day", match.3, 1...31),
            ("hour", match.4, 0...23), ("minute", match.5, 0...59), ("second", match.6, 0...59),
        ]
        var components = JSONObject()
        for (name, digits, range) in parts {
            guard let digits else { continue }
            guard let number = Int(digits), range.contains(number) else { return nil }
            components[name] = .number(JSONNumber(number))
        }
        return components
    }
}
