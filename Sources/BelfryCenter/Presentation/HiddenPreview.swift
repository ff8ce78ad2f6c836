// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension NotificationContent {
    /// Returns what is shown in its place while previews are hidden.
    ///
    /// - Parameter category: The notification's category; nil where the app has none of that name.
    /// - Returns: A content without text that the category does not let be seen, and without files.
    package func hidingPreview(by category: NotificationCategory?) -> NotificationContent {
        let options = category?.options ?? []
        let placeholder = category?.shortened.hiddenPreviewsBodyPlaceholder ?? ""
        var hidden = self
        if !options.contains(.hiddenPreviewsShowTitle) { hidden.title = "" }
        if !options.contains(.hiddenPreviewsShowSubtitle) { hidden.subtitle = "" }
        hidden.body =
            placeholder.isEmpty
            ? "Notification"
            : placeholder.replacing(
                "%u",
                with: String(max(1, summaryArgumentCount)),
                maxReplacements: 1
            )
        hidden.attachments = []
        hidden.userInfo = JSONObject()
        hidden.communication = nil
        return hidden
    }
}

extension AppSettings.PreviewStyle {
    /// Whether texts are hidden on a device that is locked so.
    ///
    /// Before the first unlock the device does not know its user: texts are hidden whatever the
    /// setting says.
    package func isHidden(by lock: VirtualDevice.Lock) -> Bool {
        switch self {
        case .always: lock == .beforeFirstUnlock
        case .whenAuthenticated: lock != .unlocked
        case .never: true
        }
    }
}

extension CenterApp {
    /// Whether a device, as it is, hides what the app's notifications say.
    package func hidesTexts(on device: VirtualDevice) -> Bool {
        settings.showPreviews.isHidden(by: device.lock)
    }
}
