// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryValidation
import Testing

struct PayloadGeneratorTests {
    private static func payloads(seed: UInt64, count: Int) throws -> [[UInt8]] {
        var generator = PayloadGenerator(seed: seed)
        return try (0..<count).map { _ in try generator.next(named: "x").payload.bytes }
    }

    @Test func `makes the same payloads of the same seed, and others of another`() throws {
        let first = try Self.payloads(seed: 7, count: 20)
        #expect(try Self.payloads(seed: 7, count: 20) == first)
        #expect(try Self.payloads(seed: 8, count: 20) != first)
        #expect(Set(first).count == 20)
    }

    @Test func `makes payloads that every gate lets through`() throws {
        for seed in UInt64(0)..<60 {
            var generator = PayloadGenerator(seed: seed)
            for _ in 0..<25 {
                let payload = try generator.next(named: "x").payload
                #expect(payload.isMutable && payload.hasAlert)
                #expect(payload.bytes.count <= PayloadLimit.standard.byteCount)
            }
        }
    }

    @Test func `reaches beyond ASCII, over a kilobyte, and past ten keys`() throws {
        let payloads = try Self.payloads(seed: 1, count: 300)
        #expect(payloads.contains { $0.contains { $0 >= 0x80 } })
        #expect(payloads.contains { $0.count > 1024 })
        #expect(try payloads.contains { try PushPayload.parse($0).root.count > 10 })
    }

    @Test func `has built-in payloads with names of their own, and every gate lets them through`()
        throws
    {
        let samples = try SamplePayload.builtIn() + [SamplePayload.plain()]
        #expect(Set(samples.map(\.name)).count == samples.count)
        for sample in samples {
            #expect(sample.payload.isMutable && sample.payload.hasAlert, "\(sample.name)")
        }
    }
}
