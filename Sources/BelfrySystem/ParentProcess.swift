// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// The process that started this one.
package enum ParentProcess {
    /// Has this process get a signal when the one that started it ends, however that comes about.
    ///
    /// A pidfd is watched (man 2 pidfd_open). The end of standard input would say the same only where
    /// somebody made a pipe for it; PR_SET_PDEATHSIG means the parent's thread, and there are
    /// programs, Go's among them, whose threads end before they do.
    ///
    /// The first process of a container, and one that was started into it from outside, has a parent
    /// whose number is 0 here (man 7 pid_namespaces): nothing is watched then.
    ///
    /// - Parameter number: The signal.
    /// - Throws: ``SystemError`` where the parent cannot be watched, as it has ended already (ESRCH).
    package static func whenEnded(raise number: Int32) throws(SystemError) {
        let parent = getppid()
        guard parent > 0 else { return }
        let pidfd = try checked("pidfd_open") { belfry_pidfd_open(parent) }
        // Had it ended before that, its number could be another's.
        guard getppid() == parent else {
            close(pidfd)
            throw SystemError(call: "pidfd_open", errno: ESRCH)
        }
        try SystemThread.start(named: "parent") {
            let parent = Descriptor(owning: pidfd)
            while !parent.waitUntilReadable(until: .now + .seconds(3600)) {}
            kill(getpid(), number)
        }
    }
}
