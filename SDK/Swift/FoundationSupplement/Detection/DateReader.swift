// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A text as words, numbers and signs, in which days are read.
struct DateReader {
    /// A word, a number or a sign.
    struct Token {
        let place: Range<Int>
        /// Small letters of English, digits, or one sign.
        let text: String
        /// Whether a space is before it.
        let isApart: Bool

        /// A number of four digits at most.
        var number: Int? { text.utf8.count <= 4 ? Int(text) : nil }
    }

    /// A day of Gregory's calendar.
    struct Day: Equatable {
        let (year, month, day): (Int, Int, Int)

        init(_ year: Int, _ month: Int, _ day: Int) {
            (self.year, self.month, self.day) = (year, month, day)
        }
    }

    let text: DetectorText
    let tokens: [Token]
    private let today: DateComponents
    private let calendar: Calendar

    init(_ text: DetectorText, today: DateComponents, calendar: Calendar) {
        self.text = text
        self.today = today
        self.calendar = calendar
        tokens = Self.split(text)
    }

    private static func split(_ text: DetectorText) -> [Token] {
        var tokens: [Token] = []
        var (index, isApart) = (0, true)
        while index < text.units.count {
            let (start, unit) = (index, text[index])
            index += 1
            if unit <= 0x20 || unit == 0xA0 || unit == 0x202F {
                isApart = true
                continue
            }
            if unit.isASCIIDigit {
                while text[index].isASCIIDigit { index += 1 }
            } else if unit.isWord {
                while text[index].isWord, !text[index].isASCIIDigit { index += 1 }
            }
            let word = text.string(start..<index).lowercased()
            tokens.append(Token(place: start..<index, text: word, isApart: isApart))
            isApart = false
        }
        return tokens
    }

    subscript(index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

    func says(_ words: String..., at index: Int) -> Bool {
        self[index].map { words.contains($0.text) } ?? false
    }

    /// Whether a token touches the one before, and both are of words or numbers.
    private func isInside(_ index: Int) -> Bool {
        guard let token = self[index], !token.isApart, let before = self[index - 1] else {
            return false
        }
        let isSign = before.text.utf16.first.map { $0.isOne(of: "-./:+#$_@%&=") } ?? false
        return isSign || before.text.utf16.first?.isWord ?? false
    }

    /// Whether a word or a number touches the token before, or is joined to it by a sign.
    private func goesOn(at index: Int) -> Bool {
        guard let token = self[index], !token.isApart, let unit = token.text.utf16.first else {
            return false
        }
        guard unit.isOne(of: "-./:") else { return unit.isWord }
        return self[index + 1].map { !$0.isApart && $0.text.utf16.first?.isWord ?? false } ?? false
    }

    /// A day that begins at a token, and the token after it.
    func day(at index: Int) -> (Day, Int)? {
        guard !isInside(index) else { return nil }
        let found =
            numbers(at: index) ?? relative(at: index) ?? monthFirst(at: index)
            ?? dayFirst(at: index) ?? weekday(at: index)
        guard let (day, end) = found, says("t", at: end) || !goesOn(at: end) else { return nil }
        return (day, end)
    }

    /// A day after a time: `on Friday`, `, 28 November`, `tomorrow`.
    func day(after index: Int) -> (Day, Int)? {
        day(at: says("on", ",", at: index) ? index + 1 : index)
    }

    // MARK: Numbers

    private func numbers(at index: Int) -> (Day, Int)? {
        guard let first = self[index], let sign = self[index + 1], let second = self[index + 2],
            let sign2 = self[index + 3], let third = self[index + 4],
            ["-", "/", "."].contains(sign.text), sign.text == sign2.text,
            ![sign, second, sign2, third].contains(where: \.isApart),
            let a = first.number, let b = second.number, let c = third.number
        else { return nil }
        let day: Day?
        switch (first.text.utf8.count, second.text.utf8.count, third.text.utf8.count) {
        case (4, 1...2, 1...2): day = valid(a, b, c)
        case (1...2, 1...2, 4): day = ordered(a, b, c, sign.text)
        case (1...2, 1...2, 2) where sign.text != "-": day = ordered(a, b, 2000 + c, sign.text)
        default: day = nil
        }
        return day.map { ($0, index + 5) }
    }

    /// A day of two numbers: with points the day is first, else what the region has first.
    private func ordered(_ a: Int, _ b: Int, _ year: Int, _ sign: String) -> Day? {
        let isMonthFirst = sign != "." && Self.isMonthFirst
        let (usual, other) = isMonthFirst ? ((a, b), (b, a)) : ((b, a), (a, b))
        return valid(year, usual.0, usual.1) ?? valid(year, other.0, other.1)
    }

    /// Whether the user's region writes months before days.
    private static var isMonthFirst: Bool {
        let format =
            DateFormatter.dateFormat(fromTemplate: "dM", options: 0, locale: .current) ?? ""
        guard let month = format.firstIndex(of: "M"), let day = format.firstIndex(of: "d") else {
            return false
        }
        return month < day
    }

    /// A day that there is.
    private func valid(_ year: Int, _ month: Int, _ day: Int) -> Day? {
        guard (1900...2200).contains(year), (1...12).contains(month),
            day >= 1, let first = calendar.date(from: DateComponents(year: year, month: month)),
            let days = calendar.range(of: .day, in: .month, for: first), days.contains(day)
        else { return nil }
        return Day(year, month, day)
    }

    // MARK: Words

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]

