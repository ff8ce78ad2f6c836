// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryMetrics
internal import BelfryRuntime
internal import CoreMetrics

/// What the daemon counts, beside what its host does.
struct ServerMetrics: Sendable {
    /// What keeps the numbers.
    let registry: PrometheusRegistry

    private static let requests = "belfry_api_requests_total"
    private static let pushes = "belfry_pushes_total"
    private static let stored = "belfry_ledger_notifications"
    private static let bytes = "belfry_ledger_bytes"
    private static let wait = "belfry_journal_wait_seconds"

    /// What counts waits: it is asked for each run.
    private let waits: any RecorderHandler

    init() {
        var descriptions = Dictionary(
            uniqueKeysWithValues: HostMetric.allCases.map {
                ($0.rawValue, MetricDescription(help: $0.help, buckets: $0.buckets))
            }
        )
        descriptions[Self.requests] = MetricDescription(
            help: "Requests that were answered, by path and status"
        )
        descriptions[Self.pushes] = MetricDescription(help: "Pushes that were acknowledged")
        descriptions[Self.stored] = MetricDescription(help: "Notifications in the ledger")
        descriptions[Self.bytes] = MetricDescription(
            help: "Bytes of payloads and contents in the ledger"
        )
        descriptions[Self.wait] = MetricDescription(
            help: "How long a notification waited in the journal until its extension was asked",
            buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]
        )
        registry = PrometheusRegistry(descriptions)
        waits = registry.makeRecorder(label: Self.wait, dimensions: [], aggregate: true)
    }

    /// All numbers, as Prometheus reads them.
    var text: String { registry.text }

    func count(_ status: Int, of path: String) {
        registry.makeCounter(
            label: Self.requests,
            dimensions: [("path", path), ("status", String(status))]
        ).increment(by: 1)
    }

    func countPush(_ acceptance: Acceptance) {
        let outcome =
            switch acceptance {
            case .accepted: "accepted"
            case .duplicate: "duplicate"
            }
        registry.makeCounter(label: Self.pushes, dimensions: [("outcome", outcome)])
            .increment(by: 1)
    }

    /// Notes how long a run's notification has waited.
    @Sendable
    func noteWait(of work: ExtensionWork) {
        waits.record(Double(work.waitedMilliseconds) / 1_000)
    }

    func note(_ size: LedgerSize) {
        registry.makeMeter(label: Self.stored, dimensions: []).set(Int64(size.entryCount))
        registry.makeMeter(label: Self.bytes, dimensions: []).set(Int64(size.byteCount))
    }
}
