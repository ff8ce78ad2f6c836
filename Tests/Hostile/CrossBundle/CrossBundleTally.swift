// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import Foundation

/// What the cross-bundle suite has counted.
struct CrossBundleTally: Sendable {
    /// How often each verdict came.
    var verdicts: [String: Int] = [:]

    /// From asking to delivery, of the honest bundles among themselves.
    var alone: [Duration] = []

    /// The same beside hostile ones.
    var attacked: [Duration] = []

    /// How many times the honest bundles' p99 among themselves is their p99 beside hostile ones.
    var slowdown: Double {
        let alone = SoakTally.quantile(0.99, of: alone)
        return alone > 0 ? SoakTally.quantile(0.99, of: attacked) / alone : 0
    }

    /// The results as text.
    func report(seed: UInt64, took: Duration) -> String {
        var lines = ["cross-bundle: seed \(seed), \(Int(took.milliseconds / 1000)) s"]
        for (verdict, count) in verdicts.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(count)\t\(verdict)")
        }
        lines.append("honest bundles, in milliseconds:")
        for (name, durations) in [("alone", alone), ("beside hostile ones", attacked)] {
            let numbers = [0.5, 0.9, 0.99, 1].map {
                String(format: "%.2f", SoakTally.quantile($0, of: durations))
            }
            lines.append(
                "  \(name), \(durations.count) runs: p50 \(numbers[0]), p90 \(numbers[1]), "
                    + "p99 \(numbers[2]), most \(numbers[3])"
            )
        }
        lines.append("  p99 beside hostile ones: \(String(format: "%.2f", slowdown)) times alone")
        return lines.joined(separator: "\n") + "\n"
    }
}
