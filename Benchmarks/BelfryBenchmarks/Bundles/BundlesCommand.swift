// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryMeasure
internal import BelfryModel
internal import BelfryPlot
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation

/// `belfry-bundles`: what more bundles in one host do to each; `make bench-bundles` calls it.
package struct BundlesCommand: BenchmarkProgram {
    package static let configuration = CommandConfiguration(
        commandName: "belfry-bundles",
        abstract: "Measures warm runs in a host of few bundles and of many."
    )

    @Option(help: "The bundle that is copied, such as that of the sample TitleStamp.")
    var bundle: String

    @Option(parsing: .upToNextOption, help: "How many bundles there are, each in its turn.")
    var counts: [Int] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

    @Option(help: "How many runs are measured with each number of bundles, in turn.")
    var runs = 2000

    @Option(help: "Where to write the curves as a page.")
    var html: String

    @Option(help: "Where to write the results as JSON.")
    var json: String?

    @Option(help: "Where to write the results as a Markdown table.")
    var markdown: String?

    package init() {}

    package func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs is at least 1") }
        guard !counts.isEmpty, counts.allSatisfy({ (1...10_000).contains($0) }) else {
            throw ValidationError("--counts are from 1 to 10000")
        }
    }

    package func measure() async throws {
        let machine = MeasuredMachine.read()
        let begin = Date()
        let scratch = try Scratch()
        defer { scratch.remove() }
        let original = try ExtensionBundle(at: bundle)
        var parts: [MeasuredPart] = []
        for count in counts.sorted() {
            let part = try await measure(count, copiesOf: original, scratch)
            print(Self.line(for: part))
            parts.append(part)
        }
        var report = MeasurementReport(
            tool: "belfry-bundles",
            machine: machine,
            startedAt: ISO8601DateFormatter().string(from: begin),
            bundle: RunReport.BundleSummary(original),
            payloads: ["payload.apns"],
            parts: parts
        )
        report.sweep = .init(variable: "bundles", places: counts.sorted().map(Double.init))
        report.warnings = [machine.busyness].compactMap(\.self)
        try Data(MeasurementPage(report).html.utf8).write(to: URL(fileURLWithPath: html))
        if let json {
            try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: json))
        }
        let table = BundlesTable(report: report).markdown
        if let markdown { try Data(table.utf8).write(to: URL(fileURLWithPath: markdown)) }
    }

    /// Measures runs of so many bundles, each in turn, in a host of their own.
    private func measure(
        _ count: Int,
        copiesOf original: ExtensionBundle,
        _ scratch: Scratch
    ) async throws -> MeasuredPart {
        let copies = try BundleCopies(of: original, count: count)
        defer { copies.remove() }
        let host = try ExtensionHost(ExtensionHost.Configuration(scratch))
        do {
            let source = BundlesRunSource(host: host, bundles: copies.bundles)
            var budget = Budget()
            budget.apply(original.manifest.budget)
            let payload = MeasuredPayload(
                name: "payload.apns",
                push: try PushPayload.parse(SamplePayload.bytes)
            )
            // Each has its worker before any is measured.
            for _ in copies.bundles {
                _ = try await source.run(payload, budget: budget, isFresh: false)
            }
            let plan = PartPlan(
                name: MeasuredText.count(count, "bundle"),
                isCold: false,
                budget: budget,
                runCount: runs
            )
            let parts = try await Meter([plan], payloads: [payload], source: source).run()
            await host.shutdown()
            guard let part = parts.first else { throw BenchmarkError("no run was measured") }
            return part
        } catch {
            await host.shutdown()
            throw error
        }
    }

    private static func line(for part: MeasuredPart) -> String {
        let latency = part.metric(.latency)
        let (p50, p99) = (latency?.p50 ?? 0, latency?.p99 ?? 0)
        return "\(part.name): \(MeasuredText.rate(part.achievedRate)), latency p50 "
            + "\(MeasuredText.milliseconds(p50)), p99 \(MeasuredText.milliseconds(p99))"
    }
}
