// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A tap that does something.
@MainActor final class ItemTap: UITapGestureRecognizer {
    private var act: () -> Void = {}

    convenience init(_ act: @escaping () -> Void) {
        self.init(target: nil, action: nil)
        self.act = act
    }

    override func recognize() { act() }
}
