// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The view of the host's own that the principal controller's view is put into.
@MainActor final class RootView: UIView {
    override class func makeNode() -> ViewNode {
        guard let host = ViewHost.current else { return super.makeNode() }
        return ViewNode(of: host.root, in: host)
    }

    override func setUp() {
        super.setUp()
        placement.layout = -1
    }
}
