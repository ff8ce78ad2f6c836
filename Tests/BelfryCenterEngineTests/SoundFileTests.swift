// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import Foundation
import Testing

import BelfryCenterEngine

/// How long the sound files of apps play, whatever they are.
struct SoundFileTests {
    private func seconds(_ bytes: [UInt8]) throws -> Double? {
        let path = FileManager.default.temporaryDirectory.path + "/belfry-sound-\(UUID())"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try SoundFile(at: path).seconds()
    }

    private static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        big(number, count).reversed()
    }

    // MARK: Files

    /// Two seconds of 8,000 frames, unless the kind says otherwise.
    private static func wav(
        _ kind: UInt64,
        channels: UInt64 = 1,
        byteCount: Int = 16_000
    ) -> [UInt8] {
        let format =
            little(kind, 2) + little(channels, 2) + little(8000, 4) + little(4055, 4)
            + little(channels, 2) + little(8, 2) + little(22, 2) + little(8, 2) + little(0, 4)
            + little(1, 2) + [UInt8](repeating: 0, count: 14)
        return Array("RIFF".utf8) + little(0, 4) + Array("WAVE".utf8)
            // A chunk of odd size, with its padding.
            + Array("LIST".utf8) + little(3, 4) + [1, 2, 3, 0]
            + Array("fmt ".utf8) + little(40, 4) + format
            + Array("data".utf8) + little(UInt64(byteCount), 4)
            + [UInt8](repeating: 0, count: byteCount)
    }

    private static func aiff(
        _ form: String,
        _ packing: String = "",
        frames: UInt64 = 16_000
    ) -> [UInt8] {
        // 8,000 in extended precision: an exponent of 12, a mantissa of 0xFA00 at the top.
        let rate = big(16383 + 12, 2) + [0xFA] + [UInt8](repeating: 0, count: 7)
        let common = big(1, 2) + big(frames, 4) + big(16, 2) + rate + Array(packing.utf8)
        return Array("FORM".utf8) + big(0, 4) + Array(form.utf8)
            + Array("COMM".utf8) + big(UInt64(common.count), 4) + common
    }

    private static func caf(_ kind: String, rate: Double = 8000, size: UInt64 = 32_004) -> [UInt8] {
        let format =
            big(rate.bitPattern, 8) + Array(kind.utf8) + big(0, 4)
            + big(kind == "ima4" ? 34 : 2, 4) + big(kind == "ima4" ? 64 : 1, 4) + big(1, 4)
            + big(16, 4)
        return Array("caff".utf8) + big(1, 2) + big(0, 2)
            + Array("desc".utf8) + big(32, 8) + format
            + Array("data".utf8) + big(size, 8) + [UInt8](repeating: 0, count: 32_004)
    }

    // MARK: Tests

    @Test(
        arguments: [
            ("PCM", wav(1), 2.0), ("two channels", wav(1, channels: 2), 1), ("a-law", wav(6), 2),
            ("µ-law", wav(7), 2), ("floats", wav(3), 2), ("extensible PCM", wav(0xFFFE), 2),
            ("IMA/ADPCM by its own rate", wav(0x11, byteCount: 8110), 2),
            ("silence", wav(1, byteCount: 0), 0),
            ("AIFF", aiff("AIFF"), 2), ("AIFF-C", aiff("AIFC", "sowt"), 2),
            ("MA4 in AIFF-C", aiff("AIFC", "ima4", frames: 250), 2), ("CAF", caf("lpcm"), 2),
            ("CAF without a size", caf("lpcm", size: .max), 2),
            ("MA4 in CAF", caf("ima4", size: 4 + 34 * 250), 2),
        ] as [(String, [UInt8], Double)]
    )
    func `says how long a file plays`(_ name: String, _ bytes: [UInt8], _ expected: Double) throws {
        #expect(try seconds(bytes) == expected)
    }

    @Test(
        arguments: [
            ("nothing", []), ("a text", Array("RIFF and no sound at all".utf8)),
            ("MP3 in WAV", wav(0x55)),
            ("AAC in CAF", caf("aac ")), ("AIFF-C of another kind", aiff("AIFC", "MAC3")),
            ("no rate", caf("lpcm", rate: 0)), ("no number", caf("lpcm", rate: .nan)),
            ("a negative rate", caf("lpcm", rate: -8000)), ("no channel", wav(1, channels: 0)),
            ("only a beginning", Array(wav(1).prefix(40))),
        ] as [(String, [UInt8])]
    )
    func `takes no other file for a sound`(_ name: String, _ bytes: [UInt8]) throws {
        #expect(try seconds(bytes) == nil)
    }

    @Test func `counts no more than a file has`() throws {
        #expect(try seconds(Array(Self.wav(1).dropLast(8000))) == 1)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `ends for whatever bytes`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = [Self.wav(0xFFFE), Self.aiff("AIFC", "ima4"), Self.caf("lpcm")][Int(seed % 3)]
        bytes.removeSubrange(min(200, bytes.count)...)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            bytes[Int.random(in: 4..<bytes.count, using: &random)] =
                [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        }
        if let found = try seconds(bytes) { #expect(found.isFinite && found >= 0) }
    }
}
