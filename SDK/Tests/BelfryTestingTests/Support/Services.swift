// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTesting
internal import Foundation
internal import Synchronization

/// A service as Xcode's template begins it, with a handler and a best attempt to keep.
class TemplateService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        bestAttemptContent?.title = "best attempt"
    }
}

/// Never answers by itself, and answers when its time is up.
final class LastMomentService: TemplateService {
    override func serviceExtensionTimeWillExpire() {
        if let bestAttemptContent { contentHandler?(bestAttemptContent) }
    }
}

/// Observes an object of its own, and writes into the content what it hears.
final class ObservingService: TemplateService {
    final class Counter: NSObject {
        dynamic var count = 0
    }

    private let counter = Counter()
    private var observation: NSKeyValueObservation?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        super.didReceive(request, withContentHandler: contentHandler)
        observation = counter.observe(\.count, options: [.new]) { [weak self] _, change in
            self?.bestAttemptContent?.title = "heard \(change.newValue ?? -1)"
        }
        counter.count = 6
        if let bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}

/// Answers twice in one go.
final class EagerService: TemplateService {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
        contentHandler(request.content)
    }
}

/// Downloads the payload's `picture` by a kind of its own, and attaches it; says in the body what
/// came of it.
final class DownloadingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let text = content.userInfo["picture"] as? String, let url = URL(string: text)
        else { return contentHandler(request.content) }
        let finish: @Sendable (Data?, String) -> Void = { data, body in
            content.body = body
            if let data { content.attachments = Self.attachments(data) }
            contentHandler(content)
        }
        switch content.userInfo["by"] as? String {
        case "download":
            URLSession.shared.downloadTask(with: url) { file, response, error in
                finish(file.flatMap { try? Data(contentsOf: $0) }, Self.say(response, error))
            }.resume()
        case "configured":
            let session = URLSession(configuration: .ephemeral)
            session.dataTask(with: url) { finish($0, Self.say($1, $2)) }.resume()
        case "contents":
            let data = try? Data(contentsOf: url)
            finish(data, data == nil ? "failed" : "200")
        case "upload":
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            let body = Data("seen".utf8)
            URLSession.shared.uploadTask(with: request, from: body) {
                finish($0, Self.say($1, $2))
            }.resume()
        default:
            URLSession.shared.dataTask(with: url) { finish($0, Self.say($1, $2)) }.resume()
        }
    }

    private static func say(_ response: URLResponse?, _ error: (any Error)?) -> String {
        if let error { return "error \((error as NSError).code)" }
        return "\((response as? HTTPURLResponse)?.statusCode ?? 0)"
    }

    private static func attachments(_ data: Data) -> [UNNotificationAttachment] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).png")
        guard (try? data.write(to: file)) != nil else { return [] }
        return (try? UNNotificationAttachment(identifier: "picture", url: file)).map { [$0] } ?? []
    }
}

/// Attaches a file and removes it before the content is handed over.
final class VanishingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).png")
        try? Sample.png.write(to: file)
        content.title = "changed"
        content.attachments =
            (try? UNNotificationAttachment(identifier: "gone", url: file)).map { [$0] } ?? []
        try? FileManager.default.removeItem(at: file)
        contentHandler(content)
    }
}

/// Answers with what it was shown, and keeps it for the test.
final class WitnessService: UNNotificationServiceExtension {
    static let seen = Mutex<UNNotificationRequest?>(nil)

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        Self.seen.withLock { $0 = request }
        contentHandler(request.content)
    }
}
