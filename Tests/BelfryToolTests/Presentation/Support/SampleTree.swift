// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
@testable internal import BelfryRuntime
internal import BelfryWire

/// Views for tests, put together by hand.
struct SampleTree {
    private(set) var tree = ViewTree()
    private var last = ViewTree.root

    /// Adds a view in front of those in its parent.
    ///
    /// - Returns: Its number.
    @discardableResult
    mutating func add(
        _ kind: ViewKind,
        _ frame: (Double, Double, Double, Double),
        text: String? = nil,
        in parent: UInt32 = ViewTree.root,
        _ change: (inout ViewTree.Node) -> Void = { _ in }
    ) -> UInt32 {
        last += 1
        var node = ViewTree.Node(number: last, kind: kind)
        node.frame = ViewFrame(x: frame.0, y: frame.1, width: frame.2, height: frame.3)
        node.parent = parent
        if let text { node.texts[.text] = text }
        change(&node)
        tree.nodes[last] = node
        tree.nodes[parent]?.children.append(last)
        return last
    }

    /// A notification with these views.
    func snapshot(
        height: Double,
        width: Double = 320,
        actions: [NotificationAction] = []
    ) -> ContentSnapshot {
        var snapshot = ContentSnapshot(
            header: "Red and Green",
            date: 8 * 3600 + 5 * 60,
            content: NotificationContent(
                title: "A title",
                body: "The text of the notification.",
                categoryIdentifier: "red-category"
            ),
            isDefaultContentHidden: true,
            isInteractive: true,
            width: width,
            height: height
        )
        snapshot.phase = .open
        snapshot.tree = tree
        snapshot.actions = actions
        return snapshot
    }
}

extension ContentSnapshot {
    /// Changes a view.
    mutating func update(_ view: UInt32, _ change: (inout ViewTree.Node) -> Void) {
        guard var node = tree.nodes[view] else { return }
        change(&node)
        tree.nodes[view] = node
        revision += 1
    }
}
