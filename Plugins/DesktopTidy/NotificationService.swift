// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Tidies what programs show on a desktop: drops what the user has seen enough of, and says of web
/// pages' notifications which page they are of.
final class NotificationService: UNNotificationServiceExtension {
    private let rules = DropRule.all(in: .main)
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = content else { return contentHandler(request.content) }

        if let rule = rules.first(where: { $0.matches(content) }) {
            do {
                // The reason is what the audit has.
                return try belfryDrop(reason: rule.reason)
            } catch {
                print("not dropped: \(error)")
            }
        }
        if isOfBrowser(content) { tidy(content) }
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let content = content { contentHandler(content) }
    }

    /// Whether a browser has sent it: the thread is the program's desktop entry, or else its name.
    private func isOfBrowser(_ content: UNNotificationContent) -> Bool {
        let program = content.threadIdentifier.lowercased()
        return ["firefox", "chrome", "chromium", "epiphany"].contains { program.contains($0) }
    }

    /// Takes the page's host out of the text, where browsers put it, and gives it a globe.
    private func tidy(_ content: UNMutableNotificationContent) {
        guard let end = content.body.range(of: "\n\n") else { return }
        let site = content.body[..<end.lowerBound]
        guard site.contains("."), !site.contains(where: \.isWhitespace) else { return }
        content.subtitle = String(site)
        content.body = String(content.body[end.upperBound...])
        if let globe = Bundle.main.url(forResource: "globe", withExtension: "png"),
            let picture = try? UNNotificationAttachment(identifier: "globe", url: copy(of: globe))
        {
            content.attachments = [picture]
        }
    }

    /// A copy of a file: what is attached is moved to where the notification is kept.
    private func copy(of file: URL) throws -> URL {
        let copy = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent(UUID().uuidString)
            .appendingPathExtension(file.pathExtension)
        try FileManager.default.copyItem(at: file, to: copy)
        return copy
    }
}
