// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// What a run made of its request, without what may differ from run to run by right.
struct RunOutput: Equatable {
    /// Each field that was changed, with its new value.
    let fields: [String: String]

    /// Type and content of each attachment: identifiers and paths may be made anew.
    let attachments: [String]

    init(_ report: RunReport) {
        let entries = report.difference.entries.filter { !$0.field.hasPrefix("attachments") }
        fields = Dictionary(
            entries.map { ($0.field, $0.after ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
        attachments = report.attachments.map { "\($0.type ?? "?") \($0.sha256 ?? "none")" }
    }

    /// What differs first, in words; nil when nothing does.
    func difference(from other: RunOutput) -> String? {
        let names = Set(fields.keys).union(other.fields.keys).sorted()
        for name in names where fields[name] != other.fields[name] {
            return "\(name) is \(Self.text(other.fields[name])), then \(Self.text(fields[name]))"
        }
        guard attachments != other.attachments else { return nil }
        return "its attachments differ"
    }

    private static func text(_ value: String?) -> String {
        guard let value else { return "unchanged" }
        return "\"\(value.neutralised(byteLimit: 60))\""
    }
}
