// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Prometheus's text exposition format, version 0.0.4.
///
/// It is our own: swift-metrics has no writer of it, and these lines are all of the format that the
/// tool's metrics need.
enum PrometheusText {
    /// Writes metrics by their names, and the series of each by their labels.
    static func render(_ families: [String: MetricFamily]) -> String {
        families.sorted { $0.key < $1.key }.map { name, family in
            let series = family.series.sorted { text(of: $0.key) < text(of: $1.key) }
            let lines = series.flatMap { labels, value in
                self.lines(name, labels, value, buckets: family.buckets)
            }
            let help = family.help.isEmpty ? [] : ["# HELP \(name) \(escapedHelp(family.help))"]
            let head = help + ["# TYPE \(name) \(family.kind.rawValue)"]
            return (head + lines).joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func lines(
        _ name: String,
        _ labels: [MetricLabel],
        _ value: MetricFamily.Value,
        buckets: [Double]
    ) -> [String] {
        switch value {
        case .number(let number):
            return ["\(name)\(text(of: labels)) \(text(of: number))"]
        case .histogram(let distribution):
            var total = 0
            var lines: [String] = []
            for (bound, count) in zip(buckets + [.infinity], distribution.counts) {
                total += count
                let bucket = labels + [MetricLabel(name: "le", value: text(of: bound))]
                lines.append("\(name)_bucket\(text(of: bucket)) \(total)")
            }
            lines.append("\(name)_sum\(text(of: labels)) \(text(of: distribution.sum))")
            lines.append("\(name)_count\(text(of: labels)) \(total)")
            return lines
        }
    }

    private static func text(of labels: [MetricLabel]) -> String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { "\($0.name)=\"\(escapedValue($0.value))\"" }
        return "{\(pairs.joined(separator: ","))}"
    }

    /// A number as Go's `ParseFloat` takes it.
    private static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        guard number.isFinite else { return number > 0 ? "+Inf" : "-Inf" }
        let isWhole = number == number.rounded() && abs(number) < 1e15
        return isWhole ? "\(Int(number))" : "\(number)"
    }

    private static func escapedHelp(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += #"\\"#
            case "\n": result += #"\n"#
            default: result.append(character)
            }
        }
    }

    private static func escapedValue(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += #"\\"#
            case "\n": result += #"\n"#
            case "\"": result += #"\""#
            default: result.append(character)
            }
        }
    }
}
