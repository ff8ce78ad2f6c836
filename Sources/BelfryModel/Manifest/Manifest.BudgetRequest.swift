// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest {
    /// The limits that an extension asks for; what is nil it leaves to the host.
    package struct BudgetRequest: Sendable, Equatable {
        /// A set of limits, which the others change.
        package var profile: BudgetProfile?

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

        /// Bytes over the network, both directions together.
        package var network: Int?

        /// Requests over the network.
        package var requests: Int?

        /// Network connections at the same time.
        package var connections: Int?

        /// How many requests a run may be given.
        package static let requestRange = 1...1_000_000

        /// How many connections a run may be given: each takes two of the host's descriptors.
        package static let connectionRange = 1...64

        /// How long a time may be: a year, which 64 bits of nanoseconds hold many times over.
        package static let timeRange = Duration.nanoseconds(1)...Duration.seconds(31_536_000)

        /// How many bytes a size may be: a terabyte, far below what sums of sizes overflow at.
        package static let byteCountRange = 1...(1 << 40)

        package init(
            profile: BudgetProfile? = nil,
            wall: Duration? = nil,
            cpu: Duration? = nil,
            start: Duration? = nil,
            memory: Int? = nil,
            output: Int? = nil,
            network: Int? = nil,
            requests: Int? = nil,
            connections: Int? = nil
        ) {
            self.profile = profile
            self.wall = wall
            self.cpu = cpu
            self.start = start
            self.memory = memory
            self.output = output
            self.network = network
            self.requests = requests
            self.connections = connections
        }
    }
}
