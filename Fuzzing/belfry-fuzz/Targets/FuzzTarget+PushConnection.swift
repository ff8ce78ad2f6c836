// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension FuzzTarget {
    /// What a client sends to the push endpoint inside TLS.
    static let pushConnection = FuzzTarget(
        "push-connection",
        byteLimit: 4096,
        seeds: { PushConnectionProbe.seeds },
        check: { _ = try PushConnectionProbe.check($0) }
    )
}
