// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

extension MetricName {
    /// What a report says of it; nil where the run had none, and of the latency, which whoever began
    /// the run knows.
    package func value(in report: RunReport) -> Double? {
        switch self {
        case .latency: nil
        case .queueWait: report.timing?.queueWaitMilliseconds
        case .startUp:
            report.timing.flatMap { timing in
                timing.isWarm || timing.startMilliseconds <= 0 ? nil : timing.startMilliseconds
            }
        case .wall: report.timing?.wallMilliseconds
        case .cpu: report.usage?.cpuMilliseconds
        case .footprint:
            // Of a worker that never was loaded and idle it would be all that it had.
            report.usage.flatMap { usage in
                usage.baselineByteCount > 0 ? Double(usage.largestByteCount) : nil
            }
        }
    }
}
