// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Testing

@testable import BelfryRuntime

/// When a worker's directories are looked at, and when its run is ended for what it wrote.
struct DiskWatchTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000)
    private static let megabyte: UInt64 = 1 << 20

    private static func reading(
        written: UInt64?,
        free: UInt64 = 100 << 30,
        freeFiles: UInt64 = 1_000_000,
        passed: UInt64 = 0,
        faulted: UInt64 = 0
    ) -> DiskWatch.Reading {
        let room = FileSystemRoom(
            freeByteCount: free,
            byteCount: 200 << 30,
            freeFileCount: freeFiles
        )
        return DiskWatch.Reading(written: written, passed: passed, faulted: faulted, room: room)
    }

    private static func size(_ byteCount: UInt64, _ fileCount: Int = 1) -> TreeSize {
        var size = TreeSize()
        size.byteCount = byteCount
        size.fileCount = fileCount
        return size
    }

    private func watch(_ size: TreeSize = size(0), first: UInt64? = 0) -> DiskWatch {
        DiskWatch(["/a": size], Self.reading(written: first), at: Self.start)
    }

    @Test func `looks once a directory can hold too much, by what was written`() {
        var watch = watch(Self.size(200 << 20))
        watch.begin(1, isFirst: true, Self.reading(written: 0))
        #expect(watch.judge(1, Self.reading(written: 56 << 20), at: Self.start) == .none)
        let much = Self.reading(written: 57 << 20)
        #expect(watch.judge(1, much, at: Self.start) == .stopAndLook)
        // It had written over what was there.
        watch.looked(["/a": Self.size(210 << 20)], much, took: .zero, at: Self.start)
        #expect(watch.judge(1, much, at: Self.start) == .none)
        #expect(watch.judge(1, Self.reading(written: 104 << 20), at: Self.start) == .stopAndLook)
    }

    @Test(arguments: [nil, 0] as [UInt64?])
    func `looks once the disk has lost as much, where writes are not counted`(written: UInt64?) {
        var watch = watch(first: written)
        watch.begin(1, isFirst: true, Self.reading(written: written))
        let less = Self.reading(written: written, free: 100 << 30 - 300 << 20)
        #expect(watch.judge(1, less, at: Self.start) == .stopAndLook)
        let fewer = Self.reading(written: written, freeFiles: 1_000_000 - 8192)
        #expect(watch.judge(1, fewer, at: Self.start) == .stopAndLook)
    }

    @Test func `looks now and then whatever is counted, less often where that takes long`() {
        var watch = watch()
        let quiet = Self.reading(written: 0)
        watch.begin(1, isFirst: true, quiet)
        let later = Self.start + .seconds(1)
        #expect(watch.judge(1, quiet, at: later) == .look)
        watch.looked(["/a": Self.size(0)], quiet, took: .milliseconds(100), at: later)
        #expect(watch.judge(1, quiet, at: later + .milliseconds(1900)) == .none)
        #expect(watch.judge(1, quiet, at: later + .seconds(2)) == .look)
    }

    @Test func `ends a run that writes more than a run may, not one of many that do`() {
        var watch = watch()
        watch.begin(1, isFirst: true, Self.reading(written: 0))
        let much = Self.reading(written: StorageLimit.runByteCount + 1)
        #expect(watch.judge(1, much, at: Self.start) == .end(.written))
        watch.begin(2, isFirst: false, much)
        #expect(watch.judge(2, much, at: Self.start) == .stopAndLook)
        #expect(watch.written(in: 2, much) == 0)
    }

    @Test func `ends a run for a disk that is nearly full when it has written itself`() {
        var watch = watch()
        watch.begin(1, isFirst: true, Self.reading(written: 0))
        let little = Self.reading(written: 1 << 20, free: 1 << 20)
        #expect(watch.judge(1, little, at: Self.start) != .end(.reserve))
        let much = Self.reading(written: 16 << 20, free: 1 << 30 - 1)
        #expect(watch.judge(1, much, at: Self.start) == .end(.reserve))
    }

    @Test func `a disk that others have filled is a shortage of the host's`() {
        // All that the run has written is too little to have taken the reserve.
        var watch = watch()
        watch.begin(1, isFirst: true, Self.reading(written: 0))
        let others = Self.reading(written: 16 << 20, free: 1 << 20)
        #expect(watch.judge(1, others, at: Self.start) == .end(.shortage))
        // The reserve was taken before the run began, and the run writes over its own bytes.
        let before = Self.reading(written: 16 << 20, free: 1 << 30 - 1)
        watch.begin(2, isFirst: false, before)
        let over = Self.reading(written: 400 << 20, free: 1 << 30 - 1)
        #expect(watch.judge(2, over, at: Self.start) == .end(.shortage))
        #expect(
            DiskWatch.Fault.shortage.isHostResource && DiskWatch.Fault.shared("").isHostResource
        )
        #expect(!DiskWatch.Fault.reserve.isHostResource && !DiskWatch.Fault.written.isHostResource)
    }

    @Test func `where files are memory, what was passed to them counts as far as memory is gone`() {
        var watch = watch()
        watch.begin(1, isFirst: true, Self.reading(written: 0))
        let more = StorageLimit.runByteCount + 1
        // It went to a socket, or over the same bytes again.
        let elsewhere = Self.reading(written: 0, free: 100 << 30 - 1 << 20, passed: more)
        #expect(watch.written(in: 1, elsewhere) == 1 << 20)
        #expect(watch.judge(1, elsewhere, at: Self.start) == .none)
        let taken = Self.reading(written: 0, free: 100 << 30 - more, passed: more)
        #expect(watch.judge(1, taken, at: Self.start) == .end(.written))
        #expect(watch.writtenInLife(taken) == more)
        // Another program took it.
        let others = Self.reading(written: 0, free: 100 << 30 - more, passed: 1 << 20)
        #expect(watch.judge(1, others, at: Self.start) == .stopAndLook)
        #expect(watch.writtenInLife(others) == 1 << 20)
    }

    @Test func `mapped files that are memory count by page faults, and can be another's doing`() {
        var watch = watch()
        watch.begin(1, isFirst: true, Self.reading(written: 0))
        let more = StorageLimit.runByteCount + StorageLimit.roomByteCount + 1
        let mapped = Self.reading(
            written: 0,
            free: 100 << 30 - more,
            passed: 1 << 20,
            faulted: more
        )
        #expect(watch.judge(1, mapped, at: Self.start) == .end(.uncounted))
        #expect(DiskWatch.Fault.uncounted.isHostResource)
        #expect(watch.writtenInLife(mapped) == more)
        // So can a disk that is nearly full by mapped files.
        let full = Self.reading(written: 0, free: 1 << 20, faulted: 16 << 20)
        #expect(watch.judge(1, full, at: Self.start) == .end(.shortage))
        // A later run answers for its own alone.
        watch.begin(2, isFirst: false, mapped)
        #expect(watch.judge(2, mapped, at: Self.start) == .stopAndLook)
        #expect(watch.writtenInLife(mapped) == more)
    }

    @Test func `a first run answers for what its worker wrote before the first look`() {
        var watch = watch()
        let first = Self.reading(written: 32 << 20, free: 1 << 30 - 1)
        watch.begin(1, isFirst: true, first)
        #expect(watch.judge(1, first, at: Self.start) == .end(.reserve))
    }

    @Test func `the reserve is a twentieth of a small disk, and a gigabyte of a large one`() {
        func reserve(_ byteCount: UInt64) -> UInt64 {
            FileSystemRoom(freeByteCount: 0, byteCount: byteCount, freeFileCount: 0).reserve
        }
        #expect(reserve(2 << 30) == (2 << 30) / 20)
        #expect(reserve(1 << 40) == 1 << 30)
    }

    @Test func `looks the sooner the less room is left`() {
        let watch = watch(Self.size(252 << 20))
        #expect(watch.room(at: Self.reading(written: 0)) < .milliseconds(2))
        #expect(self.watch().room(at: Self.reading(written: 0)) > .milliseconds(10))
        #expect(
            self.watch(Self.size(0, 8191)).room(at: Self.reading(written: 0)) < .milliseconds(1)
        )
    }
}

/// When bundles could write to what they share.
struct StorageSpanTests {
    private func span(_ bundle: String, _ beginning: UInt64, _ end: UInt64?) -> StorageSpan {
        StorageSpan(
            bundle: bundle,
            run: beginning,
            beginning: beginning * 1_000_000_000,
            end: end.map { $0 * 1_000_000_000 }
        )
    }

    @Test func `what another bundle's run can have written is spared, and a second around it`() {
        let spans = [span("a", 10, 20), span("b", 30, 40), span("b", 50, nil)]
        let second: UInt64 = 1_000_000_000
        #expect(
            StorageSpan.others(than: "a", in: spans)
                == [29 * second...41 * second, 49 * second...UInt64.max]
        )
    }

    @Test func `of many spans a bundle's oldest become one`() {
        var spans = (0..<100).map { span($0.isMultiple(of: 2) ? "a" : "b", $0, $0 + 1) }
        StorageSpan.compact(&spans)
        #expect(spans.count == 64)
        let covered = StorageSpan.others(than: "a", in: spans)
        #expect(covered.contains { $0.contains(2_000_000_000) })
    }
}
