// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a traced worker answers an extension that asks for the time or for chance.
package struct TracePlan: Equatable, Sendable {
    /// What all that is random is made of, ``seedByteCount`` bytes.
    package var seed: [UInt8]

    /// What another run was told; nil while a run is recorded.
    package var replay: Replay?

    /// The answers of a recorded run.
    package struct Replay: Equatable, Sendable {
        /// When it began, in nanoseconds of UNIX time and of CLOCK_MONOTONIC.
        package var wallBegan: Int64
        package var monotonicBegan: Int64

        /// What it read of the wall clock, in nanoseconds of UNIX time.
        package var wallClock: [Int64]

        /// What the host's `now` answered.
        package var hostClock: [UInt64]

        package init(
            wallBegan: Int64,
            monotonicBegan: Int64,
            wallClock: [Int64],
            hostClock: [UInt64]
        ) {
            self.wallBegan = wallBegan
            self.monotonicBegan = monotonicBegan
            self.wallClock = wallClock
            self.hostClock = hostClock
        }
    }

    /// How long a seed is.
    package static let seedByteCount = 32

    /// Most answers of one clock that are kept and given again.
    package static let clockLimit = 1024

    /// The file of a recorded run's container in which the SDK keeps what came over TLS.
    package static let exchangesName = ".belfry-exchanges"

    package init(seed: [UInt8], replay: Replay? = nil) {
        self.seed = seed
        self.replay = replay
    }

    func write(to frame: inout FrameWriter) {
        frame.write(seed)
        frame.write(replay != nil)
        guard let replay else { return }
        frame.write(replay.wallBegan)
        frame.write(replay.monotonicBegan)
        frame.write(all: replay.wallClock) { $0.write($1) }
        frame.write(all: replay.hostClock) { $0.write($1) }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        seed = Array(try frame.readBytes())
        guard seed.count == Self.seedByteCount else { throw WireError("seed of a wrong length") }
        guard try frame.readBool() else { return }
        replay = Replay(
            wallBegan: try frame.read(),
            monotonicBegan: try frame.read(),
            wallClock: try frame.readAll { reader throws(WireError) in try reader.read() },
            hostClock: try frame.readAll { reader throws(WireError) in try reader.read() }
        )
    }
}
