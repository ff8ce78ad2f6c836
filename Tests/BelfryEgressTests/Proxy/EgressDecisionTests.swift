// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Foundation
import Testing

@testable import BelfryEgress

@Suite struct EgressDecisionTests {
    @Test func `keeps its meaning through JSON`() throws {
        var decision = EgressDecision(sequence: 3, arrival: .milliseconds(12))
        decision.name(Endpoint(scheme: .https, host: try RemoteHost("[2001:db8::1]"), port: 8443))
        decision.timing.length = .microseconds(5)
        decision.blame(Refusal(.notListed, "not listed", remedy: "list it"))
        let json = try JSONEncoder().encode(decision)
        #expect(try JSONDecoder().decode(EgressDecision.self, from: json) == decision)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains(#""arrivalNanoseconds":12000000"#))
        #expect(text.contains(#""host":"[2001:db8::1]""#))
        #expect(text.contains(#""reason":"notListed""#))
    }

    @Test(arguments: AddressClass.allCases)
    func `blames a forbidden address by its class, never with an allowance`(
        addressClass: AddressClass
    ) {
        let reason = EgressDecision.Reason(forbidden: addressClass)
        #expect(reason != .allowed)
        #expect(reason.status == "403 Forbidden")
    }
}
