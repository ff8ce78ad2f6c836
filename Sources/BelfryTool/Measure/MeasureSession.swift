// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMeasure
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
        let machine = MeasuredMachine.read()
        let begin = Date()
        let host = try ExtensionHost(configuration)
        let source = HostRunSource(host: host, bundle: bundle, allowedOrigins: allowedOrigins)
        let meter = Meter(plans, payloads: payloads, source: source, stopSign: stopSign)
        let watcher = Task { await watch(meter, stopSign) }
        let result = await Task { try await meter.run() }.result
        watcher.cancel()
        await watcher.value
        let shortfall = cache?.shortfall()
        await host.shutdown()
        var parts = try result.get()
        for index in parts.indices where parts[index].isCold {
            parts[index].warnings += [shortfall].compactMap(\.self)
        }
        var report = MeasurementReport(
            tool: "belfry " + BelfryCommand.configuration.version,
            machine: machine,
            startedAt: ISO8601DateFormatter().string(from: begin),
            bundle: RunReport.BundleSummary(bundle),
            payloads: payloads.map(\.name),
            parts: parts
        )
        let asked = plans.reduce(0) { $0 + $1.runCount }
        report.isInterrupted = parts.reduce(0) { $0 + $1.runCount } < asked
        report.warnings = [machine.busyness].compactMap(\.self)
        return report
    }

    private static let interval = Duration.milliseconds(100)

    private func watch(_ meter: Meter, _ stopSign: StopSign) async {
        let line = ProgressLine(terminal: .standardError)
        guard line.terminal.isLive else { return }
        while (try? await Task.sleep(for: Self.interval)) != nil {
            guard let progress = meter.progress else { continue }
            line.show(progress, isStopping: stopSign.isRaised)
        }
        line.clear()
    }
}
