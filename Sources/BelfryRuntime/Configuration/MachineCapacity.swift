// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import Glibc

/// What a machine has, as far as a host's limits follow from it.
struct MachineCapacity: Equatable {
    /// Memory in bytes: the machine's, or less where a control group gives less.
    var memoryByteCount: UInt64

    /// Cores that this process may use.
    var coreCount: Int

    /// Processes and threads that the kernel lets this user have, or fewer where a control group lets
    /// the host have fewer.
    var processCount: UInt64

    /// This machine's.
    ///
    /// - Parameter groups: The directories of the groups that this process is in (man 7 cgroups).
    /// - Returns: Its capacity.
    static func ofThisMachine(
        in groups: [String] = ControlGroup.pathsOfThisProcess()
    ) -> MachineCapacity {
        let pages = UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES))))
        let physical = pages * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
        let memory = groups.compactMap { number(in: $0 + "/memory.max") }
        let tasks = groups.compactMap { number(in: $0 + "/pids.max") }
        let kernel = ["threads-max", "pid_max"].compactMap { number(in: "/proc/sys/kernel/" + $0) }
        return MachineCapacity(
            memoryByteCount: memory.reduce(physical, min),
            coreCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            processCount: (kernel + tasks).reduce(softLimit(__RLIMIT_NPROC), min)
        )
    }

    /// The limit that this process has of a resource (man 2 getrlimit).
    static func softLimit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        guard unsafe getrlimit(Int32(resource.rawValue), &limit) == 0 else { return .max }
        return UInt64(limit.rlim_cur)
    }

    /// The number that a file of the kernel's holds; nil for one that says `max`.
    private static func number(in path: String) -> UInt64? {
        guard let text = try? Descriptor.open(path, O_RDONLY).readAll(limit: 64) else { return nil }
        return ProcessFile.number(after: "", in: text)
    }
}
