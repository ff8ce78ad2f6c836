// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a value fills columns.
public struct OSLogStringAlignment: Sendable {
    private let leading: Int
    private let trailing: Int

    /// As wide as the value.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(leading: 0, trailing: 0) }

    /// At least this wide, the value at the left.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(leading: 0, trailing: columns())
    }

    /// At least this wide, the value at the right.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(leading: columns(), trailing: 0)
    }

    /// The most columns there are: a line of the log is not longer.
    private static let columnLimit = 4096

    /// The value with its spaces.
    func padded(_ text: String) -> String {
        let missing = min(max(leading, trailing), Self.columnLimit) - text.count
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return leading > 0 ? spaces + text : text + spaces
    }
}
