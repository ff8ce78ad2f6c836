// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest {
    /// The limits that an extension asks for; what is nil it leaves to the host.
    package struct BudgetRequest: Sendable, Equatable {
        /// The time of a run.
        package var wall: Duration?

        /// The processor time of a run.
        package var cpu: Duration?

        /// The time to load and start.
        package var start: Duration?

        /// Bytes of memory above those of the loaded, idle worker.
        package var memory: Int?

        /// Bytes of content that a run may answer with.
        package var output: Int?

        package init(
            wall: Duration? = nil,
            cpu: Duration? = nil,
            start: Duration? = nil,
            memory: Int? = nil,
            output: Int? = nil
        ) {
            self.wall = wall
            self.cpu = cpu
            self.start = start
            self.memory = memory
            self.output = output
        }
    }
}
