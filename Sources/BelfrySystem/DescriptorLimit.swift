// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform

/// How many descriptors this process may have open (man 2 getrlimit, RLIMIT_NOFILE).
package enum DescriptorLimit {
    /// Raises the soft limit to the hard one, for a program that has many connections.
    ///
    /// Programs that ``ChildProcess`` and ``DetachedProgram`` start from then on get the old one: some
    /// break with more.
    ///
    /// - Throws: ``SystemError`` of setrlimit(2).
    package static func raise() throws(SystemError) {
        try checked("setrlimit", "nofile") { belfry_raise_descriptor_limit() }
    }
}
