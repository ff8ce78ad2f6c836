// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Synchronization
import Testing

@testable import BelfryRuntime

/// What other bundles' workers can have made in a directory that they share.
struct StorageWritersTests {
    private static let path = "/state/groups/group.com.example"

    private static func folder(
        _ kind: StorageFolder.Kind = .group,
        isWritable: Bool = true
    ) -> StorageFolder {
        var folder = StorageFolder(kind: kind, identifier: "group.com.example", path: path)
        folder.isWritable = isWritable
        return folder
    }

    /// A worker's clock, which a test sets.
    private final class Clock: Sendable {
        private let time = Mutex<UInt64?>(1_000_000)

        var nanoseconds: UInt64? {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    private func mostFiles(
        _ writers: StorageWriters,
        since mark: StorageWriters.Mark
    ) -> UInt64 {
        writers.mostFiles(in: Self.path, besides: "/mine", since: mark)
    }

    @Test func `a neighbour that has not computed has made nothing, one that has so much at most`()
    {
        let (own, other) = (Clock(), Clock())
        var writers = StorageWriters()
        writers.add(1, of: "/mine", [Self.folder()]) { own.nanoseconds }
        writers.add(2, of: "/other", [Self.folder()]) { other.nanoseconds }
        let mark = writers.mark(Self.path)
        own.nanoseconds = 9_000_000
        #expect(mostFiles(writers, since: mark) == 0)
        other.nanoseconds = 1_010_000
        #expect(mostFiles(writers, since: mark) == 20)
    }

    @Test func `all that a new neighbour has computed counts`() {
        var writers = StorageWriters()
        let mark = writers.mark(Self.path)
        let other = Clock()
        writers.add(2, of: "/other", [Self.folder()]) { other.nanoseconds }
        #expect(mostFiles(writers, since: mark) == 2000)
    }

    @Test func `one that has ended meanwhile, or whose clock is unknown, can have made anything`() {
        let other = Clock()
        var writers = StorageWriters()
        writers.add(2, of: "/other", [Self.folder()]) { other.nanoseconds }
        let mark = writers.mark(Self.path)
        other.nanoseconds = nil
        #expect(mostFiles(writers, since: mark) == .max)
        writers.remove(2, [Self.folder()])
        #expect(mostFiles(writers, since: mark) == .max)
        #expect(mostFiles(writers, since: writers.mark(Self.path)) == 0)
    }

    @Test func `a worker that cannot write there, or has the directory alone, does not count`() {
        let other = Clock()
        var writers = StorageWriters()
        writers.add(2, of: "/other", [Self.folder(isWritable: false)]) { other.nanoseconds }
        writers.add(3, of: "/third", [Self.folder(.data)]) { other.nanoseconds }
        let mark = writers.mark(Self.path)
        other.nanoseconds = 9_000_000
        #expect(mostFiles(writers, since: mark) == 0)
    }
}
