// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which form of a noun goes with a number, by the rules of Unicode's CLDR for whole numbers.
package enum PluralCategory: String, Sendable {
    case zero
    case one
    case two
    case few
    case many
    case other

    /// Finds the form.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - language: The language, such as `pl` or `pt-BR`. One without rules here has those of
    ///     English.
    package init(of number: Int, in language: String) {
        let number = number.magnitude
        switch String(language.prefix { $0 != "-" && $0 != "_" }) {
        case "ja", "zh", "ko", "vi", "th", "id", "ms": self = .other
        case "fr", "pt", "hy", "hi", "fa": self = number < 2 ? .one : .other
        case "ru", "uk", "be", "sr", "hr", "bs": self = Self.eastSlavic(number)
        case "pl": self = Self.polish(number)
        case "cs", "sk": self = number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case "ar": self = Self.arabic(number)
        case "he": self = number == 1 ? .one : number == 2 ? .two : .other
        default: self = number == 1 ? .one : .other
        }
    }

    private static func eastSlavic(_ number: UInt) -> Self {
        let isTeen = (11...14).contains(number % 100)
        if number % 10 == 1, !isTeen { return .one }
        return (2...4).contains(number % 10) && !isTeen ? .few : .many
    }

    private static func polish(_ number: UInt) -> Self {
        if number == 1 { return .one }
        let isTeen = (12...14).contains(number % 100)
        return (2...4).contains(number % 10) && !isTeen ? .few : .many
    }

    private static func arabic(_ number: UInt) -> Self {
        switch number {
        case 0: .zero
        case 1: .one
        case 2: .two
        default:
            switch number % 100 {
            case 3...10: .few
            case 11...99: .many
            default: .other
            }
        }
    }
}
