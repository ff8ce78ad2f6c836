// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import CBelfryTrace

/// What a traced worker puts between the extension and the machine's clock and chance (`CBelfryTrace`).
enum ClockAndChance {
    /// Begins to answer by a plan, for the libraries that are loaded already.
    static func begin(
        _ plan: TracePlan,
        _ specification: WorkerSpecification
    ) throws(SystemError) {
        var answers = unsafe belfry_trace_plan()
        unsafe withUnsafeMutableBytes(of: &answers.seed) { unsafe $0.copyBytes(from: plan.seed) }
        if let replay = plan.replay {
            unsafe answers.is_replay = 1
            unsafe answers.wall_began = replay.wallBegan
            unsafe answers.monotonic_began = replay.monotonicBegan
            unsafe answers.clock_count = UInt32(replay.wallClock.count)
            unsafe answers.clock = kept(replay.wallClock)
        }
        unsafe belfry_trace_begin(
            &answers,
            WorkerSeal.runSocket,
            WorkerEvent.Kind.clock.rawValue,
            specification.containerPath,
            specification.bundlePath + "/"
        )
        try interpose()
    }

    /// The same for the libraries that have come since.
    static func interpose() throws(SystemError) {
        try checked("mprotect", "a library's table of functions") { belfry_trace_interpose() }
    }

    /// A copy that lives as long as the process.
    private static func kept(_ answers: [Int64]) -> UnsafePointer<Int64> {
        let copy = UnsafeMutableBufferPointer<Int64>.allocate(capacity: max(1, answers.count))
        unsafe _ = copy.update(fromContentsOf: answers)
        return unsafe UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
    }
}
