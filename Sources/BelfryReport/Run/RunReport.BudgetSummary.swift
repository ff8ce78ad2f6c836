// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// The limits that a run had.
    package struct BudgetSummary: Sendable, Codable {
        /// From the assignment of a worker to the verdict.
        package var wallMilliseconds: Double

        /// From the same moment until the extension was loaded.
        package var startMilliseconds: Double

        /// Of all threads of the worker together.
        package var cpuMilliseconds: Double

        /// Above the footprint of the loaded, idle worker.
        package var memoryByteCount: Int

        /// Of what the extension handed over: content, checkpoints, views.
        package var outputByteCount: Int

        /// To and from the network together, in bytes and in requests.
        package var networkByteCount: Int
        package var requestCount: Int

        /// Open to the network at one time.
        package var connectionCount: Int

        package init(
            wallMilliseconds: Double,
            startMilliseconds: Double,
            cpuMilliseconds: Double,
            memoryByteCount: Int,
            outputByteCount: Int,
            networkByteCount: Int,
            requestCount: Int,
            connectionCount: Int
        ) {
            self.wallMilliseconds = wallMilliseconds
            self.startMilliseconds = startMilliseconds
            self.cpuMilliseconds = cpuMilliseconds
            self.memoryByteCount = memoryByteCount
            self.outputByteCount = outputByteCount
            self.networkByteCount = networkByteCount
            self.requestCount = requestCount
            self.connectionCount = connectionCount
        }
    }
}
