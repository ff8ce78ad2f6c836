// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfrySystem
import Testing

@testable import BelfryRuntime

@Suite struct DiskMeterTests {
    /// Counts what a test says was written.
    private final class Counter: DiskCounting {
        var written: UInt64 = 0
        private(set) var readingCount = 0

        var reading: DiskWatch.Reading? {
            readingCount += 1
            return DiskWatch.Reading(written: written, room: Self.room)
        }

        static let room = FileSystemRoom(
            freeByteCount: 100 << 30,
            byteCount: 200 << 30,
            freeFileCount: 1_000_000
        )
    }

    private static func meter(_ counter: Counter) -> DiskMeter {
        let first = DiskWatch.Reading(written: 0, room: Counter.room)
        let time = MonotonicTime(nanoseconds: 1)
        return DiskMeter(counter, from: first, [], limit: .storage, at: time)
    }

    @Test func `a worker is spent once it has written too much in its life`() {
        let counter = Counter()
        let meter = Self.meter(counter)
        counter.written = StorageLimit.workerByteCount
        #expect(!meter.isSpent(at: 1_000))
        counter.written += 1
        #expect(meter.isSpent(at: 2_000))
        #expect(meter.isSpent(at: 3_000))
    }

    @Test func `the counts are read once it can have written the rest`() {
        let counter = Counter()
        let meter = Self.meter(counter)
        let rest = StorageLimit.workerByteCount / DiskWatch.bytesPerNanosecond
        #expect(!meter.isSpent(at: 1_000))
        #expect(counter.readingCount == 1)
        #expect(!meter.isSpent(at: 1_000 + rest - 1))
        #expect(counter.readingCount == 1)
        counter.written = StorageLimit.workerByteCount / 2
        #expect(!meter.isSpent(at: 1_000 + rest))
        #expect(counter.readingCount == 2)
        counter.written *= 3
        #expect(!meter.isSpent(at: 1_000 + rest + rest / 2 - 1))
        #expect(meter.isSpent(at: 1_000 + rest + rest / 2))
    }

    @Test func `the counts are read each time where the clock is not known`() {
        let counter = Counter()
        let meter = Self.meter(counter)
        #expect(!meter.isSpent(at: .max))
        counter.written = 2 * StorageLimit.workerByteCount
        #expect(meter.isSpent(at: .max))
    }
}
