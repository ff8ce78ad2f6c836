// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// A control group that is this process's to divide (man 7 cgroups, version 2, "delegation").
///
/// What is in a group that has groups below it can have no limits of its own, so this process moves
/// into one beside those of its workers.
package struct ControlGroup: Sendable, Equatable {
    /// The group's directory.
    package let path: String

    private static let controllers: Set<Substring> = ["memory", "pids"]

    /// Takes over a directory of a cgroup file system.
    package init(path: String) {
        self.path = path
    }

    /// The group that this process is in, if it may divide it.
    ///
    /// - Parameters:
    ///   - mount: Where the cgroup file system is.
    ///   - membership: What says which group this process is in (man 5 proc, `cgroup`).
    /// - Returns: The group.
    /// - Throws: ``ControlGroupError`` saying what is missing.
    package static func ofThisProcess(
        mount: String = "/sys/fs/cgroup",
        membership: String = "/proc/self/cgroup"
    ) throws(ControlGroupError) -> ControlGroup {
        guard let own = ownPath(in: membership) else {
            throw ControlGroupError("there is no cgroup v2 on this machine")
        }
        guard let path = place(of: own, mount) else {
            throw ControlGroupError("the cgroup v2 of this process is not to be seen")
        }
        let group = ControlGroup(path: path)
        let missing = controllers.subtracting(group.words(of: "cgroup.controllers"))
        guard missing.isEmpty else {
            let names = missing.sorted().joined(separator: ", ")
            throw ControlGroupError("its cgroup v2 has no controller for \(names)")
        }
        let names = ["", "/cgroup.procs", "/cgroup.subtree_control"]
        guard names.allSatisfy({ unsafe access(path + $0, W_OK) == 0 }) else {
            throw ControlGroupError("its cgroup v2 is not delegated to this user")
        }
        return group
    }

    /// The directories of all groups whose limits hold for this process, its own first; empty where
    /// there is no cgroup v2 to be seen.
    ///
    /// - Parameters:
    ///   - mount: Where the cgroup file system is.
    ///   - membership: What says which group this process is in (man 5 proc, `cgroup`).
    /// - Returns: Their paths. The last is the root of what is to be seen, which in a container is a
    ///   group with limits of its own.
    package static func pathsOfThisProcess(
        mount: String = "/sys/fs/cgroup",
        membership: String = "/proc/self/cgroup"
    ) -> [String] {
        guard let own = ownPath(in: membership), let place = place(of: own, mount) else {
            return []
        }
        let names = own.split(separator: "/")
        let root = place.dropLast(own == "/" ? 0 : own.count)
        return (0...names.count).reversed()
            .map { count in
                ([root] + names.prefix(count)).joined(separator: "/")
            }
    }

    /// The group of this process as the kernel names it, beginning with a slash.
    private static func ownPath(in membership: String) -> Substring? {
        read(membership)?.split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(3)
    }

    /// Where a group is to be seen; where version 1 is in use as well, version 2 is beside it.
    private static func place(of group: Substring, _ mount: String) -> String? {
        [mount, mount + "/unified"].map { $0 + (group == "/" ? "" : group) }
            .first { read($0 + "/cgroup.controllers") != nil }
    }

    /// The group that this process is in, divided; or why there is none.
    package static func takeOver() -> Result<ControlGroup, ControlGroupError> {
        Result { () throws(ControlGroupError) in
            let group = try ofThisProcess()
            try group.divide()
            return group
        }
    }

    /// Makes it ready for leaves: moves this process into one, and hands the controllers down.
    ///
    /// - Throws: ``ControlGroupError`` when other processes are in the group; nothing is changed then.
    package func divide() throws(ControlGroupError) {
        guard !Self.controllers.isSubset(of: words(of: "cgroup.subtree_control")) else { return }
        let own = "\(path)/belfry-host-\(getpid())"
        do throws(SystemError) {
            try checked("mkdir", own) { unsafe mkdir(own, 0o755) }
            try Self.write("\(getpid())", to: own + "/cgroup.procs")
        } catch {
            unsafe _ = rmdir(own)
            throw ControlGroupError("this process cannot move in its cgroup v2: \(error)")
        }
        do throws(SystemError) {
            try Self.write("+memory +pids", to: path + "/cgroup.subtree_control")
        } catch {
            try? Self.write("\(getpid())", to: path + "/cgroup.procs")
            unsafe _ = rmdir(own)
            throw ControlGroupError("its cgroup v2 cannot be divided: \(error)")
        }
    }

    private func words(of name: String) -> Set<Substring> {
        let text = Self.read("\(path)/\(name)") ?? ""
        return Set(text.split { $0 == " " || $0 == "\n" })
    }

    static func read(_ path: String) -> String? {
        guard let file = try? Descriptor.open(path, O_RDONLY),
            let bytes = try? file.readAll(limit: 4096)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT)
        do throws(SystemError) {
            try file.writeAll(Array(text.utf8))
        } catch {
            throw SystemError(call: error.call, subject: path, errno: error.errno)
        }
    }
}

/// A control group that cannot be used, and why.
package struct ControlGroupError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
