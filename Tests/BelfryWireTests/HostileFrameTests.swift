// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import BelfryWire
import Testing

/// Frames as a worker could make them: reading one ends in a value or in a `WireError`, never in a
/// trap, and a value that was read survives being written and read again.
@Suite struct HostileFrameTests {
    @Test(arguments: FrameFamily.allCases)
    func `a frame cut anywhere is refused`(family: FrameFamily) {
        for frame in family.samples {
            for count in 0..<frame.count {
                #expect(throws: WireError.self, "\(count) of \(frame.count) bytes") {
                    _ = try family.reencode(Array(frame[..<count]))
                }
            }
        }
    }

    @Test(arguments: FrameFamily.allCases)
    func `a frame with a byte too many is refused`(family: FrameFamily) {
        for frame in family.samples {
            for extra: [UInt8] in [[0], [1], [255], Array(repeating: 0, count: 64)] {
                #expect(throws: WireError.self) { _ = try family.reencode(frame + extra) }
            }
        }
    }

    @Test(arguments: FrameFamily.allCases)
    func `a frame with a changed byte is a value or refused`(family: FrameFamily) throws {
        for frame in family.samples {
            for index in frame.indices {
                for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff, ~frame[index], frame[index] ^ 1] {
                    var changed = frame
                    changed[index] = value
                    try expectStable(changed, family)
                }
            }
        }
    }

    @Test(arguments: FrameFamily.allCases)
    func `a frame of noise is a value or refused`(family: FrameFamily) throws {
        var generator = SeededGenerator(seed: 0xbe1f)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...96, using: &generator)
            var frame = (0..<count).map { _ in UInt8.random(in: 0...8, using: &generator) }
            if !frame.isEmpty { frame[0] = UInt8.random(in: 0...9, using: &generator) }
            try expectStable(frame, family)
        }
    }

    @Test(arguments: FrameFamily.allCases)
    func `every kind of frame has a sample`(family: FrameFamily) {
        guard let kinds = family.kinds else { return }
        #expect(Set(family.samples.map { $0[0] }) == kinds)
    }

    @Test(arguments: FrameFamily.allCases)
    func `a frame of an unknown kind is refused`(family: FrameFamily) {
        guard let kinds = family.kinds else { return }
        for kind in UInt8.min...UInt8.max where !kinds.contains(kind) {
            for frame in family.samples {
                #expect(throws: WireError.self) {
                    _ = try family.reencode([kind] + frame.dropFirst())
                }
            }
        }
    }

    /// Each count of a list or text, made as large as it gets.
    @Test(arguments: FrameFamily.allCases)
    func `a count larger than what is left is refused without making room for it`(
        family: FrameFamily
    ) throws {
        for frame in family.samples {
            for index in frame.indices.dropLast(3) {
                var changed = frame
                changed.replaceSubrange(index..<index + 4, with: [255, 255, 255, 255])
                try expectStable(changed, family)
            }
        }
    }

    @Test func `a document of a question is bounded`() throws {
        let limit = CenterQuestion.documentLimit
        func frame(_ count: Int) -> [UInt8] {
            let document = Array(repeating: UInt8(0x20), count: count)
            return WorkerEvent.question(CenterQuestion(run: 1, number: 1, kind: .add(document)))
                .frame
        }
        _ = try WorkerEvent(frame: frame(limit))
        #expect(throws: WireError.self) { _ = try WorkerEvent(frame: frame(limit + 1)) }
        #expect(frame(limit).count < WorkerEvent.frameLimit)
    }

    private func expectStable(_ frame: [UInt8], _ family: FrameFamily) throws {
        let written: [UInt8]
        do throws(WireError) {
            written = try family.reencode(frame)
        } catch {
            #expect(!error.description.isEmpty)
            return
        }
        #expect(try family.reencode(written) == written)
    }
}
