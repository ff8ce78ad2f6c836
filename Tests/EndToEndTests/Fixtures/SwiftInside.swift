// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit
import UserNotifications
import os

private enum Trouble: Error {
    case deep
}

/// Uses what the SDK puts in the place of functions of Swift's own libraries.
class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        Logger().notice("from os")
        var lines = [Bundle.main.bundleIdentifier ?? "no identifier"]
        for defaults in [.standard, UserDefaults(suiteName: "group.inside")] {
            let count = (defaults?.integer(forKey: "count") ?? -2) + 1
            defaults?.set(count, forKey: "count")
            lines.append("count \(count)")
        }
        do {
            throw Trouble.deep
        } catch let error as NSError {
            lines.append(error.domain.hasSuffix(".Trouble") ? "caught" : error.domain)
        }
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 3)).pngData { _ in }
        lines.append("picture \(UIImage(data: picture)?.size.height ?? 0)")
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "de_DE")
        formatter.setLocalizedDateFormatFromTemplate("MMMM")
        lines.append(formatter.string(from: Date(timeIntervalSince1970: 6_000_000)))
        guard let url = URL(string: "https://a.example/") else { return contentHandler(content) }
        URLSession.shared.dataTask(with: url) { [lines] _, _, error in
            let code = (error as NSError?)?.code ?? 0
            content.body = (lines + ["refused \(code)"]).joined(separator: "\n")
            contentHandler(content)
        }.resume()
    }
}
