// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// What a host may use as a whole, whatever each run may.
///
/// Past four fifths of a limit idle workers are ended; at the limit new runs wait, and those that have
/// waited for ``queueTime`` are delivered as originals (``Verdict/Fallback/hostOverloaded``). A run that
/// has begun is never ended for these limits.
public struct HostLimits: Sendable, Hashable {
    /// Most workers, from 1 on; nil, the default, for one to each 16 MB of the machine's memory.
    public var workerCount: Int?

    /// Most private memory of all workers, in bytes, from 1 on; nil, the default, for three quarters of
    /// the machine's.
    public var memoryByteCount: Int?

    /// How long a run waits for room, from 0 to a year.
    public var queueTime: Duration = .seconds(5)

    /// Most runs that wait for room, from 0 on.
    public var queueLength = 1000

    /// The limits that suit the machine.
    public init() {}
}

extension HostLimits {
    /// Refuses a limit that is out of its range.
    ///
    /// - Throws: ``BelfryError/Code/limitInvalid`` naming the first.
    func check() throws(BelfryError) {
        for (member, number) in [
            ("workerCount", workerCount), ("memoryByteCount", memoryByteCount),
        ] {
            guard let number, number < 1 else { continue }
            throw Self.outOfRange(member, "\(number)", "a number from 1 on, or nil")
        }
        guard queueTime >= .zero, queueTime <= .seconds(31_536_000) else {
            throw Self.outOfRange("queueTime", "\(queueTime)", "a time from 0 to a year")
        }
        guard queueLength >= 0 else {
            throw Self.outOfRange("queueLength", "\(queueLength)", "a number from 0 on")
        }
    }

    /// Puts those that are set in the place of the engine's; they are in their ranges.
    func apply(to limits: inout BelfryRuntime.HostLimits) {
        limits.workerCount = workerCount.map { UInt64(clamping: $0) } ?? limits.workerCount
        limits.memoryByteCount =
            memoryByteCount.map { UInt64(clamping: $0) } ?? limits.memoryByteCount
        limits.queueTime = queueTime
        limits.queueLength = queueLength
    }

    private static func outOfRange(
        _ member: String,
        _ value: String,
        _ wayOut: String
    ) -> BelfryError {
        BelfryError(
            .limitInvalid,
            at: "HostLimits.\(member)",
            "HostLimits.\(member) is \(value), out of range; set \(wayOut)"
        )
    }
}
