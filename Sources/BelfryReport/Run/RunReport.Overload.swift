// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// The resource of the host that a run waited for, or was refused for.
    package struct OverloadSummary: Sendable, Codable, Equatable {
        /// What the host was short of.
        package var resource: OverloadResource

        /// How much of it was used when the run was last looked at; of a reserve, how much was left.
        package var value: UInt64

        /// The most that may be used; of a reserve, the least that must be left.
        package var limit: UInt64

        /// How long the run waited for room.
        package var waitedMilliseconds: Double

        package init(
            resource: OverloadResource,
            value: UInt64,
            limit: UInt64,
            waitedMilliseconds: Double
        ) {
            self.resource = resource
            self.value = value
            self.limit = limit
            self.waitedMilliseconds = waitedMilliseconds
        }
    }
}
