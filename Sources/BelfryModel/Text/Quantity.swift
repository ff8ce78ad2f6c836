// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Durations and sizes as people write them, such as `30s`, `500ms` and `24MB`.
///
/// KB is 1024 bytes, MB 1024 KB and GB 1024 MB, as memory limits count them; `KiB`, `MiB` and `GiB`
/// mean the same. A space may stand before the unit. The case of a size's unit does not matter; that of
/// a time is lower-case, as `5M` could be minutes and milliseconds.
package enum Quantity {
    /// Reads a duration: a decimal number and `ns`, `us` (`µs`), `ms`, `s`, `m` (`min`) or `h`.
    ///
    /// - Parameter text: Such as `30s`, `1.5 s` or `500ms`; without a unit it is in seconds.
    /// - Returns: The duration, 0 or more; nil when the text is not one, is finer than a nanosecond
    ///   or exceeds 292 years.
    package static func parseDuration(_ text: String) -> Duration? {
        guard let (number, unit) = split(text), let scale = nanoseconds[unit] else { return nil }
        return exact(number, times: scale).map { .nanoseconds($0) }
    }

    /// What a text may mean that is a duration but for the case of its unit, such as `5m or 5ms`.
    ///
    /// - Parameter text: Such as `5M`.
    /// - Returns: One or two durations as they are written; nil where the case alone is not the fault.
    package static func lowercasedDurations(_ text: String) -> String? {
        let lower = text.lowercased()
        guard lower != text, let (_, unit) = split(lower), parseDuration(lower) != nil else {
            return nil
        }
        return unit == "m" ? "\(lower) or \(lower)s" : lower
    }

    /// Reads a size in bytes: a decimal number and `B`, `KB`, `MB` or `GB`, or nothing for bytes.
    ///
    /// - Parameter text: Such as `24MB`, `1.5 MB` or `4096`.
    /// - Returns: The number of bytes, 0 or more; nil when the text is not a size, is not a whole
    ///   number of bytes or exceeds `Int.max`.
    package static func parseByteCount(_ text: String) -> Int? {
        guard let (number, unit) = split(text), let scale = bytes[unit.lowercased()] else {
            return nil
        }
        return exact(number, times: scale)
    }

    /// Whether a text is a number alone, which leaves open what unit is meant.
    package static func isBareNumber(_ text: String) -> Bool {
        split(text).map(\.unit.isEmpty) ?? false
    }

    /// Writes a duration in the largest unit of at most a second that holds it exactly: `30s`, `1500ms`.
    package static func format(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return "\(seconds)s" }
        for (unit, perSecond) in [("ms", Int64(1_000)), ("us", 1_000_000)] {
            let step = 1_000_000_000_000_000_000 / perSecond
            guard attoseconds % step == 0 else { continue }
            return "\(seconds * perSecond + attoseconds / step)\(unit)"
        }
        return "\(duration / .nanoseconds(1))ns".replacingSuffix(".0ns", with: "ns")
    }

    /// Writes a size in the largest unit that holds it exactly: `24MB`, `1536KB`, `4097B`.
    package static func format(byteCount: Int) -> String {
        for (unit, scale) in [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)]
        where byteCount != 0 && byteCount % scale == 0 {
            return "\(byteCount / scale)\(unit)"
        }
        return "\(byteCount)B"
    }

    private static let nanoseconds: [String: Int] = [
        "ns": 1, "us": 1_000, "µs": 1_000, "μs": 1_000, "ms": 1_000_000, "s": 1_000_000_000,
        "": 1_000_000_000, "m": 60_000_000_000, "min": 60_000_000_000, "h": 3_600_000_000_000,
    ]

    private static let bytes: [String: Int] = [
        "": 1, "b": 1, "kb": 1 << 10, "kib": 1 << 10, "mb": 1 << 20, "mib": 1 << 20,
        "gb": 1 << 30, "gib": 1 << 30,
    ]

    /// Parts the number from the unit.
    private static func split(_ text: String) -> (number: Substring, unit: String)? {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard number.first != ".", number.last != ".", !number.isEmpty else { return nil }
        let rest = text[number.endIndex...]
        let unit = rest.first == " " ? rest.dropFirst() : rest
        guard rest.isEmpty || !unit.isEmpty else { return nil }
        return (number, String(unit))
    }

    /// Multiplies a decimal number without rounding; nil when the product is no whole number.
    private static func exact(_ number: Substring, times scale: Int) -> Int? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = Int(parts[0]) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return product }
        let digits = parts[1].reversed().drop { $0 == "0" }.reversed().map { $0 }
        guard digits.count <= 18, let fraction = digits.isEmpty ? 0 : Int(String(digits)) else {
            return nil
        }
        let divisor = (0..<digits.count).reduce(1) { value, _ in value * 10 }
        let scaled = fraction.multipliedFullWidth(by: scale)
        guard scaled.high < divisor else { return nil }
        let (quotient, remainder) = divisor.dividingFullWidth(scaled)
        guard remainder == 0 else { return nil }
        let (sum, carry) = product.addingReportingOverflow(quotient)
        return carry ? nil : sum
    }
}
