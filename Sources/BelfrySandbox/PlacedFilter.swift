// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// A filter in memory that this process and its forks can read and nobody can change, move or replace
/// (man 2 mseal), so that its address stands for it.
///
/// Another filter can then allow this one to be installed, and none besides.
package struct PlacedFilter: Sendable {
    /// Where it is; nil where the kernel cannot keep it from being changed (before Linux 6.10).
    package let address: UInt64?

    private let place: UInt

    /// Puts a filter in place, for as long as the process and its forks live.
    ///
    /// - Parameter filter: One that is the same for every process.
    /// - Throws: ``SystemError`` when there is no memory for it.
    package init(_ filter: SystemCallFilter) throws(SystemError) {
        precondition(
            !filter.isBoundToProcess,
            "a filter with a process number differs in each fork"
        )
        var isImmutable: Int32 = 0
        let count = UInt16(filter.program.count / 8)
        guard let found = unsafe belfry_seccomp_place(filter.program, count, &isImmutable) else {
            throw SystemError(call: "mmap", errno: errno)
        }
        place = UInt(bitPattern: found)
        address = isImmutable == 0 ? nil : UInt64(place)
    }

    /// Puts the filter in force for every thread of this process; needs `no_new_privs`.
    ///
    /// - Throws: ``SystemError``; `ESRCH` when a thread has a filter of its own and could not follow.
    package func install() throws(SystemError) {
        let result = try checked("seccomp") {
            unsafe belfry_seccomp_install_placed(UnsafeRawPointer(bitPattern: place))
        }
        guard result == 0 else {
            throw SystemError(call: "seccomp", subject: "thread \(result)", errno: ESRCH)
        }
    }
}
