// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// Shows an expanded notification in a browser.
package struct PagePresenter: ContentPresenter {
    /// The port; 0 for any that is free.
    let port: Int

    /// Gets the page's address, once it can be opened.
    let announce: @Sendable (String) -> Void

    package init(port: Int = 0, announce: @escaping @Sendable (String) -> Void) {
        self.port = port
        self.announce = announce
    }

    /// Serves the page until the notification is closed.
    package func present(_ stage: any ContentStage) async throws {
        try await PageServer.serve(stage, port: port) { server in
            announce(server.address)
            for await _ in await stage.snapshots() {}
            await server.drain()
        }
    }
}
