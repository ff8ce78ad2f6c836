// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryRuntime
internal import Synchronization

/// The hosts of one measuring, one for each thing that is measured beside others.
///
/// A host keeps one worker of a bundle for one budget, and knows one bundle by an identifier.
final class HostShelf: Sendable {
    private let session: MeasureSession
    private let hosts = Mutex<[ExtensionHost]>([])

    init(_ session: MeasureSession) {
        self.session = session
    }

    /// What makes runs of a bundle, in a host of its own.
    ///
    /// - Throws: What keeps a host from being made.
    func source(for bundle: ExtensionBundle) throws -> HostRunSource {
        let host = try ExtensionHost(session.configuration)
        hosts.withLock { $0.append(host) }
        return HostRunSource(
            host: host,
            bundle: bundle,
            allowedOrigins: session.allowedOrigins
        )
    }

    /// Ends them all.
    func shutdown() async {
        for host in hosts.withLock({ $0 }) { await host.shutdown() }
    }
}
