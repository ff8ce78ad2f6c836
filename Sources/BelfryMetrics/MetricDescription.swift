// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a metric is, for who reads it elsewhere.
package struct MetricDescription: Sendable {
    /// One sentence without its period.
    package let help: String

    /// The upper bounds of a histogram's buckets, rising; empty for what is no histogram.
    ///
    /// The last bucket, which has no bound, is not among them.
    package let buckets: [Double]

    package init(help: String, buckets: [Double] = []) {
        self.help = help
        self.buckets = buckets
    }
}
