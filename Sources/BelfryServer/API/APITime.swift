// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Foundation

/// Times as the API writes them: RFC 3339 in UTC, with milliseconds.
enum APITime {
    /// 1 January 1970 to the end of the year 9999: what four digits can say.
    static let range: ClosedRange<Int64> = 0...253_402_300_799_999

    /// The text of a time; one outside of the range is written as its nearer end.
    static func text(_ time: UnixTime) -> String {
        let milliseconds = min(max(time.milliseconds, range.lowerBound), range.upperBound)
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let whole = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format().dropLast()
        let digits = String(rest)
        return whole + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
    }

    /// Reads a time, with or without a fraction of a second.
    static func time(_ text: String) -> UnixTime? {
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        let time = UnixTime(seconds: date.timeIntervalSince1970)
        return range.contains(time.milliseconds) ? time : nil
    }
}