    private static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// The number of a name of some, which may be cut to three letters or four.
    private func number(_ names: [String], at index: Int) -> Int? {
        guard let word = self[index]?.text, word.utf8.count >= 3 else { return nil }
        return names.firstIndex { $0 == word || word.utf8.count <= 4 && $0.hasPrefix(word) }
            .map { $0 + 1 }
    }

    private func relative(at index: Int) -> (Day, Int)? {
        let shifts = ["yesterday": -1, "today": 0, "tomorrow": 1]
        guard let word = self[index]?.text, let shift = shifts[word] else { return nil }
        return shifted(shift).map { ($0, index + 1) }
    }

    /// The day so many days from today.
    private func shifted(_ days: Int) -> Day? {
        guard let noon = calendar.date(from: noonToday),
            let date = calendar.date(byAdding: .day, value: days, to: noon)
        else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return Day(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    private var noonToday: DateComponents {
        DateComponents(year: today.year, month: today.month, day: today.day, hour: 12)
    }

    /// `November 28`, `Nov. 28th, 2026`.
    private func monthFirst(at index: Int) -> (Day, Int)? {
        guard let month = number(Self.months, at: index) else { return nil }
        let dayIndex = says(".", at: index + 1) ? index + 2 : index + 1
        guard let (day, end) = ordinal(at: dayIndex), self[dayIndex]?.isApart ?? false else {
            return nil
        }
        let yearIndex = says(",", at: end) ? end + 1 : end
        return dated(month, day, yearAt: yearIndex, end: end)
    }

    /// `28 November`, `28th of Nov. 2026`.
    private func dayFirst(at index: Int) -> (Day, Int)? {
        guard let (day, dayEnd) = ordinal(at: index) else { return nil }
        // German and others write a point after the day.
        let after = says(".", at: dayEnd) ? dayEnd + 1 : dayEnd
        let monthIndex = says("of", at: after) ? after + 1 : after
        guard let month = number(Self.months, at: monthIndex) else { return nil }
        let isCut = says(".", at: monthIndex + 1) && self[monthIndex + 2]?.number != nil
        let end = isCut ? monthIndex + 2 : monthIndex + 1
        return dated(month, day, yearAt: says(",", at: end) ? end + 1 : end, end: monthIndex + 1)
    }

    /// A day of a month, with the year that follows or the next in which it comes.
    private func dated(_ month: Int, _ day: Int, yearAt index: Int, end: Int) -> (Day, Int)? {
        if let token = self[index], token.text.utf8.count == 4, let year = token.number,
            !says(":", at: index + 1), let day = valid(year, month, day)
        {
            return (day, index + 1)
        }
        guard let year = today.year, let now = today.month, let date = today.day else { return nil }
        let isOver = (month, day) < (now, date)
        return valid(isOver ? year + 1 : year, month, day).map { ($0, end) }
    }

    /// A number of a day, with the letters of an order or without.
    private func ordinal(at index: Int) -> (Int, Int)? {
        guard let token = self[index], token.text.utf8.count <= 2, let day = token.number else {
            return nil
        }
        let hasLetters = says("st", "nd", "rd", "th", at: index + 1) && !tokens[index + 1].isApart
        return (day, hasLetters ? index + 2 : index + 1)
    }

    /// A weekday, alone in full or before a day in any length.
    private func weekday(at index: Int) -> (Day, Int)? {
        guard let weekday = number(Self.weekdays, at: index), let word = self[index]?.text else {
            return nil
        }
        var after = index + 1
        if says(".", at: after) { after += 1 }
        if says(",", at: after) { after += 1 }
        if let found = numbers(at: after) ?? monthFirst(at: after) ?? dayFirst(at: after) {
            return found
        }
        guard Self.weekdays.contains(word), let now = today.weekday else { return nil }
        return shifted((weekday - now + 7) % 7).map { ($0, index + 1) }
    }
}
