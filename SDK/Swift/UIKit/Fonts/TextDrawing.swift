// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization
internal import UserNotifications

extension NSString {
    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        TextDrawing.warnOnce()
    }

    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        TextDrawing.warnOnce()
    }
}

extension String {
    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        at point: CGPoint,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        TextDrawing.warnOnce()
    }

    /// Draws nothing, since no font is loaded here; says so once in the run's log.
    public func draw(
        in rect: CGRect,
        withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        TextDrawing.warnOnce()
    }
}

/// The drawing of text, which there is not.
private enum TextDrawing {
    private static let warned = Mutex(false)

    static func warnOnce() {
        let isFirst = warned.withLock { warned in
            defer { warned = true }
            return !warned
        }
        guard isFirst else { return }
        HostLog.write(
            .info,
            "draw(in:withAttributes:) of a text is without effect: there are no fonts here."
        )
    }
}
