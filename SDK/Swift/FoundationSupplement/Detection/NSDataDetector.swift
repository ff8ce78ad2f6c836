// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Kinds of what is found in texts, as bits of `NSTextCheckingResult.CheckingType`.
public typealias NSTextCheckingTypes = UInt64

/// Finds links, phone numbers and dates of plain forms in a text.
///
/// Apple's finds more, by data of languages that are Apple's own. This one finds:
///
/// - Links: whatever has a scheme and `://`, addresses of mail, and domains without a scheme of the
///   common generic top-level domains and those of countries. A letter that touches a link on the right
///   belongs to it.
/// - Phone numbers: with `+`, with groups of digits, or of 10 or 11 digits alone. Short numbers,
///   extensions and numbers in letters are not found.
/// - Dates: `2026-11-28`, `11/28/2026` (in the order of the user's region), `28.11.2026`, the English
///   names of months and days, `today`, `tomorrow` and `yesterday`, with a time or without. A date
///   without a time is at noon; one without a year is the next that comes. A time alone is today, and
///   needs `AM`, `PM` or `at`. Other languages, durations and periods are not found.
///
/// Addresses and flights are not found. The compiler warns that Foundation returns no links, numbers
/// and dates on Linux: this class does. It is no
/// `NSRegularExpression`, as Apple's is. The time that a search takes grows with the length of the text,
/// whatever is in it.
public final class NSDataDetector: NSObject, Sendable {
    /// What it looks for, found here or not.
    public let checkingTypes: NSTextCheckingTypes

    /// Creates a detector of some kinds.
    ///
    /// - Throws: `CocoaError.formatting` where it finds none of the kinds.
    public init(types checkingTypes: NSTextCheckingTypes) throws {
        let found: NSTextCheckingResult.CheckingType = [.foundLink, .foundPhoneNumber, .foundDate]
        guard checkingTypes & found.rawValue != 0 else { throw CocoaError(.formatting) }
        self.checkingTypes = checkingTypes
    }

    /// Calls a closure with each match, in the order of the text, until it sets its last argument.
    ///
    /// - Parameters:
    ///   - string: The text.
    ///   - options: Without effect, as these are for regular expressions.
    ///   - range: Where to look.
    ///   - block: The closure.
    public func enumerateMatches(
        in string: String,
        options: NSRegularExpression.MatchingOptions = [],
        range: NSRange,
        using block: (
            NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>
        ) -> Void
    ) {
        var isEnough = ObjCBool(false)
        for match in matches(in: string, options: options, range: range) {
            unsafe block(match, [], &isEnough)
            if isEnough.boolValue { return }
        }
    }

    /// Returns all matches, in the order of the text.
    public func matches(
        in string: String,
        options: NSRegularExpression.MatchingOptions = [],
        range: NSRange
    ) -> [NSTextCheckingResult] {
        let text = DetectorText(string, range)
        var found: [DetectedResult] = []
        if looks(for: .foundLink) { found += LinkDetector(text).links() }
        if looks(for: .foundDate) { found += DateDetector(text).dates() }
        if looks(for: .foundPhoneNumber) { found += PhoneDetector(text).numbers() }
        var end = 0
        // Links go before dates, and these before numbers, where they begin at one place.
        let ordered = found.enumerated().sorted {
            ($0.element.range.location, $0.offset) < ($1.element.range.location, $1.offset)
        }
        return ordered.compactMap { _, result in
            guard result.range.location >= end else { return nil }
            end = result.range.location + result.range.length
            return result
        }
    }

    /// Returns how many matches there are.
    public func numberOfMatches(
        in string: String,
        options: NSRegularExpression.MatchingOptions = [],
        range: NSRange
    ) -> Int {
        matches(in: string, options: options, range: range).count
    }

    /// Returns the first match.
    public func firstMatch(
        in string: String,
        options: NSRegularExpression.MatchingOptions = [],
        range: NSRange
    ) -> NSTextCheckingResult? {
        matches(in: string, options: options, range: range).first
    }

    /// Returns where the first match is; at `NSNotFound` where there is none.
    public func rangeOfFirstMatch(
        in string: String,
        options: NSRegularExpression.MatchingOptions = [],
        range: NSRange
    ) -> NSRange {
        firstMatch(in: string, options: options, range: range)?.range
            ?? NSRange(location: NSNotFound, length: 0)
    }

    private func looks(for type: NSTextCheckingResult.CheckingType) -> Bool {
        checkingTypes & type.rawValue != 0
    }
}
