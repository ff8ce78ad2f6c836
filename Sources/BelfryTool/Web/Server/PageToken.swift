// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a page's address has that nobody can guess: whoever does not know it gets nothing.
struct PageToken: Sendable {
    /// 128 bits as hexadecimal digits.
    let text: String

    /// Makes one with the system's generator (man 2 getrandom).
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<2).map { _ in Self.hex(generator.next()) }.joined()
    }

    /// Whether a text is the token, found out in a time that says nothing of where it differs.
    func isEqual(to other: some StringProtocol) -> Bool {
        guard other.utf8.count == text.utf8.count else { return false }
        return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
