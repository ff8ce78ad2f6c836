// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// What was measured of one bundle: one value for machines, the screen, the page and the gates.
///
/// The JSON form is versioned by ``schema`` and described in `Documentation/Measure.md`; members are
/// added, never changed in meaning. Times are milliseconds, sizes bytes.
package struct MeasurementReport: Sendable, Codable {
    /// The version of the JSON form.
    package var schema = 1

    /// The tool's version, and what it ran on.
    package var tool: String
    package var machine: MeasuredMachine

    /// When it began, in ISO 8601 with seconds, UTC.
    package var startedAt: String

    /// The bundle that was measured.
    package var bundle: RunReport.BundleSummary

    /// The payloads, by name, in the order they were given.
    package var payloads: [String]

    /// What was measured side by side: warm and cold, or one part for each named budget.
    package var parts: [MeasuredPart]

    /// Whether it was interrupted before the runs that were asked for had been made.
    package var isInterrupted = false

    /// What a person should know of the measuring as a whole, one sentence each.
    package var warnings: [String] = []

    /// What the clauses of `--fail-on` said, part by part; nil where there were none.
    package var gates: [GateOutcome]?

    /// The smallest budgets, of `--tune`; nil where they were not searched for.
    package var tuning: TuningReport?

    /// What changed since another build, of `--compare`; nil where there was none.
    package var comparison: ComparisonReport?

    /// What the parts differ in; nil where they are not points of a curve.
    package var sweep: Sweep?

    /// A quantity that was varied from part to part.
    package struct Sweep: Sendable, Codable, Equatable {
        /// Such as `runs at once`.
        package var variable: String

        /// What it was in each part, in their order.
        package var places: [Double]

        package init(variable: String, places: [Double]) {
            self.variable = variable
            self.places = places
        }
    }

    package init(
        tool: String,
        machine: MeasuredMachine,
        startedAt: String,
        bundle: RunReport.BundleSummary,
        payloads: [String],
        parts: [MeasuredPart]
    ) {
        self.tool = tool
        self.machine = machine
        self.startedAt = startedAt
        self.bundle = bundle
        self.payloads = payloads
        self.parts = parts
    }
}

/// What one clause of `--fail-on` said of one part.
package struct GateOutcome: Sendable, Codable, Equatable {
    /// Such as `p99.wall > 60%`, as it was written.
    package var clause: String

    /// The part's name.
    package var part: String

    /// Whether what the clause says came true, so that the measuring has failed.
    package var isFailed: Bool

    /// What was measured and what it was compared with, such as `18.2 s` and `18 s (60 % of 30 s)`;
    /// nil where the part has no such value.
    package var measured: String?
    package var limit: String?

    package init(clause: String, part: String, isFailed: Bool, measured: String?, limit: String?) {
        self.clause = clause
        self.part = part
        self.isFailed = isFailed
        self.measured = measured
        self.limit = limit
    }
}

/// The machine that something was measured on.
package struct MeasuredMachine: Sendable, Codable, Equatable {
    package var processor: String
    package var coreCount: Int
    package var memoryByteCount: UInt64

    /// The kernel's release, as `uname -r` prints it.
    package var kernel: String

    /// Processes that ran or wanted to, over the last minute, at the beginning (man 3 getloadavg).
    package var loadAverage: Double

    package init(
        processor: String,
        coreCount: Int,
        memoryByteCount: UInt64,
        kernel: String,
        loadAverage: Double
    ) {
        self.processor = processor
        self.coreCount = coreCount
        self.memoryByteCount = memoryByteCount
        self.kernel = kernel
        self.loadAverage = loadAverage
    }
}
