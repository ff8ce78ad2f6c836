// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// What one process holds after each of many equal runs.
///
/// It is made in ordinary workers: one that watches keeps memory of its own.
struct LeaksCheck: Check {
    let name = CheckName.leaks

    /// Growth from run to run that is no accident: half a page of memory, a tenth of anything else.
    private static let memoryThreshold = 2048.0
    private static let countThreshold = 0.1

    /// Least and most runs: fewer tell nothing, and a worker serves no more.
    private static let runRange = 40...240

    func run(on subject: Subject) async throws -> CheckOutcome {
        guard !subject.isAlwaysFresh else {
            return .skip("Info.plist asks for a process of its own for every run")
        }
        let count = min(
            max(subject.options.runs, Self.runRange.lowerBound),
            Self.runRange.upperBound
        )
        let sample = try SamplePayload.plain()
        var holdings = Holdings()
        let reports = try await subject.session { session in
            var reports: [RunReport] = []
            for _ in 0..<count { reports.append(try await session.run(sample)) }
            return reports
        }
        for (index, report) in reports.enumerated() {
            if let shortfall = RunShortfall(report, sample, "in run \(index + 1) of \(count)") {
                return .fail(shortfall.text, details: shortfall.details)
            }
            holdings.add(report)
        }
        return outcome(holdings)
    }

    private func outcome(_ holdings: Holdings) -> CheckOutcome {
        guard holdings.count >= Self.runRange.lowerBound / 2 else {
            let reason = holdings.retirement.map { ": \($0)" } ?? ""
            return .skip("its processes are replaced too soon to tell\(reason)")
        }
        let settling = holdings.count / 4
        let measures: [(String, [Double], Double)] = [
            ("threads", holdings.threads, Self.countThreshold),
            ("descriptors", holdings.descriptors, Self.countThreshold),
            ("bytes of memory", holdings.memory, Self.memoryThreshold),
        ]
        var growing: [String] = []
        for (unit, values, threshold) in measures {
            guard let trend = Trend(values, settling: settling), trend.slope > threshold else {
                continue
            }
            growing.append(
                "\(Self.text(trend.slope)) \(unit) more with every run, "
                    + "\(Self.text(trend.last - trend.first)) in \(holdings.count - settling) runs"
            )
        }
        guard let first = growing.first else { return .pass("\(holdings.count) runs, no growth") }
        return .fail(
            first + "; free, join and close what a request made before it is completed",
            details: Array(growing.dropFirst())
        )
    }

    private static func text(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}
