// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import UIKit

/// The button to play and to pause, as the host was last told of it.
@MainActor struct MediaButton {
    private var kind: UNNotificationContentExtensionMediaPlayPauseButtonType = .none
    private var frame: CGRect = .zero
    private var color: Int64 = 0

    /// Tells the host where the button differs from what it was told.
    mutating func update(from content: any UNNotificationContentExtension) {
        var now = MediaButton()
        now.kind = ContentMethods.buttonType(of: content)
        if now.kind != .none {
            now.frame = ContentMethods.buttonFrame(of: content)
            now.color = ContentMethods.buttonColor(of: content).bits
        }
        guard now.kind != kind || now.frame != frame || now.color != color else { return }
        self = now
        tell()
    }

    private func tell() {
        var button = bf_media_button()
        button.kind = UInt32(kind.rawValue)
        button.x = Double(frame.origin.x)
        button.y = Double(frame.origin.y)
        button.width = Double(frame.size.width)
        button.height = Double(frame.size.height)
        button.tint_color = color
        unsafe withUnsafePointer(to: button) { button in
            _ = unsafe Presentation.current?.call("show a button for media") {
                unsafe $0.pointee.set_media_button($1, kind == .none ? nil : button)
            }
        }
    }
}
