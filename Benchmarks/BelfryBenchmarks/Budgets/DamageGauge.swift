// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// A count that shows what a run takes of the machine, whatever its report says.
///
/// Counts of the whole file system, and of all sockets, change with whatever else the machine does.
enum DamageGauge: Sendable {
    /// Memory of the machine's TCP sockets (`/proc/net/sockstat`).
    case socketMemory

    /// What the files that outlive workers take on the disk, each looked at.
    case keptBytes

    /// How many of those there are: as many as before the run, and what the file system has less since.
    case keptFiles

    /// What the file system has less than before the run.
    case takenBytes

    /// Threads of the worker that has the most, the host's own among them (`/proc/PID/task`).
    case threads

    /// Locks of ranges and files that the machine's processes hold (`/proc/locks`).
    case locks

    /// The length of all files of the attachment store.
    case storedLength

    /// What those take on the disk.
    case storedBlocks

    /// What there is at present, to be compared with what there is later.
    func value(_ scratch: Scratch) -> Double? {
        switch self {
        case .socketMemory: Self.socketByteCount
        case .keptBytes: scratch.kept.map { Double($0.byteCount) }
        case .takenBytes: scratch.room.map { -Double($0.freeByteCount) }
        case .keptFiles: scratch.room.map { -Double($0.freeFileCount) }
        case .threads: WorkerWatch.all.map(\.threadCount).max() ?? 0
        case .locks: Self.lines(of: "/proc/locks").map { Double($0.count) }
        case .storedLength: scratch.sum(of: scratch.storePath) { Double($0.st_size) }
        case .storedBlocks: scratch.sum(of: scratch.storePath) { Double($0.st_blocks) * 512 }
        }
    }

    /// What counts toward the limit before the run begins.
    private func start(_ scratch: Scratch) -> Double? {
        switch self {
        case .keptFiles: scratch.kept.map { Double($0.fileCount) }
        case .keptBytes, .storedBlocks: value(scratch)
        case .socketMemory, .takenBytes, .threads, .locks, .storedLength: 0
        }
    }

    /// Microseconds between two looks: nobody takes or releases a lock while they are listed, and what
    /// locks as much as it can holds that for a while.
    private var interval: UInt32 { self == .locks ? 50_000 : 1000 }

    private static var socketByteCount: Double? {
        guard
            let line = lines(of: "/proc/net/sockstat")?.first(where: { $0.hasPrefix("TCP:") }),
            let pages = line.split(separator: " ").last.flatMap({ Double($0) })
        else {
            return nil
        }
        return pages * Double(getpagesize())
    }

    private static func lines(of path: String) -> [Substring]? {
        let bytes = try? Descriptor.open(path, O_RDONLY).readAll(limit: 64 << 20)
        return bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    }

    /// Looks again and again until a body returns.
    ///
    /// - Parameters:
    ///   - scratch: The host's directories.
    ///   - body: What goes on meanwhile.
    /// - Returns: What the body returns, and the most that there was.
    /// - Throws: What the body throws, and ``BenchmarkError`` where the kernel does not tell.
    func most<Value: Sendable>(
        _ scratch: Scratch,
        during body: () async throws -> Value
    ) async throws -> (Value, Double) {
        guard let start = start(scratch), let before = value(scratch) else {
            throw BenchmarkError("the kernel does not say how much there is of \(self)")
        }
        let watch = try Watch(every: interval) { value(scratch) }
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        let most = await watch.end()
        return (try result.get(), start + max(0, (most ?? before) - before))
    }

    /// A thread that looks, and whoever waits for it.
    final class Watch: Sendable {
        private let interval: UInt32
        private let read: @Sendable () -> Double?
        private let isOver = Mutex(false)
        private let result = AsyncStream.makeStream(of: Double?.self)

        /// Begins to look.
        ///
        /// - Parameters:
        ///   - interval: Microseconds between two looks.
        ///   - read: A look.
        /// - Throws: ``SystemError`` where there is no thread to be had.
        init(every interval: UInt32, _ read: @escaping @Sendable () -> Double?) throws {
            self.interval = interval
            self.read = read
            try SystemThread.start(named: "gauge") { self.look() }
        }

        private func look() {
            var most: Double?
            repeat {
                if let value = read() { most = max(most ?? value, value) }
                usleep(interval)
            } while !isOver.withLock { $0 }
            result.continuation.yield(most)
            result.continuation.finish()
        }

        /// Ends looking; returns the most that was seen.
        func end() async -> Double? {
            isOver.withLock { $0 = true }
            var most: Double?
            for await value in result.stream { most = value }
            return most
        }
    }
}

extension Scratch {
    /// Where the host keeps what outlives workers.
    var statePath: String { directory.appendingPathComponent("state").path }

    /// What the file system has that all of this lies on.
    fileprivate var room: FileSystemRoom? { FileSystemRoom(at: directory.path) }

    /// What is in the directories that are each one bundle's own; nil where it cannot be counted.
    fileprivate var kept: TreeSize? {
        let path = statePath + "/data"
        var sum = TreeSize()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            guard
                let size = try? Descriptor.openDirectory("\(path)/\(name)")
                    .measureTree(fileLimit: 1 << 20)
            else {
                return nil
            }
            sum.byteCount += size.byteCount
            sum.fileCount += size.fileCount
        }
        return sum
    }

    /// Adds up the regular files beneath a directory; nothing is where there is none yet.
    fileprivate func sum(of path: String, _ amount: (stat) -> Double) -> Double {
        var sum = 0.0
        let names = FileManager.default.enumerator(atPath: path)
        while let name = names?.nextObject() as? String {
            var status = stat()
            guard unsafe lstat("\(path)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFREG { sum += amount(status) }
        }
        return sum
    }
}
