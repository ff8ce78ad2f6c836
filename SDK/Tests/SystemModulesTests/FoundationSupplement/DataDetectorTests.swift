// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
@testable internal import FoundationSupplement
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct DataDetectorTests {
    private static let address = NSTextCheckingResult.CheckingType(rawValue: 1 << 5)

    private func matches(
        _ types: NSTextCheckingResult.CheckingType,
        in text: String
    ) throws -> [NSTextCheckingResult] {
        let detector = try NSDataDetector(types: types.rawValue)
        return detector.matches(in: text, range: NSRange(text.startIndex..., in: text))
    }

    private func texts(
        _ types: NSTextCheckingResult.CheckingType,
        in text: String
    ) throws -> [String] {
        try matches(types, in: text).map { (text as NSString).substring(with: $0.range) }
    }

    @Test(
        arguments: [
            ("See https://example.com/a?b=c#d.", ["https://example.com/a?b=c#d"]),
            (
                "(https://en.example.org/wiki/Bell_(tower))",
                ["https://en.example.org/wiki/Bell_(tower)"]
            ),
            (
                "Go to example.com, or www.example.co.uk/x!",
                ["http://example.com", "http://www.example.co.uk/x"]
            ),
            (
                "Mail ann.b@example.org or mailto:c@d.io.",
                ["mailto:ann.b@example.org", "mailto:c@d.io"]
            ),
            ("open myapp://order/7 now", ["myapp://order/7"]),
            ("🔔 https://example.com/ü", ["https://example.com/%C3%BC"]),
            ("<a href=\"https://a.de/b\">c</a>", ["https://a.de/b"]),
            ("报告：https://example.cn/a。完", ["https://example.cn/a"]),
            ("http://localhost:8080/x", ["http://localhost:8080/x"]),
            ("costs 3.14, e.g. 1.5 or a.m., done.My :// a@b @c.d", []),
        ]
    )
    func `links are found without the signs of the sentence`(
        _ text: String,
        _ expected: [String]
    ) throws {
        let found = try matches(.foundLink, in: text)
        #expect(found.compactMap { $0.url?.absoluteString } == expected)
        #expect(found.allSatisfy { $0.resultType == .foundLink })
    }

    @Test func `ranges count in UTF-16 units of the whole text`() throws {
        let text = "🔔🔔 a.com b.com"
        let detector = try NSDataDetector(
            types: NSTextCheckingResult.CheckingType.foundLink.rawValue
        )
        let range = NSRange(location: 6, length: 10)
        #expect(
            detector.rangeOfFirstMatch(in: text, range: range) == NSRange(location: 11, length: 5)
        )
        let whole = NSRange(text.startIndex..., in: text)
        #expect(
            detector.rangeOfFirstMatch(in: text, range: whole) == NSRange(location: 5, length: 5)
        )
        #expect(detector.numberOfMatches(in: text, range: whole) == 2)
        #expect(detector.numberOfMatches(in: text, range: NSRange(location: 90, length: 9)) == 0)
        var found = 0
        detector.enumerateMatches(in: text, range: whole) { _, _, isEnough in
            found += 1
            unsafe isEnough.pointee = true
        }
        #expect(found == 1)
    }

    @Test(
        arguments: [
            ("Call +49 30 1234567 today", ["+49 30 1234567"]),
            ("(555) 123-4567 or 555-1234", ["(555) 123-4567", "555-1234"]),
            ("1-800-555-0199, 555.123.4567", ["1-800-555-0199", "555.123.4567"]),
            ("030/1234567", ["030/1234567"]),
            ("5551234567", ["5551234567"]),
            ("code 123456, order #5551234567, 10 000 000 €, 192.168.10.100", []),
            ("2026-11-28 and 28.11.2026 14:30, $5551234567, x5551234567, 5551234567%", []),
        ]
    )
    func `phone numbers are told from other numbers`(_ text: String, _ expected: [String]) throws {
        #expect(try texts(.foundPhoneNumber, in: text) == expected)
        #expect(try matches(.foundPhoneNumber, in: text).compactMap(\.phoneNumber) == expected)
    }

    /// Saturday, 28 November 2026, 10:00, where the tests run.
    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return calendar
    }

    private static func moment(_ parts: [Int]) -> Date? {
        calendar.date(
            from: DateComponents(
                year: parts[0],
                month: parts[1],
                day: parts[2],
                hour: parts[3],
                minute: parts[4]
            )
        )
    }

    @Test(
        arguments: [
            ("due 2026-12-01.", "2026-12-01", [2026, 12, 1, 12, 0]),
            ("2026-12-01 14:30", "2026-12-01 14:30", [2026, 12, 1, 14, 30]),
            ("am 28.11.2026, 9:05", "28.11.2026, 9:05", [2026, 11, 28, 9, 5]),
            ("on 25/12/2026", "25/12/2026", [2026, 12, 25, 12, 0]),
            ("Nov. 30th, 2027 at 5 PM!", "Nov. 30th, 2027 at 5 PM", [2027, 11, 30, 17, 0]),
            ("the 3rd of March", "3rd of March", [2027, 3, 3, 12, 0]),
            ("Friday, November 27", "Friday, November 27", [2027, 11, 27, 12, 0]),
            ("see you Monday at 9:30", "Monday at 9:30", [2026, 11, 30, 9, 30]),
            ("tomorrow", "tomorrow", [2026, 11, 29, 12, 0]),
            ("lunch at 12:30 p.m. tomorrow", "at 12:30 p.m. tomorrow", [2026, 11, 29, 12, 30]),
            ("doors 7:15 PM", "7:15 PM", [2026, 11, 28, 19, 15]),
        ] as [(String, String, [Int])]
    )
    func `dates are found in numbers and in English`(
        _ text: String,
        _ expected: String,
        _ parts: [Int]
    ) throws {
        let now = try #require(Self.moment([2026, 11, 28, 10, 0]))
        let range = NSRange(text.startIndex..., in: text)
        let found = DateDetector(DetectorText(text, range), at: now).dates()
        #expect(found.map { (text as NSString).substring(with: $0.range) } == [expected])
        #expect(found.first?.date == Self.moment(parts))
        #expect(found.first?.timeZone == nil)
    }

    @Test func `a date has the zone that the text gives it`() throws {
        for text in ["2026-11-28T14:30:00Z", "2026-11-28T15:30:00.000+01:00"] {
            let found = try matches(.foundDate, in: text)
            #expect(found.map(\.range.length) == [text.utf16.count])
            #expect(found.first?.date == Date(timeIntervalSince1970: 1_795_876_200))
            #expect(found.first?.timeZone != nil)
        }
    }

    @Test(arguments: [
        "5:30", "3/4", "1.2.3", "2026-13-45", "31 February", "may 5G", "Sun", "25:00 PM",
    ])
    func `what is no date is left alone`(_ text: String) throws {
        #expect(try texts(.foundDate, in: text) == [])
    }

    @Test func `kinds are found together, in the order of the text`() throws {
        let text = "+1 555 123 4567, tomorrow, https://a.com/5551234567 2026-11-28"
        let found = try matches(
            [.foundLink, .foundPhoneNumber, .foundDate, Self.address],
            in: text
        )
        #expect(found.map(\.resultType) == [.foundPhoneNumber, .foundDate, .foundLink, .foundDate])
        #expect(found[2].phoneNumber == nil && found[2].date == nil && found[0].url == nil)
    }

    @Test func `a detector of nothing that is found here is an error`() {
        #expect(throws: CocoaError.self) { try NSDataDetector(types: Self.address.rawValue) }
        #expect(throws: CocoaError.self) { try NSDataDetector(types: 0) }
    }

    @Test(
        arguments: [
            "a.", "a@", "http://", "://", "((((", "a://(", "1-", "+1 ", "1.1.", "12:30 ",
            "Nov 28, ", "))", "é",
            "a.com@", "on ", "Friday, ",
        ]
    )
    func `long texts made against it take no long time`(_ piece: String) throws {
        let text = String(repeating: piece, count: 50_000 / piece.utf16.count)
        _ = try matches([.foundLink, .foundPhoneNumber, .foundDate], in: text)
        _ = try matches(.foundLink, in: "http://" + text)
    }
}
