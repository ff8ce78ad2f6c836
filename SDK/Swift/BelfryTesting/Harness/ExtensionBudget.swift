// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a delivery may take.
public struct ExtensionBudget: Sendable, Equatable {
    /// How long an extension has to answer.
    public var wall: Duration

    /// By how many bytes the process may grow.
    public var memoryByteCount: Int

    /// Makes a budget; as it is, that of a service extension on iOS: 30 seconds and 24 MB.
    public init(wall: Duration = .seconds(30), memoryByteCount: Int = 24 << 20) {
        self.wall = wall
        self.memoryByteCount = memoryByteCount
    }

    /// How long before its end an extension is told of it.
    static let warning = Duration.seconds(1)

    /// When an extension is told that its time is nearly up.
    var expiry: Duration { max(wall - Self.warning, .zero) }
}
