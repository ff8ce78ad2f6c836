// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryRuntime
internal import Synchronization

/// Runs of many bundles in one host, one after the other.
final class BundlesRunSource: RunSource {
    private let sources: [HostRunSource]
    private let next = Mutex(0)

    init(host: ExtensionHost, bundles: [ExtensionBundle]) {
        sources = bundles.map { HostRunSource(host: host, bundle: $0) }
    }

    func run(
        _ payload: MeasuredPayload,
        budget: Budget,
        isFresh: Bool
    ) async throws -> FinishedRun {
        let index = next.withLock { next in
            defer { next = (next + 1) % sources.count }
            return next
        }
        return try await sources[index].run(payload, budget: budget, isFresh: isFresh)
    }
}
