// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension EgressDecision.Timing: Codable {
    private enum CodingKeys: String, CodingKey {
        case arrival = "arrivalNanoseconds"
        case length = "lengthNanoseconds"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            arrival: .nanoseconds(try container.decode(Int64.self, forKey: .arrival)),
            length: .nanoseconds(try container.decode(Int64.self, forKey: .length))
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.nanoseconds(arrival), forKey: .arrival)
        try container.encode(Self.nanoseconds(length), forKey: .length)
    }

    /// Whole nanoseconds, held to what 64 bits can carry (292 years).
    private static func nanoseconds(_ duration: Duration) -> Int64 {
        Int64(clamping: duration.attoseconds / 1_000_000_000)
    }
}
