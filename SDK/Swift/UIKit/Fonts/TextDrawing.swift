// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

extension NSString {
    /// Draws the text.
    ///
    /// - Note: Without effect: no font is loaded here, which the run's log says once.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }

    /// Draws the text.
    ///
    /// - Note: Without effect: no font is loaded here, which the run's log says once.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }
}

extension String {
    /// Draws the text.
    ///
    /// - Note: Without effect: no font is loaded here, which the run's log says once.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }

    /// Draws the text.
    ///
    /// - Note: Without effect: no font is loaded here, which the run's log says once.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }
}
