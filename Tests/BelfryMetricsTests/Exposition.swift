// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

/// Prometheus's text exposition format, read by its rules: what breaks one is an error.
struct Exposition {
    struct Family {
        var type = ""
        var help = ""
        var samples: [Sample] = []
    }

    struct Sample: Equatable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    private(set) var families: [String: Family] = [:]

    struct Fault: Error {
        let text: String
    }

    init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else {
            throw Fault(text: "no line feed at the end")
        }
        for line in text.split(separator: "\n") {
            line.hasPrefix("#") ? try readComment(line) : try readSample(line)
        }
        for (name, family) in families where family.type == "histogram" {
            try Self.check(name, family)
        }
    }

    /// The value of a series.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.values.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func readComment(_ line: Substring) throws {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, words[0] == "#" else { throw Fault(text: "comment: \(line)") }
        let name = String(words[2])
        try Self.checkName(name)
        var family = families[name] ?? Family()
        guard family.samples.isEmpty else { throw Fault(text: "late: \(line)") }
        switch words[1] {
        case "HELP" where family.help.isEmpty && family.type.isEmpty:
            family.help = try Self.unescaped(words[3], allowing: "\\n")
        case "TYPE" where family.type.isEmpty:
            guard ["counter", "gauge", "histogram"].contains(words[3]) else {
                throw Fault(text: "type: \(line)")
            }
            family.type = String(words[3])
        default: throw Fault(text: "comment: \(line)")
        }
        families[name] = family
    }

    private mutating func readSample(_ line: Substring) throws {
        let name = String(line.prefix { $0 != "{" && $0 != " " })
        try Self.checkName(name)
        var rest = line.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" { labels = try Self.readLabels(&rest) }
        guard rest.first == " ", let value = Self.number(rest.dropFirst()) else {
            throw Fault(text: "value: \(line)")
        }
        let suffixes = ["_bucket", "_sum", "_count"].filter(name.hasSuffix)
        let owners = [name] + suffixes.map { String(name.dropLast($0.count)) }
        guard let owner = owners.first(where: { families[$0] != nil }) else {
            throw Fault(text: "no TYPE before: \(line)")
        }
        let sample = Sample(name: name, labels: labels, value: value)
        guard
            families[owner]?.samples.contains(where: { $0.name == name && $0.labels == labels })
                == false
        else { throw Fault(text: "twice: \(line)") }
        families[owner]?.samples.append(sample)
    }

    private static func readLabels(_ rest: inout Substring) throws -> [String: String] {
        var labels: [String: String] = [:]
        rest.removeFirst()
        while rest.first != "}" {
            let name = String(rest.prefix { $0 != "=" })
            guard name.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/) != nil else {
                throw Fault(text: "label: \(rest)")
            }
            rest = rest.dropFirst(name.count)
            guard rest.hasPrefix("=\"") else { throw Fault(text: "label: \(rest)") }
            rest = rest.dropFirst(2)
            var raw = ""
            while let next = rest.popFirst(), next != "\"" {
                raw.append(next)
                if next == "\\", let escaped = rest.popFirst() { raw.append(escaped) }
            }
            guard
                labels.updateValue(try unescaped(raw[...], allowing: "\\n\""), forKey: name) == nil
            else { throw Fault(text: "label twice: \(name)") }
            if rest.first == "," { rest.removeFirst() }
            guard !rest.isEmpty else { throw Fault(text: "labels without end") }
        }
        rest.removeFirst()
        return labels
    }

    private static func unescaped(_ text: Substring, allowing escapes: String) throws -> String {
        var (result, rest) = ("", text)
        while let next = rest.popFirst() {
            guard next == "\\" else {
                result.append(next)
                continue
            }
            guard let code = rest.popFirst(), escapes.contains(code) else {
                throw Fault(text: "escape: \(text)")
            }
            result.append(code == "n" ? "\n" : code)
        }
        return result
    }

    private static func number(_ text: Substring) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default: Double(text)
        }
    }

    private static func checkName(_ name: String) throws {
        guard name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil else {
            throw Fault(text: "name: \(name)")
        }
    }

    /// What holds of a histogram: its buckets are cumulative, rise to `+Inf`, and are as many as its
    /// count.
    private static func check(_ name: String, _ family: Family) throws {
        let series = Dictionary(grouping: family.samples) { sample in
            sample.labels.filter { $0.key != "le" }
        }
        for (labels, samples) in series {
            let buckets = samples.filter { $0.name == name + "_bucket" }
            let bounds = buckets.map { number(($0.labels["le"] ?? "")[...]) ?? .nan }
            let values = buckets.map(\.value)
            guard bounds.last == .infinity, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }),
                zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }),
                samples.contains(where: { $0.name == name + "_sum" }),
                samples.first(where: { $0.name == name + "_count" })?.value == values.last
            else { throw Fault(text: "histogram \(name) \(labels)") }
        }
    }
}
