// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform

/// The kinds of namespace a zygote may live in (man 7 namespaces).
package struct NamespaceSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Users: root inside is nobody outside (man 7 user_namespaces).
    package static let user = NamespaceSet(rawValue: 1 << 0)

    /// Mounts: a root of its own (man 7 mount_namespaces).
    package static let mount = NamespaceSet(rawValue: 1 << 1)

    /// Processes: others cannot be named (man 7 pid_namespaces).
    package static let pid = NamespaceSet(rawValue: 1 << 2)

    /// Network: loopback alone, and that is down (man 7 network_namespaces).
    package static let network = NamespaceSet(rawValue: 1 << 3)

    /// System V and POSIX message queues, semaphores and shared memory (man 7 ipc_namespaces).
    package static let ipc = NamespaceSet(rawValue: 1 << 4)

    /// The machine's name (man 7 uts_namespaces).
    package static let uts = NamespaceSet(rawValue: 1 << 5)

    /// Every kind but the user namespace, which only serves to be allowed the others.
    package static let isolating: NamespaceSet = [.mount, .pid, .network, .ipc, .uts]

    private static let names: [(NamespaceSet, String, UInt64)] = [
        (.user, "user", belfry_clone_newuser),
        (.mount, "mount", belfry_clone_newns),
        (.pid, "pid", belfry_clone_newpid),
        (.network, "net", belfry_clone_newnet),
        (.ipc, "ipc", belfry_clone_newipc),
        (.uts, "uts", belfry_clone_newuts),
    ]

    /// The `CLONE_NEW*` flags for clone(2).
    package var cloneFlags: UInt64 {
        Self.names.reduce(0) { contains($1.0) ? $0 | $1.2 : $0 }
    }

    /// The set that `CLONE_NEW*` flags name.
    package init(cloneFlags: UInt64) {
        self = Self.names.reduce(into: []) { if cloneFlags & $1.2 != 0 { $0.insert($1.0) } }
    }

    /// The kernel's names, in a fixed order, such as `user mount pid`.
    package var kernelNames: String {
        Self.names.filter { contains($0.0) }.map { $0.1 }.joined(separator: " ")
    }
}
