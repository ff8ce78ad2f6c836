// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// The host's layouts, counted: what it says of a view's place after one counts more than what was
/// said before it.
@MainActor package enum ViewLayout {
    private(set) static var count = 0

    /// Whether a frame was set since the last layout, so that what follows it is not where it will be.
    static var isStale = false

    /// What holds all that is shown; none without a host.
    static weak var root: UIView?
    private static var isInCallback = false
    private static var isScheduled = false

    /// Does what the host asks for and then lays out what changed by it.
    package static func callback(_ body: () -> Void) {
        advance()
        let wasInCallback = isInCallback
        isInCallback = true
        body()
        KeyValueObservations.look()
        root?.settle()
        // An observer of a size that was laid out may change what is shown.
        if KeyValueObservations.look() { root?.settle() }
        isInCallback = wasInCallback
    }

    /// Has what changes outside the host's calls laid out when the main thread is next free.
    static func schedule() {
        guard root != nil, !isInCallback, !isScheduled else { return }
        isScheduled = true
        DispatchQueue.main.async {
            isScheduled = false
            callback {}
        }
    }

    /// Says that the host may have laid its views out.
    package static func advance() {
        count += 1
    }
}

extension UIView {
    /// Lays out the view and all in it, until nothing asks for it any longer.
    package final func settle() {
        takeOwnSizes()
        layOut()
        for _ in 0..<3 where settleOnce() {
            takeOwnSizes()
            layOut()
        }
    }

    private func layOut() {
        ViewLayout.isStale = false
        if node.layout() { ViewLayout.advance() }
    }

    /// Has the host lay out what follows this view, where a frame was set since it last did.
    final func catchUp() {
        guard ViewLayout.isStale, subviews.contains(where: \.followsSuperview) else { return }
        layOut()
    }

    private var followsSuperview: Bool {
        !translatesAutoresizingMaskIntoConstraints || autoresizingMask != []
    }

    /// Calls ``layoutSubviews()`` where it is asked for; whether it was anywhere.
    private func settleOnce() -> Bool {
        var isChanged = false
        let size = rectangle.size
        if placement.needsLayout || placement.laidOutSize != size {
            placement.needsLayout = false
            placement.laidOutSize = size
            controller?.viewWillLayoutSubviews()
            layoutSubviews()
            tellOwnLabel()
            controller?.viewDidLayoutSubviews()
            isChanged = true
        }
        layer.display()
        for view in subviews where view.settleOnce() { isChanged = true }
        return isChanged
    }
}
