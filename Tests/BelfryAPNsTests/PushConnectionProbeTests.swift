// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import Testing

/// A connection under bytes that nobody meant: those of good clients, changed at random.
///
/// `make fuzz` does the same with the guidance of a fuzzer.
@Suite(.timeLimit(.minutes(2))) struct PushConnectionProbeTests {
    @Test func `gives all places back to clients that speak well`() throws {
        let seeds = PushConnectionProbe.seeds
        #expect(seeds.count > 4)
        let counts = try seeds.map(PushConnectionProbe.check)
        #expect(counts[0] == 1 && counts[1] == 1 && counts[2] == 1, "\(counts)")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `gives all places back whatever is changed`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let seeds = PushConnectionProbe.seeds
        for _ in 0..<250 {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0...Int.random(in: 0...4, using: &random) {
                change(&bytes, seeds, &random)
            }
            do {
                _ = try PushConnectionProbe.check(bytes)
            } catch {
                Issue.record("seed \(seed): \(error): \(bytes)")
            }
        }
    }

    private func change(
        _ bytes: inout [UInt8],
        _ seeds: [[UInt8]],
        _ random: inout SeededGenerator
    ) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 4))
        case 2: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(32), at: place)
        default:
            let other = seeds.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place..., with: other.suffix(max(0, other.count - place)))
        }
    }
}
