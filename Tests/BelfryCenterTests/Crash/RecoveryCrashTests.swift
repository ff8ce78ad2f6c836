// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CenterSimulation
import Foundation
import Glibc
import Testing

/// Runs that are killed, and then their recoveries too.
///
/// What a kill leaves is what the last change to a file has made: a kill at a sync leaves what one at the
/// next change leaves. So the points at which a run is killed are its changes, and those of a recovery
/// as well. `BELFRY_CENTER_CRASH=all` takes all of both; without it the recoveries from each
/// sixteenth point are taken, and of each of them each seventh point, from another one in each.
/// With `BELFRY_CENTER_PART=3/8` as well it takes the third of eight parts of the run's points, so that
/// all of them can be taken in some sittings.
@Suite(
    .enabled("strace is missing, or tracing is forbidden here") {
        await CenterProcess.canTrace()
    },
    .timeLimit(.minutes(600))
)
struct RecoveryCrashTests {
    private static let runStride = CenterProcess.takesAllPoints ? 1 : 16
    private static let stride = CenterProcess.takesAllPoints ? 1 : 7

    /// Which of how many parts of the run's points are taken, counted from 0; nil where
    /// `BELFRY_CENTER_PART` is not written like 3/8.
    private static let part: (number: Int, count: Int)? = {
        let text = ProcessInfo.processInfo.environment["BELFRY_CENTER_PART"] ?? "1/1"
        let numbers = text.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else { return nil }
        return (numbers[0] - 1, numbers[1])
    }()

    /// How many recoveries are tried beside each other: with few, other tests go on.
    private static let width =
        CenterProcess.takesAllPoints ? ProcessInfo.processInfo.activeProcessorCount : 1

    @Test func `keeps what was acknowledged when any recovery is killed at any write`() async throws
    {
        let part = try #require(Self.part, "BELFRY_CENTER_PART is written like 3/8")
        let changes = try await CenterProcess().count(.golden).filter(\.isChange)
        let origins = changes.enumerated().filter { offset, _ in
            offset % Self.runStride == 0
                && offset / Self.runStride % part.count == part.number
        }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            var counts: [Int] = []
            for (number, (offset, origin)) in origins.enumerated() {
                if number >= Self.width { counts.append(try await group.next() ?? 0) }
                group.addTask { try await killRecovery(after: origin, from: offset) }
            }
            for try await count in group { counts.append(count) }
            return counts
        }
        #expect(counts.count == origins.count)
        print(
            "center: killed at \(counts.reduce(0, +)) points of the recoveries from "
                + "\(origins.count) of \(changes.count) points of a run, part "
                + "\(part.number + 1) of \(part.count), all kept"
        )
    }

    /// Kills a run, and then its recovery at its changes, of which it takes some.
    ///
    /// - Returns: At how many points the recovery was killed.
    private func killRecovery(
        after origin: CenterProcess.Point,
        from first: Int
    ) async throws -> Int {
        let left = try CenterProcess()
        defer { left.remove() }
        let ending = try await left.run(.golden, injecting: "signal=SIGKILL", at: origin)
        try #require(ending.signal == SIGKILL, "\(origin) was not reached: \(ending.output)")
        let counted = try left.copy()
        defer { counted.remove() }
        let all = try await counted.count(.recover).filter(\.isChange)
        // A ledger that was hardly begun is made anew, which takes more.
        try #require(all.count > 10, "a recovery after \(origin) makes \(all.count) changes alone")
        let points = all.enumerated().filter { $0.offset % Self.stride == first % Self.stride }
        for (_, point) in points {
            let process = try left.copy()
            defer { process.remove() }
            let ending = try await process.run(.recover, injecting: "signal=SIGKILL", at: point)
            #expect(ending.signal == SIGKILL, "\(point) was not reached: \(ending.output)")
            try await process.checkRecovery(
                after: "kills at \(origin) of a run and at \(point) of its recovery"
            )
        }
        return points.count
    }
}
