// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryReport
internal import BelfrySystem
internal import Synchronization

/// The network of one browser: a proxy of its own, as a worker of the same bundle has.
final class PageNetwork: Sendable {
    private let network: PageDrawer.Network
    private let session = Mutex<EgressSession?>(nil)

    init(_ network: PageDrawer.Network) {
        self.network = network
    }

    /// Begins to accept where the browser connects.
    func open(_ listener: consuming Descriptor) {
        let opened = Egress()
            .open(
                listener,
                forBundleAt: network.bundlePath,
                policy: network.policy,
                limits: network.limits
            )
        opened.beginRun()
        session.withLock { $0 = opened }
    }

    /// Ends every connection.
    ///
    /// - Returns: What was decided on them, and how many decisions were not kept.
    func close() async -> (decisions: [EgressDecision], droppedCount: Int) {
        guard let session = self.session.withLock({ $0.take() }) else { return ([], 0) }
        session.endRun()
        await session.close()
        return session.takeDecisions()
    }
}
