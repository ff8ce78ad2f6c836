// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How long to wait before the next attempt: twice as long each time, up to a minute.
package struct Backoff: Sendable {
    private var pause = Self.first

    private static let first = Duration.milliseconds(500)
    private static let last = Duration.seconds(60)

    package init() {}

    /// Returns how long to wait before the next attempt.
    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.last) }
        return pause
    }

    /// Notes that an attempt has succeeded.
    package mutating func reset() {
        pause = Self.first
    }
}
