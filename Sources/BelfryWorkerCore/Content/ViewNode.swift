// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire

/// One view of the extension's.
final class ViewNode {
    /// What the host knows it by: never used for another.
    let number: UInt32
    /// What the extension knows it by.
    let handle: UInt64
    let kind: ViewKind

    /// As it is.
    var look = ViewLook()

    /// As the host was told; nil for one that it does not know of.
    var sent: ViewLook?

    /// What the user has changed: told again with the next frame, as one that was on its way when they
    /// did may have put it back in the host.
    var touched: Set<ViewKey> = []

    var parent: UInt32?

    /// The children that a stack lays out, in order.
    var arranged: [UInt32] = []

    /// The size that its parent had when its frame was right.
    var parentSize: LayoutSize?

    var handlers: [ViewEvent: EventHandler] = [:]

    init(number: UInt32, handle: UInt64, kind: ViewKind) {
        self.number = number
        self.handle = handle
        self.kind = kind
    }

    /// Bytes of all its texts.
    var textByteCount: Int {
        look.texts.values.reduce(look.image?.name.utf8.count ?? 0) { $0 + $1.count }
    }
}
