// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// Shows an expanded notification in a browser.
package struct PagePresenter: ContentPresenter {
    private let port: Int
    private let hosts: PageHosts
    private let signals: AsyncStream<PresenterSignal>
    private let announce: @Sendable (String) -> Void

    /// A presenter for any browser of this machine.
    ///
    /// - Parameters:
    ///   - port: The page's port; 0 for any that is free.
    ///   - hosts: What browsers may call it, and the address that it listens on.
    ///   - signals: What comes from elsewhere: the end of the process.
    ///   - announce: Gets the page's addresses, once they can be opened.
    package init(
        port: Int = 0,
        hosts: PageHosts = .loopback,
        signals: AsyncStream<PresenterSignal>,
        announce: @escaping @Sendable (String) -> Void
    ) {
        self.port = port
        self.hosts = hosts
        self.signals = signals
        self.announce = announce
    }

    package var showsPictures: Bool { true }

    /// Serves the page until the notification is closed, or the process is to end.
    package func present(_ stage: any ContentStage) async throws {
        try await PageServer.serve(stage, port: port, hosts: hosts) { server in
            for address in server.addresses { announce(address) }
            let isClosed = await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for await _ in await stage.snapshots() {}
                    return true
                }
                group.addTask { [signals] in
                    for await signal in signals where signal == .ended { return false }
                    // No signal can come any more; the notification alone says when it is over.
                    for await _ in await stage.snapshots() {}
                    return true
                }
                defer { group.cancelAll() }
                return await group.next() ?? true
            }
            if isClosed { await server.drain() }
        }
    }
}
