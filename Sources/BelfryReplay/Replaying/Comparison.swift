// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// Compares a replayed run with the recorded one; what was taken out of the recording counts as equal.
struct Comparison {
    private let recording: Recording

    init(with recording: Recording) {
        self.recording = recording
    }

    /// Where the run is different: first what it asked for, then what came of it; one place of each
    /// kind, as what follows it follows from it.
    func divergences(of trace: RunTrace, _ result: RunResult) -> [Divergence] {
        let texts = recording.isRedacted(.texts)
        let center = recording.isRedacted(.center)
        var found: [Divergence?] = []
        found.append(network(trace.exchanges))
        found.append(
            Self.first(
                "question",
                recording.trace.questions.map { center ? $0.kind : Self.text(of: $0) },
                in: trace.questions.map { center ? $0.kind : Self.text(of: $0) }
            )
        )
        found.append(
            Self.first(
                "call",
                recording.trace.calls.map { texts ? $0.function : Self.text(of: $0) },
                in: trace.calls.map { texts ? $0.function : Self.text(of: $0) }
            )
        )
        found += outcome(result)
        return found.compactMap(\.self)
    }

    // MARK: What it asked for

    /// Requests go out in any order, so that each is looked for among the recorded ones.
    private func network(_ exchanges: [NetworkExchange]) -> Divergence? {
        var left = recording.trace.exchanges
        for exchange in exchanges {
            let name = "request \(exchange.method) \(exchange.url)"
            let same = left.firstIndex {
                $0.method == exchange.method && $0.url == exchange.url
            }
            guard let same else {
                return Divergence(name, expected: nil, actual: Self.line(exchange))
            }
            let recorded = left.remove(at: same)
            if let divergence = Self.difference(name, recorded, exchange) { return divergence }
        }
        return left.first.map { missing in
            Divergence(
                "request \(missing.method) \(missing.url)",
                expected: Self.line(missing),
                actual: nil
            )
        }
    }

    private static func difference(
        _ name: String,
        _ recorded: NetworkExchange,
        _ exchange: NetworkExchange
    ) -> Divergence? {
        // Over TLS nobody saw them.
        let fields = recorded.requestFields?.sorted() ?? []
        let actualFields =
            recorded.requestFields == nil ? [] : exchange.requestFields?.sorted() ?? []
        let hidden = fields.filter { $0.hasSuffix(": " + Redaction.mark) }
            .map { $0.prefix { $0 != ":" } }
        let isShown = { (field: String) in !hidden.contains(field.prefix { $0 != ":" }) }
        if let divergence = first(
            name + ", field",
            fields.filter(isShown),
            in: actualFields.filter(isShown)
        ) {
            return divergence
        }
        if recorded.requestBody.isKept, recorded.requestBody != exchange.requestBody {
            return Divergence(
                name + ", body",
                expected: text(of: recorded.requestBody),
                actual: text(of: exchange.requestBody)
            )
        }
        guard recorded.reason != exchange.reason, !recorded.isWhole || !exchange.isWhole else {
            return nil
        }
        return Divergence(
            name,
            expected: recorded.reason.rawValue,
            actual: exchange.message ?? exchange.reason.rawValue
        )
    }

    // MARK: What came of it

    private func outcome(_ result: RunResult) -> [Divergence?] {
        let recorded = recording.result
        return [
            Self.change("verdict", recorded.ending, result.ending),
            content(recorded.content, result.content),
            Self.first(
                "attachment",
                recorded.attachments.map { "\($0.identifier) \($0.sha256 ?? $0.error ?? "")" },
                in: result.attachments.map { "\($0.identifier) \($0.sha256 ?? $0.error ?? "")" }
            ),
            Self.first("printed line", recorded.output, in: result.output),
            Self.first("log line", recorded.log, in: result.log),
            Self.first("strike", recorded.strikes, in: result.strikes),
        ]
    }

    private func content(_ recorded: JSONValue?, _ actual: JSONValue?) -> Divergence? {
        Self.difference("content", recorded ?? .null, actual ?? .null)
    }

    /// The first member that is different.
    private static func difference(
        _ place: String,
        _ recorded: JSONValue,
        _ actual: JSONValue
    ) -> Divergence? {
        if recorded == actual || recorded == .string(Redaction.mark) { return nil }
        guard case .object(let expected) = recorded, case .object(let found) = actual else {
            return Divergence(place, expected: text(of: recorded), actual: text(of: actual))
        }
        for key in expected.keys + found.keys.filter({ expected[$0] == nil }) {
            let divergence = difference(
                "\(place).\(key)",
                expected[key] ?? .null,
                found[key] ?? .null
            )
            if let divergence { return divergence }
        }
        return nil
    }

    // MARK: Lists and words

    /// The first place at which two lists are different.
    private static func first(
        _ name: String,
        _ expected: [String],
        in actual: [String]
    ) -> Divergence? {
        for index in 0..<max(expected.count, actual.count) {
            let recorded = index < expected.count ? expected[index] : nil
            let found = index < actual.count ? actual[index] : nil
            if recorded == found || found != nil && recorded == Redaction.mark { continue }
            return Divergence("\(name) \(index + 1)", expected: recorded, actual: found)
        }
        return nil
    }

    private static func change(_ place: String, _ expected: String, _ actual: String) -> Divergence?
    {
        expected == actual ? nil : Divergence(place, expected: expected, actual: actual)
    }

    private static func text(of call: RunTrace.Call) -> String {
        "\(call.function)(\(call.arguments))"
    }

    private static func text(of question: RunTrace.Question) -> String {
        "\(question.kind)(\(text(of: question.document)))"
    }

    private static func text(of bytes: KeptBytes) -> String {
        guard case .bytes(let content) = bytes else { return "\(bytes.count) bytes" }
        return String(validating: content, as: UTF8.self) ?? "\(content.count) bytes"
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .null: "nothing"
        case .string(let text): text
        default: String(decoding: value.serialized(), as: UTF8.self)
        }
    }

    private static func line(_ exchange: NetworkExchange) -> String {
        exchange.message ?? exchange.answerHead.first ?? exchange.reason.rawValue
    }
}
