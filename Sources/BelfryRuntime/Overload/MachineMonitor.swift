// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// Reads from the kernel what a host is short of, as far as the host does not count it itself.
final class MachineMonitor {
    private let storedPaths: [String]
    private let controlGroup: ControlGroup?
    private let descriptors: Descriptor?
    private let memory: Descriptor?
    private var lastTime: MonotonicTime?

    /// What the machine had at the last look.
    private(set) var latest = Machine()

    /// What takes a while to read, and is read no oftener than every ``interval``.
    struct Machine: Equatable {
        var availableMemory: UInt64?
        var kernelMemory: UInt64?
        var space: Space?

        /// Free space of a file system, and how much of it is to be left.
        struct Space: Equatable {
            var byteCount: UInt64
            var reserve: UInt64
        }
    }

    /// How old a reading of the machine may be.
    static let interval = Duration.milliseconds(100)

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - storedPaths: Where attachments and what extensions keep are stored; they need not be there yet.
    ///   - controlGroup: The host's control group, where it has one.
    init(storedPaths: [String], controlGroup: ControlGroup?) {
        self.storedPaths = storedPaths
        self.controlGroup = controlGroup
        descriptors = try? Descriptor.openDirectory("/proc/self/fd")
        memory = try? Descriptor.open("/proc/meminfo", O_RDONLY)
    }

    /// How many descriptors this process has open; nil where the kernel does not say.
    ///
    /// Since Linux 6.2 the directory's size says it, without its being listed.
    var descriptorCount: UInt64? {
        guard let size = try? descriptors?.status().st_size, size > 0 else { return nil }
        return UInt64(size)
    }

    /// The limit of open descriptors as of now.
    ///
    /// - Parameter limits: What the host is to keep to.
    /// - Returns: The most descriptors that the host may have open.
    func descriptorLimit(_ limits: HostLimits) -> UInt64 {
        let kernel = HostLimits.descriptors(under: MachineCapacity.softLimit(RLIMIT_NOFILE))
        return min(limits.descriptorCount ?? .max, kernel)
    }

    /// Whether the last look at the machine was a while ago.
    func isDue(at now: MonotonicTime) -> Bool {
        lastTime.map { now - $0 >= Self.interval } ?? true
    }

    /// Looks at the machine, where that is due.
    func look(_ limits: HostLimits, at now: MonotonicTime) -> Machine {
        guard isDue(at: now) else { return latest }
        lastTime = now
        latest = Machine(
            availableMemory: availableMemory,
            kernelMemory: controlGroup?.kernelByteCount,
            space: space(limits)
        )
        return latest
    }

    private var availableMemory: UInt64? {
        guard let text = try? memory?.read(at: 0, upTo: 512) else { return nil }
        return ProcessFile.number(after: "MemAvailable:", in: text).map { $0 * 1024 }
    }

    /// The free space of the file system that is nearest to its reserve.
    private func space(_ limits: HostLimits) -> Machine.Space? {
        let spaces = storedPaths.compactMap { path -> Machine.Space? in
            guard let status = Self.fileSystem(of: path) else { return nil }
            let unit = UInt64(status.f_frsize)
            let total = UInt64(status.f_blocks) * unit
            return Machine.Space(
                byteCount: UInt64(status.f_bavail) * unit,
                reserve: limits.freeSpaceByteCount ?? HostLimits.freeSpace(ofFileSystem: total)
            )
        }
        let resource = OverloadResource.freeSpace
        return spaces.max {
            resource.share($0.byteCount, of: $0.reserve)
                < resource.share($1.byteCount, of: $1.reserve)
        }
    }

    /// The file system that a path is on, or will be once it is made (man 3 statvfs).
    private static func fileSystem(of path: String) -> statvfs? {
        var path = path
        while true {
            var status = Glibc.statvfs()
            if unsafe statvfs(path, &status) == 0 { return status }
            guard errno == ENOENT, !path.isEmpty, path != "/" else { return nil }
            path = path.deletingLastComponent
        }
    }
}
