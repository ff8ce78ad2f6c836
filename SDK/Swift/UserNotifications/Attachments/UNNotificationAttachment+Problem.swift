// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UNNotificationAttachment {
    /// Why the file cannot be shown as it is now, in one sentence; nil when it can.
    ///
    /// It was fit when the attachment was made. The test kit looks again when it is handed over.
    package var problem: String? {
        do {
            _ = try AttachmentFile(at: url, typeHint: type)
            return nil
        } catch {
            return (error as NSError).localizedFailureReason ?? "\(error)"
        }
    }
}
