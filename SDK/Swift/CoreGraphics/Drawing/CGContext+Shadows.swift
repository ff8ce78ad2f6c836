// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGContext {
    /// Has what is drawn from now on throw a shadow.
    ///
    /// - Note: Without effect: nothing here draws shadows.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {}

    /// Has what is drawn from now on throw a shadow.
    ///
    /// - Note: Without effect: nothing here draws shadows.
    public func setShadow(offset: CGSize, blur: CGFloat) {}
}
