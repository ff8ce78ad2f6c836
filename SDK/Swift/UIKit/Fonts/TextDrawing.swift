// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

extension NSString {
    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }

    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }
}

extension String {
    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }

    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        RunLog.sayOnce("draw(in:withAttributes:)", withoutEffect: "there are no fonts here")
    }
}
