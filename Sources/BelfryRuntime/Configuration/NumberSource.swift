// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Numbers for runs, workers and zygotes, each given once in a host.
final class NumberSource {
    private var last: UInt64 = 0

    /// The next number, from 1 on.
    func next() -> UInt64 {
        last += 1
        return last
    }
}
