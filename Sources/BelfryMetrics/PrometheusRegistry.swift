// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CoreMetrics
internal import Synchronization

/// Keeps metrics in memory, to be written as Prometheus reads them.
package final class PrometheusRegistry: MetricsFactory, Sendable {
    private let descriptions: [String: MetricDescription]
    private let families = Mutex<[String: MetricFamily]>([:])

    /// - Parameter descriptions: What is known of metrics, by their names; one that is not among
    ///   them is written without help, and is no histogram.
    package init(_ descriptions: [String: MetricDescription]) {
        self.descriptions = descriptions
    }

    /// All metrics as text.
    package var text: String { PrometheusText.render(families.withLock { $0 }) }

    // MARK: MetricsFactory

    package func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions)
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        let isHistogram = aggregate && descriptions[label]?.buckets.isEmpty == false
        return series(isHistogram ? .histogram : .gauge, label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label, dimensions)
    }

    // What was counted stays: a file that is written at the end has all of it.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    // MARK: Series

    private func series(
        _ kind: MetricFamily.Kind,
        _ name: String,
        _ dimensions: [(String, String)]
    ) -> Series {
        let labels = dimensions.map { MetricLabel(name: $0.0, value: $0.1) }
            .sorted { $0.name < $1.name }
        let series = Series(registry: self, name: name, labels: labels)
        families.withLock { families in
            let description = descriptions[name]
            var family =
                families[name]
                ?? MetricFamily(
                    kind: kind,
                    help: description?.help ?? "",
                    buckets: kind == .histogram ? description?.buckets ?? [] : []
                )
            if family.series[labels] == nil { family.series[labels] = family.beginning }
            families[name] = family
        }
        return series
    }

    /// Changes a series; `buckets` are its metric's.
    fileprivate func update(
        _ series: Series,
        _ change: (_ value: inout MetricFamily.Value, _ buckets: [Double]) -> Void
    ) {
        families.withLock { families in
            guard let buckets = families[series.name]?.buckets else { return }
            guard var value = families[series.name]?.series[series.labels] else { return }
            change(&value, buckets)
            families[series.name]?.series[series.labels] = value
        }
    }
}

/// One series of a registry, as its user holds it.
private final class Series: Sendable {
    let registry: PrometheusRegistry
    let name: String
    let labels: [MetricLabel]

    init(registry: PrometheusRegistry, name: String, labels: [MetricLabel]) {
        self.registry = registry
        self.name = name
        self.labels = labels
    }
}

extension Series: CounterHandler, FloatingPointCounterHandler, MeterHandler {
    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) { registry.update(self) { value, _ in value.add(amount) } }

    func decrement(by amount: Double) { increment(by: -amount) }

    func set(_ amount: Int64) { set(Double(amount)) }

    func set(_ amount: Double) { registry.update(self) { value, _ in value.set(amount) } }

    func reset() { set(0.0) }
}

extension Series: RecorderHandler, TimerHandler {
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        registry.update(self) { series, buckets in
            series.set(value)
            series.record(value, buckets: buckets)
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
