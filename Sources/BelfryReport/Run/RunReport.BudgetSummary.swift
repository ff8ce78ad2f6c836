// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    package struct BudgetSummary: Sendable, Codable {
        package var wallMilliseconds: Double
        package var startMilliseconds: Double
        package var cpuMilliseconds: Double
        package var memoryByteCount: Int
        package var outputByteCount: Int
        package var networkByteCount: Int
        package var requestCount: Int
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
