// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications
import os

/// Asks a server for the text, and gives it as long as the push allows; then the push's own must do.
final class NotificationService: UNNotificationServiceExtension {
    private let logger = Logger(subsystem: "org.example.zoo", category: "notifications")
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var bestAttemptContent: UNMutableNotificationContent?
    private var work: Task<Void, Never>?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = bestAttemptContent,
            let link = content.userInfo["details"] as? String,
            let url = URL(string: link)
        else { return contentHandler(request.content) }
        let patience = content.userInfo["patience"] as? Double ?? 10

        work = Task {
            do {
                let details = try await withTimeout(seconds: patience) {
                    try await Details.load(url)
                }
                content.title = details.title
                content.body = details.body
            } catch is TimeoutError {
                content.subtitle = "The details take too long."
                logger.notice("no answer within \(patience) s")
            } catch {
                content.subtitle = "The details are not there."
                let reason = error.localizedDescription
                logger.error("\(url.absoluteString, privacy: .public): \(reason)")
            }
            contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        work?.cancel()
        if let contentHandler, let bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}

struct Details: Decodable {
    let title: String
    let body: String

    static func load(_ url: URL) async throws -> Details {
        let (data, response) = try await URLSession.shared.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
        return try JSONDecoder().decode(Details.self, from: data)
    }
}

struct TimeoutError: Error {}

/// The first to finish wins: the work, or the clock.
func withTimeout<Value: Sendable>(
    seconds: Double,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
            throw TimeoutError()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw TimeoutError() }
        return first
    }
}
