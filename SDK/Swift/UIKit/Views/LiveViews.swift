// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// The views that are there, by the host's handles.
@MainActor enum LiveViews {
    private final class Entry {
        weak var view: UIView?

        init(_ view: UIView) {
            self.view = view
        }
    }

    private static var views: [UInt64: Entry] = [:]

    static func insert(_ view: UIView) {
        guard view.node.handle.id != 0 else { return }
        if views.count > 2048 { views = views.filter { $0.value.view != nil } }
        views[view.node.handle.id] = Entry(view)
    }

    /// The view of a handle; none once it is gone.
    static func view(_ handle: bf_view) -> UIView? {
        views[handle.id]?.view
    }
}
