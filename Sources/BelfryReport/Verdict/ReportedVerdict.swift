// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a run ended, as a report says it, which another version can have written.
package enum ReportedVerdict: Sendable, Hashable {
    /// A verdict of this version.
    case known(Verdict)

    /// A reason that only another version knows.
    case foreign(Verdict.Kind, reason: String)

    /// Reads the two words by which reports name a verdict.
    ///
    /// - Parameters:
    ///   - kind: The verdict without its reason.
    ///   - reason: The reason's code.
    package init(_ kind: Verdict.Kind, reason: String) {
        self =
            Verdict(kind, reason: reason).map(ReportedVerdict.known)
            ?? .foreign(kind, reason: reason)
    }

    /// The verdict; nil for one with a reason that this version does not know.
    package var verdict: Verdict? {
        switch self {
        case .known(let verdict): verdict
        case .foreign: nil
        }
    }

    /// The verdict without its reason.
    package var kind: Verdict.Kind {
        switch self {
        case .known(let verdict): verdict.kind
        case .foreign(let kind, _): kind
        }
    }

    /// The reason's code.
    package var reason: String {
        switch self {
        case .known(let verdict): verdict.reason
        case .foreign(_, let reason): reason
        }
    }
}

extension ReportedVerdict: CustomStringConvertible {
    /// Both words, such as `fallback: timeout`.
    package var description: String { "\(kind): \(reason)" }
}

/// The two members of a JSON object, such as `"verdict": "fallback", "reason": "timeout"`.
extension ReportedVerdict: Codable {
    enum CodingKeys: CodingKey {
        case verdict, reason
    }

    /// Reads both members; the reason of another version is kept as it is.
    ///
    /// - Parameter decoder: That of the object, which can have other members.
    /// - Throws: `DecodingError` where a member is missing, or the first is no verdict's word.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Verdict.Kind.self, forKey: .verdict),
            reason: try container.decode(String.self, forKey: .reason)
        )
    }

    /// Writes both members, beside others that the object has.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .verdict)
        try container.encode(reason, forKey: .reason)
    }
}
