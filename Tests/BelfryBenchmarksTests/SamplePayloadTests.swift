// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryBenchmarks
internal import BelfryModel
internal import Testing

@Suite struct SamplePayloadTests {
    @Test func `is a push as long as the packets it is compared with`() throws {
        let payload = try PushPayload.parse(SamplePayload.bytes)
        #expect(payload.bytes.count == 2048)
        #expect(payload.isMutable)
        #expect(payload.warnings.isEmpty)
    }
}
