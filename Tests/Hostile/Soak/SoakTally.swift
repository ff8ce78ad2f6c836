// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation

/// What a soak has counted.
struct SoakTally: Sendable {
    /// How often each verdict came.
    var verdicts: [String: Int] = [:]

    /// From asking to delivery without the wait for a worker, of good extensions among themselves.
    var alone: [Duration] = []

    /// The same with hostile ones beside them.
    var mixed: [Duration] = []

    /// What the host held after each batch, and its private memory in kilobytes.
    var holdings: [(Holdings, Int)] = []

    /// The duration below which this share of the durations lies, in milliseconds.
    static func quantile(_ share: Double, of durations: [Duration]) -> Double {
        guard !durations.isEmpty else { return 0 }
        let sorted = durations.sorted()
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))].milliseconds
    }

    /// The results as text.
    func report(seed: UInt64, runs: Int, took: Duration) -> String {
        var lines = ["soak: seed \(seed), \(runs) runs in \(Int(took.milliseconds / 1000)) s"]
        for (verdict, count) in verdicts.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(count)\t\(verdict)")
        }
        lines.append("good extensions, without their wait for a worker, in milliseconds:")
        for (name, durations) in [("alone", alone), ("beside hostile ones", mixed)] {
            let numbers = [0.5, 0.9, 0.99, 1].map {
                String(format: "%.2f", Self.quantile($0, of: durations))
            }
            lines.append(
                "  \(name), \(durations.count) runs: p50 \(numbers[0]), p90 \(numbers[1]), "
                    + "p99 \(numbers[2]), most \(numbers[3])"
            )
        }
        lines.append("the host after each batch: descriptors, threads, processes, private KB:")
        for (holdings, kilobytes) in holdings {
            lines.append(
                "  \(holdings.descriptors)\t\(holdings.threads)\t\(holdings.descendants)"
                    + "\t\(kilobytes)"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
