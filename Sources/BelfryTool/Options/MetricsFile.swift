// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMetrics
internal import BelfryRuntime

/// Whether a command writes its host's counters and histograms, and where.
struct MetricsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the host's counters and histograms as Prometheus reads them.",
            valueName: "file"
        )
    )
    var metrics: String?

    /// What keeps the metrics until they are written; nil where nobody asked for them.
    ///
    /// - Throws: ``ToolFailure`` for a file that cannot be written.
    func file() throws -> MetricsFile? { try metrics.map(MetricsFile.init) }
}

/// Metrics of one command, and the file they are written to at its end.
struct MetricsFile {
    /// What a host counts in.
    let registry: PrometheusRegistry

    private let file: OutputFile

    init(_ path: String) throws {
        file = try OutputFile(path, for: "--metrics")
        registry = PrometheusRegistry(
            Dictionary(
                uniqueKeysWithValues: HostMetric.allCases.map {
                    ($0.rawValue, MetricDescription(help: $0.help, buckets: $0.buckets))
                }
            )
        )
    }

    /// Writes what was counted.
    func write() throws { try file.write(registry.text) }
}
