// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The control group this process is in (man 7 cgroups).
package enum ControlGroup {
    /// Whether this process may make groups of its own with a memory controller below its cgroup v2.
    package static var isDelegated: Bool {
        guard let path = ownPath,
            let controllers = read("\(path)/cgroup.controllers"),
            controllers.split(whereSeparator: { $0 == " " || $0 == "\n" }).contains("memory")
        else { return false }
        return unsafe access("\(path)/cgroup.subtree_control", W_OK) == 0
            && access(path, W_OK) == 0
    }

    private static var ownPath: String? {
        guard let text = read("/proc/self/cgroup") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("0::") }
        return line.map { "/sys/fs/cgroup" + $0.dropFirst(3) }
    }

    private static func read(_ path: String) -> String? {
        guard let file = try? Descriptor.open(path, O_RDONLY),
            let bytes = try? file.readAll(limit: 4096)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
