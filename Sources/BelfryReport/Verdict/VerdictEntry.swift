// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a verdict, a strike or a retirement means, for the extension's author.
package struct VerdictEntry: Sendable, Equatable, Codable {
    /// The name that nothing else has, such as `fallback:timeout`.
    package let name: String

    /// What happened, in one sentence.
    package let meaning: String

    /// What can have led to it.
    package let causes: [String]

    /// What the host's decision rests on, with the report's members that show it.
    package let evidence: String

    /// What the extension's author can do; nil where there is nothing to cure.
    package let cure: String?

    /// What the user sees; nil where the verdict says that.
    package let delivers: String?

    /// Whether the last content that the extension had published is delivered in its place.
    package let yieldsToCheckpoint: Bool

    /// Whether it counts toward quarantine.
    package let isOffence: Bool

    init(_ topic: VerdictTopic, _ text: VerdictText) {
        name = topic.name
        meaning = text.meaning
        causes = text.causes
        evidence = text.evidence
        cure = text.cure
        delivers = Self.delivers(topic)
        yieldsToCheckpoint = topic.verdict?.yieldsToCheckpoint ?? false
        isOffence =
            switch topic {
            case .strike: true
            case .retirement(let retirement): retirement.isMisuse
            case .delivered, .dropped, .fallback, .rejected, .notCalled:
                topic.verdict?.isOffence ?? false
            }
    }

    private static func delivers(_ topic: VerdictTopic) -> String? {
        switch topic {
        case .delivered: "the extension's content"
        case .dropped: "nothing"
        case .fallback: "the original, with the texts of BFExtension.Fallback if there are any"
        case .rejected, .notCalled: "the original"
        case .strike, .retirement: nil
        }
    }
}

/// What people wrote about a topic; the rest of its entry follows from the code.
struct VerdictText {
    var meaning: String
    var causes: [String]
    var evidence: String
    var cure: String?
}
