// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension Verdict: Codable {
    /// Reads both members of a ``ReportedVerdict``, and takes none but this version's reasons.
    ///
    /// - Parameter decoder: That of the object, which can have other members.
    /// - Throws: `DecodingError` as for a ``ReportedVerdict``, and at `reason` for one that is unknown.
    package init(from decoder: any Decoder) throws {
        switch try ReportedVerdict(from: decoder) {
        case .known(let verdict): self = verdict
        case .foreign(let kind, let reason):
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + [ReportedVerdict.CodingKeys.reason],
                    debugDescription: "the verdict \(kind) has no reason \(reason.quoted)"
                )
            )
        }
    }

    /// Writes both members, beside others that the object has.
    package func encode(to encoder: any Encoder) throws {
        try ReportedVerdict.known(self).encode(to: encoder)
    }
}
