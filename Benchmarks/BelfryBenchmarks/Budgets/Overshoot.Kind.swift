// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

extension Overshoot {
    /// The budget or limit that is exceeded.
    enum Kind: String, Sendable, CaseIterable {
        case wall, cpu, memory
        case memoryOfThreads = "memory, 8 threads"
        case threads, files, disk, log

        /// The bundle that exceeds it.
        var bundleName: String {
            switch self {
            case .wall: "Sleeps"
            case .cpu: "Spins"
            case .memory: "Hogs"
            case .memoryOfThreads: "Crowds"
            case .threads: "Starts"
            case .files: "Makes"
            case .disk: "Fills"
            case .log: "Logs"
            }
        }

        /// The budget it gets, short where time must pass.
        var budget: String {
            switch self {
            case .wall: "wall=100ms"
            case .cpu: "cpu=100ms"
            case .memory, .memoryOfThreads: "memory=24MB"
            case .threads, .files, .disk, .log: "wall=30s,cpu=20s,memory=256MB"
            }
        }

        /// The limit as the table names it.
        var limit: String {
            switch self {
            case .wall, .cpu, .memory, .memoryOfThreads: budget
            case .threads: "64"
            case .files: "4096 in the container"
            case .disk: "64 MB in the container"
            case .log: "64 KB"
            }
        }

        /// How the run must end: by the budget, or with a count of what was not refused.
        var reasons: Set<String> {
            switch self {
            case .wall: ["timeout"]
            case .cpu: ["cpu"]
            case .memory, .memoryOfThreads: ["memory"]
            case .threads, .files, .disk, .log: ["completed"]
            }
        }

        /// What is counted.
        var unit: Unit {
            switch self {
            case .wall, .cpu: .milliseconds
            case .memory, .memoryOfThreads, .disk, .log: .bytes
            case .threads, .files: .pieces
            }
        }
    }

    /// What an excess is counted in.
    enum Unit: Sendable {
        case milliseconds, bytes, pieces
    }
}

extension Overshoot.Kind {
    /// How far a run got past the limit; nil where its report does not say.
    func excess(of report: RunReport, _ budget: Budget) -> Double? {
        switch self {
        case .wall: report.timing.map { $0.wallMilliseconds - budget.wall.milliseconds }
        case .cpu: report.usage.map { $0.cpuMilliseconds - budget.cpu.milliseconds }
        case .memory, .memoryOfThreads:
            report.usage?.kernelPeakByteCount.map { Double($0) - Double(budget.memoryByteCount) }
        case .threads: Double(report.after.title).map { max(0, $0 - 64) }
        case .files: Double(report.after.title).map { max(0, $0 - 4096) }
        case .disk: Double(report.after.title).map { max(0, $0 - Double(64 << 20)) }
        case .log: Double(max(0, report.log.reduce(0) { $0 + $1.text.utf8.count } - (64 << 10)))
        }
    }
}
