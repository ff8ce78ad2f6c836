// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host said of known work, and what others did, run by run.
package struct MeterAgreement: Sendable {
    package let work: KnownWork

    /// One run, by each meter, in the unit of the work's quantity.
    package struct Reading: Sendable {
        /// The host's report.
        package let host: Double

        /// The extension's own clocks and counts.
        package let inside: Double

        /// Another process's reading; nil where there is none.
        package let outside: Double?
    }

    package let readings: [Reading]

    /// The meter that the host is held to: the extension's own for a time that it alone can know,
    /// the kernel's count of the whole process otherwise.
    ///
    /// Memory that was freed again nobody can read: there it is what was touched.
    package func difference(of reading: Reading) -> Double {
        reading.host - (reading.outside ?? (work.isTransient ? work.cost : reading.inside))
    }

    /// How many runs agree: within 2 % or 1 ms, and for memory within 2 % or 128 KB, which is what a
    /// run's stacks and heap take besides.
    package var agreeingCount: Int {
        readings.count { reading in
            let allowance = work.quantity == .memory ? 128 : 1.0
            return abs(difference(of: reading)) <= max(allowance, reading.host * 0.02)
        }
    }

    /// The median of something over all runs; nil where a run lacks it.
    package func median(_ value: (Reading) -> Double?) -> Double? {
        let values = readings.compactMap(value)
        return values.count == readings.count ? Distribution(values)?.median : nil
    }

    /// The difference that nine in ten runs stay below, either way.
    package var usualDifference: Double {
        Distribution(readings.map { abs(difference(of: $0)) })?.quantile(0.9) ?? 0
    }
}
