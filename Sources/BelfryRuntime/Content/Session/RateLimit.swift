// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem

/// How often something may happen: so many times a second for long, more for a moment.
struct RateLimit {
    private let sustained: Double
    private let burst: Double
    private var credit: Double
    private var last = MonotonicTime.now

    /// - Parameters:
    ///   - sustained: How much there may be in each second.
    ///   - burst: How much there may be at once.
    init(sustained: Double, burst: Double) {
        self.sustained = sustained
        self.burst = burst
        credit = burst
    }

    /// Counts what happens.
    ///
    /// - Parameters:
    ///   - time: When.
    ///   - weight: For how many it counts.
    /// - Returns: How long it is too early; zero when it is not.
    mutating func count(at time: MonotonicTime, weight: Double = 1) -> Duration {
        let passed = (time - last).milliseconds / 1000
        last = time
        credit = min(burst, credit + passed * sustained) - weight
        guard credit < 0 else { return .zero }
        defer { credit = 0 }
        return .seconds(-credit / sustained)
    }
}

/// How often frames come, and what else an extension says of its looks.
struct FrameRate {
    private var limit = RateLimit(sustained: Self.sustained, burst: 2 * Self.sustained)
    private var struckAt: MonotonicTime?

    /// Frames a second.
    static let sustained = 120.0

    /// From one frame to the next, where there are so many.
    static let interval = Duration.milliseconds(1000 / sustained)

    /// How many changes are as much work as another frame.
    private static let patchesPerFrame = 1024.0

    /// As how many changes an opened file counts: for each the kernel looks a path up.
    private static let patchesPerOpenedFile = 16

    /// Counts frames, the changes in them and the files that were opened for them.
    ///
    /// - Returns: Whether there are too many, and whether that is new: said once in a second.
    mutating func count(
        at time: MonotonicTime,
        frameCount: Int = 1,
        patchCount: Int = 0,
        openedCount: Int = 0
    ) -> (isFlood: Bool, isNew: Bool) {
        let changeCount = patchCount + openedCount * Self.patchesPerOpenedFile
        let weight = Double(frameCount) + Double(changeCount) / Self.patchesPerFrame
        guard limit.count(at: time, weight: weight) > .zero else { return (false, false) }
        let isNew = struckAt.map { time - $0 >= .seconds(1) } ?? true
        if isNew { struckAt = time }
        return (true, isNew)
    }
}
