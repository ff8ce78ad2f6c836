// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

/// One worker's control group, gone with its owner (Linux, cgroup-v2.rst).
package struct ControlGroupLeaf: ~Copyable, Sendable {
    /// What the kernel holds a worker to.
    package struct Limits: Sendable, Equatable {
        /// All memory that is charged to it, the pages of its files among them (`memory.max`).
        package var memoryByteCount: UInt64

        /// Threads (`pids.max`).
        ///
        /// Dispatch has up to 255 in a pool and waits where it gets none.
        package var threadCount: UInt64

        package init(memoryByteCount: UInt64, threadCount: UInt64) {
            self.memoryByteCount = memoryByteCount
            self.threadCount = threadCount
        }
    }

    /// What is charged to a group.
    package struct Memory: Sendable, Equatable {
        /// All that may be (`memory.max`).
        package var limit: UInt64

        /// Files on a tmpfs, mapped or not, and shared memory (`shmem` of `memory.stat`).
        package var fileByteCount: UInt64
    }

    private let path: String

    /// Makes a leaf.
    ///
    /// - Parameters:
    ///   - group: What it is a leaf of, divided already.
    ///   - name: The leaf's name.
    ///   - limits: What is in it may use.
    /// - Returns: The leaf.
    /// - Throws: ``SystemError`` naming the file.
    package static func make(
        in group: ControlGroup,
        named name: String,
        limits: Limits
    ) throws(SystemError) -> ControlGroupLeaf {
        let path = "\(group.path)/\(name)"
        try checked("mkdir", path) { unsafe mkdir(path, 0o755) }
        // Owned from here on, so that it is removed when a limit cannot be set.
        let leaf = ControlGroupLeaf(path: path)
        try leaf.set("memory.max", "\(limits.memoryByteCount)")
        try leaf.set("pids.max", "\(limits.threadCount)")
        try leaf.set("memory.oom.group", "1")
        // Not there on a kernel without swap accounting.
        try? leaf.set("memory.swap.max", "0")
        return leaf
    }

    private init(path: String) {
        self.path = path
    }

    deinit {
        unsafe _ = rmdir(path)
    }

    /// Moves a process into it; what it takes from then on is charged here.
    package borrowing func add(_ process: Int32) throws(SystemError) {
        try set("cgroup.procs", "\(process)")
    }

    /// Kills all that is in it (`cgroup.kill`, Linux 5.14).
    package borrowing func kill() throws(SystemError) {
        try set("cgroup.kill", "1")
    }

    /// How many of its processes the kernel has killed because they were out of memory.
    package var outOfMemoryKillCount: Int {
        let lines = ControlGroup.read(path + "/memory.events")?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix("oom_kill ") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    /// What is charged to it, which outlives its processes where files do; nil where the kernel does
    /// not say.
    package var memory: Memory? {
        guard let text = ControlGroup.read(path + "/memory.max"),
            let limit = UInt64(text.prefix { $0 != "\n" }),
            let files = ControlGroup.memoryStatistics(in: path)["shmem"]
        else { return nil }
        return Memory(limit: limit, fileByteCount: files)
    }

    private borrowing func set(_ name: String, _ value: String) throws(SystemError) {
        try ControlGroup.write(value, to: "\(path)/\(name)")
    }
}
