// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// Reads one clause.
struct GateParser {
    private let text: String
    private let source: Substring
    private var index: Substring.Index

    init(_ source: Substring, of text: String) {
        self.text = text
        self.source = source
        index = source.startIndex
    }

    mutating func clause() throws(GateError) -> GateClause {
        skipBlanks()
        let start = index
        let part = part()
        let place = index
        let subject = try subject()
        let comparison = try comparison()
        let bound = try bound(for: subject)
        let end = source[start...].lastIndex { !$0.isWhitespace } ?? start
        let clause = GateClause(
            text: String(source[start...end]),
            part: part,
            subject: subject,
            comparison: comparison,
            bound: bound
        )
        if let certainty = clause.certainty { throw fault(at: place, certainty) }
        return clause
    }

    // MARK: Parts of a clause

    /// `cold:`, `warm:` or one of several of them such as `cold, ios-small:`, if it begins so.
    private mutating func part() -> GateClause.Part? {
        let rest = source[index...]
        guard let end = rest.firstIndex(of: ":") else { return nil }
        let name = rest[..<end].trimmed
        let part: GateClause.Part
        switch name {
        case "cold": part = .cold
        case "warm": part = .warm
        default:
            guard name.hasPrefix("cold,") || name.hasPrefix("warm,") else { return nil }
            part = .named(String(name))
        }
        index = source.index(after: end)
        skipBlanks()
        return part
    }

    private mutating func subject() throws(GateError) -> GateClause.Subject {
        let start = index
        let word = word()
        guard !word.isEmpty else {
            throw fault(at: start, "expected what is looked at, such as p99.wall or fallback")
        }
        if word == "runs" { return .runs }
        if let subject = try verdict(word, at: start) { return subject }
        if word.hasPrefix(Self.changePrefix) {
            let (statistic, metric) = try measure(
                word.dropFirst(Self.changePrefix.count),
                at: start
            )
            guard ComparedRuns.compares(statistic, of: metric) else {
                throw fault(
                    at: start,
                    "what is compared is p50, p90 and p99 of wall, cpu, memory, start"
                )
            }
            return .change(statistic, metric)
        }
        let (statistic, metric) = try measure(word, at: start)
        return .statistic(statistic, metric)
    }

    private static let changePrefix = "change."

    /// A statistic of a metric.
    private func measure(
        _ word: Substring,
        at start: Substring.Index
    ) throws(GateError) -> (GateClause.Statistic, MetricName) {
        // The statistic has a point of its own: `p99.9.wall`.
        guard let point = word.lastIndex(of: ".") else { throw unknown(word, at: start) }
        let name = String(word[..<point])
        guard let statistic = GateClause.Statistic(rawValue: name) else {
            throw fault(
                at: start,
                "there is no statistic \(name); there are "
                    + Self.list(GateClause.Statistic.allCases.map(\.rawValue))
            )
        }
        let place = source.index(after: point)
        let metricName = String(word[place...])
        guard let metric = GateVocabulary.metrics[metricName] else {
            throw fault(
                at: place,
                "there is no metric \(metricName); there are \(Self.list(GateVocabulary.metricNames))"
            )
        }
        return (statistic, metric)
    }

    /// A verdict with or without its reason; nil for a word that begins with none.
    private func verdict(
        _ word: Substring,
        at start: Substring.Index
    ) throws(GateError) -> GateClause.Subject? {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let verdict = Verdict.Kind(rawValue: String(parts[0])) else { return nil }
        guard parts.count == 2 else { return .verdict(verdict, reason: nil) }
        let reason = String(parts[1])
        // Those of a dropped run are the extension's own.
        let known = VerdictReference.topics(named: verdict.rawValue).compactMap(\.reason)
        guard verdict == .dropped || known.contains(reason) else {
            throw fault(
                at: parts[1].startIndex,
                "\(verdict) has no reason \(reason); there are \(Self.list(known))"
            )
        }
        return .verdict(verdict, reason: reason)
    }

    private mutating func comparison() throws(GateError) -> GateClause.Comparison {
        skipBlanks()
        let start = index
        let sign = take { "<>=!".contains($0) }
        guard let comparison = GateClause.Comparison(rawValue: String(sign)) else {
            let found = sign.isEmpty ? "" : " in place of \(sign)"
            throw fault(at: start, "expected <, <=, > or >=\(found)")
        }
        return comparison
    }

    private mutating func bound(
        for subject: GateClause.Subject
    ) throws(GateError) -> GateClause.Bound {
        skipBlanks()
        let start = index
        let text = String(take(while: { _ in true }).trimmed)
        guard !text.isEmpty else { throw fault(at: start, "expected \(Self.kind(of: subject))") }
        if text.hasSuffix("%"), let percent = Self.number(String(text.dropLast())) {
            if case .statistic(_, let metric) = subject, metric.budget == nil {
                throw fault(
                    at: start,
                    "\(metric.rawValue) has no budget to have a share of; write a time such as 20ms"
                )
            }
            return .share(percent / 100)
        }
        guard let amount = Self.amount(text, for: subject) else {
            throw fault(at: start, "\(text) is not \(Self.kind(of: subject))")
        }
        return .amount(amount)
    }

    /// A number in the unit of what is looked at.
    private static func amount(_ text: String, for subject: GateClause.Subject) -> Double? {
        guard let metric = subject.metric else { return Int(text).map(Double.init) }
        // A number alone could be anything.
        guard text.last?.isNumber == false else { return nil }
        guard metric.unit == "ms" else { return Quantity.parseByteCount(text).map(Double.init) }
        return Quantity.parseDuration(text)?.milliseconds
    }

    private static func kind(of subject: GateClause.Subject) -> String {
        guard let metric = subject.metric else {
            return "a number of runs, or a share of them such as 1%"
        }
        let share = metric.budget == nil ? "" : ", or a share of the budget such as 60%"
        return (metric.unit == "ms" ? "a time such as 250ms" : "a size such as 12MB") + share
    }

    private static func number(_ text: String) -> Double? {
        let digits = String(text[...].trimmed)
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(digits)
    }

    // MARK: Faults

    private func unknown(_ word: Substring, at start: Substring.Index) -> GateError {
        let known =
            Verdict.Kind.allCases.map(\.rawValue) + ["runs"] + GateVocabulary.metrics.keys.sorted()
        let near = Spelling.nearest(to: String(word), among: known).map { near in
            GateVocabulary.metrics[near] == nil
                ? "; did you mean \(near)?" : "; such as p99.\(near)"
        }
        return fault(
            at: start,
            "\(word) is neither a statistic of a metric, such as p99.wall, nor a verdict, such as "
                + "fallback\(near ?? "")"
        )
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    // MARK: Characters

    private mutating func skipBlanks() { _ = take(while: \.isWhitespace) }

    /// What stands before a blank or a comparison.
    private mutating func word() -> Substring {
        take { !$0.isWhitespace && !"<>=!".contains($0) }
    }

    private mutating func take(while isTaken: (Character) -> Bool) -> Substring {
        let taken = source[index...].prefix(while: isTaken)
        index = taken.endIndex
        return taken
    }

    private func fault(at place: Substring.Index, _ problem: String) -> GateError {
        let column = text.distance(from: text.startIndex, to: place) + 1
        return GateError(text: text, column: column, problem: problem)
    }
}

extension Substring {
    /// Without blanks at either end.
    fileprivate var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}
