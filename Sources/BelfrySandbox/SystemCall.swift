// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CSeccomp
internal import Glibc

/// A system call of this machine's architecture, by the number it is made with.
package struct SystemCall: Equatable, Sendable {
    package let number: Int32

    /// A call by number.
    package init(number: Int32) {
        self.number = number
    }

    /// A call by name; nil for one that this architecture or this libseccomp does not know.
    package init?(named name: String) {
        let number = unsafe seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// The kernel's name, such as `ptrace`, or `syscall 999` for one that libseccomp does not know.
    package var name: String {
        guard let name = unsafe seccomp_syscall_resolve_num_arch(Self.nativeArchitecture, number)
        else { return "syscall \(number)" }
        defer { unsafe free(name) }
        return unsafe String(cString: name)
    }

    /// `SCMP_ARCH_NATIVE`, a macro.
    private static let nativeArchitecture: UInt32 = 0
}
