// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization
internal import UserNotifications

/// Does what the test tells it with a mutable copy of the content, and answers with the result.
class ScriptedService: UNNotificationServiceExtension {
    typealias Script = @Sendable (UNMutableNotificationContent) -> UNNotificationContent

    static let script = Mutex<Script>({ $0 })

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let copy = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        contentHandler(Self.script.withLock { $0 }(copy))
    }
}

/// Answers with the request's own content and writes down what it was shown.
final class EchoService: UNNotificationServiceExtension {
    static let last = Mutex<UNNotificationRequest?>(nil)

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        Self.last.withLock { $0 = request }
        contentHandler(request.content)
    }
}

/// Answers at the last moment only, and counts its instances.
class WaitingService: UNNotificationServiceExtension {
    static let made = Mutex(0)
    static let alive = Mutex(0)
    static let escaped = Mutex<(@Sendable (UNNotificationContent) -> Void)?>(nil)

    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override init() {
        super.init()
        Self.made.withLock { $0 += 1 }
        Self.alive.withLock { $0 += 1 }
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        Self.escaped.withLock { $0 = contentHandler }
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        bestAttemptContent?.title = "best attempt"
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler, let bestAttemptContent {
            contentHandler(bestAttemptContent)
        }
    }

    deinit {
        Self.alive.withLock { $0 -= 1 }
    }
}

/// Answers from a task.
class AsyncService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        Task {
            await Task.yield()
            guard let copy = request.content.mutableCopy() as? UNMutableNotificationContent else {
                return
            }
            copy.title = "from a task"
            contentHandler(copy)
        }
    }
}

/// Publishes one content, and answers when the test says so; listens for pressure.
class PublishingService: UNNotificationServiceExtension, BelfryPressureObserver {
    typealias Body = @Sendable (PublishingService, UNMutableNotificationContent) -> Void

    static let body = Mutex<Body>({ _, _ in })
    static let heard = Mutex<[String]>([])

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let copy = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        Self.body.withLock { $0 }(self, copy)
    }

    func belfryMemoryPressure(usedByteCount: UInt64, limitByteCount: UInt64) {
        Self.heard.withLock { $0.append("memory \(usedByteCount) of \(limitByteCount)") }
    }

    func belfryCPUPressure(used: Duration, limit: Duration) {
        Self.heard.withLock { $0.append("cpu \(used) of \(limit)") }
    }
}

/// Observes an object of its own, and writes into the content what it hears.
final class ObservingService: WaitingService {
    final class Counter: NSObject {
        dynamic var count = 0
    }

    static let heard = Mutex<[Int]>([])
    static let named = Mutex<[String]>([])

    private let counter = Counter()
    private var observation: NSKeyValueObservation?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        super.didReceive(request, withContentHandler: contentHandler)
        observation = counter.observe(\.count, options: [.new]) { [weak self] _, change in
            ObservingService.heard.withLock { $0.append(change.newValue ?? -1) }
            self?.bestAttemptContent?.body = "heard \(change.newValue ?? -1)"
        }
        counter.addObserver(self, forKeyPath: "count", options: [.new], context: nil)
        counter.count = 6
    }

    override func serviceExtensionTimeWillExpire() {
        counter.count = 7
        super.serviceExtensionTimeWillExpire()
    }

    override func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        let new = change?[.newKey] as? Int ?? -1
        ObservingService.named.withLock { $0.append("\(keyPath ?? "") \(new)") }
    }
}

/// What `belfry build` writes for an extension.
enum BelfryObjectiveC: ObjectiveCMembers {
    static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                ObservingService.Counter.self,
                [.property("count") { \ObservingService.Counter.count }]
            )
        ]
    }
}

/// Overrides nothing.
final class PlainService: UNNotificationServiceExtension {}

/// Is not a service extension.
final class NotAService: NSObject {}
