// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What the kernel does when the machine is out of memory (man 5 proc, `oom_score_adj`).
package enum OutOfMemory {
    /// Has the kernel kill this process and those it forks before all others.
    ///
    /// Where /proc cannot be written it stays an equal among others: that takes nothing from the
    /// sandbox, which is there for memory within the budget.
    package static func preferThisProcess() {
        guard let file = try? Descriptor.open("/proc/self/oom_score_adj", O_WRONLY) else { return }
        try? file.writeAll(Array("1000".utf8))
    }
}
