// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

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
        try container.encode(arrival.nanoseconds, forKey: .arrival)
        try container.encode(length.nanoseconds, forKey: .length)
    }
}
