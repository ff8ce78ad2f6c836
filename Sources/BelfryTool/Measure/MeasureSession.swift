// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation

/// One measuring of a bundle in a host of its own, with a line of progress where somebody sees it.
struct MeasureSession {
    let bundle: ExtensionBundle
    let payloads: [MeasuredPayload]
    let plans: [PartPlan]

    /// What is dropped before each cold run; nil for nothing.
    let cache: PageCache?
    let configuration: ExtensionHost.Configuration
    let allowedOrigins: [String]

    /// Measures, until it is done or the stop sign is raised.
    func measure(until stopSign: StopSign) async throws -> MeasurementReport {
        var report = emptyReport()
        let source = try source(for: bundle)
        let meter = Meter(plans, payloads: payloads, source: source, stopSign: stopSign)
        let result = await ProgressLine.during(stopSign, { meter.progress }) {
            try await meter.run()
        }
        let shortfall = cache?.shortfall()
        await source.stop()
        report.parts = try result.get()
        report.warn(ofCache: shortfall)
        let asked = plans.reduce(0) { $0 + $1.runCount }
        report.isInterrupted = report.parts.reduce(0) { $0 + $1.runCount } < asked
        return report
    }

    /// What makes runs of a bundle in a host of its own, which ends when it is stopped.
    ///
    /// A host keeps one worker of a bundle for one budget, and knows one bundle by an identifier.
    ///
    /// - Throws: What keeps a host from being made.
    func source(for bundle: ExtensionBundle) throws -> HostRunSource {
        HostRunSource(
            host: try ExtensionHost(configuration),
            bundle: bundle,
            allowedOrigins: allowedOrigins
        )
    }

    /// A report that begins now, on this machine, with nothing measured yet.
    func emptyReport() -> MeasurementReport {
        let machine = MeasuredMachine.read()
        var report = MeasurementReport(
            tool: "belfry " + BelfryVersion.text,
            machine: machine,
            startedAt: ISO8601DateFormatter().string(from: Date()),
            bundle: RunReport.BundleSummary(bundle),
            payloads: payloads.map(\.name),
            parts: []
        )
        report.warnings = [machine.busyness].compactMap(\.self)
        return report
    }
}

extension MeasurementReport {
    /// Warns that files stayed in memory before cold runs.
    mutating func warn(ofCache shortfall: String?) {
        guard let shortfall else { return }
        for index in parts.indices where parts[index].isCold {
            parts[index].warnings.append(shortfall)
        }
    }
}
