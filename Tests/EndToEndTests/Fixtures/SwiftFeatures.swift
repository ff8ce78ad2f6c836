// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Uses inside the sandbox what Swift extensions use, and reports what came of it as the body.
final class NotificationService: UNNotificationServiceExtension {
    nonisolated(unsafe) static var requestCount = 0
    var instanceRequestCount = 0
    var lines: [String] = []

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        Self.requestCount += 1
        instanceRequestCount += 1
        note("static", Self.requestCount)
        note("instance", instanceRequestCount)
        note("identifier", request.identifier)
        note("push", request.trigger is UNPushNotificationTrigger)
        note("custom", content.userInfo["custom"] as? Int ?? -1)
        note(
            "alert",
            ((content.userInfo["aps"] as? [String: Any])?["alert"] as? [String: Any])?.count ?? -1
        )
        useFoundation()
        useFiles()
        content.body = lines.joined(separator: "\n")
        content.badge = 7
        content.sound = UNNotificationSound(named: UNNotificationSoundName("ping.wav"))
        content.userInfo["added"] = true
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) {
            let isMain = Thread.isMainThread
            Task { @MainActor in
                content.title = "main \(isMain) actor \(Thread.isMainThread)"
                contentHandler(content)
            }
        }
    }

    private func note(_ name: String, _ value: Any) {
        lines.append("\(name)=\(value)")
    }

    private func useFoundation() {
        note("uuids", Set((0..<50).map { _ in UUID() }).count)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "Europe/Warsaw")
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        note("date", formatter.string(from: Date(timeIntervalSince1970: 0)))
        let json = try? JSONSerialization.jsonObject(with: Data(#"{"a":[1,true]}"#.utf8))
        note("json", (json as? [String: [Any]])?["a"]?.count ?? -1)
        note("arguments", CommandLine.arguments.count)
        note("queue", DispatchQueue.global().sync { 6 * 7 })
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { semaphore.signal() }
        note("semaphore", semaphore.wait(timeout: .now() + 5) == .success)
    }

    private func useFiles() {
        let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("note.txt")
        do {
            try Data("text".utf8).write(to: file)
            note("file", try String(contentsOf: file, encoding: .utf8))
        } catch {
            note("file", error)
        }
        note("home", NSHomeDirectory().contains("/data/"))
        note("passwd", FileManager.default.fileExists(atPath: "/etc/passwd"))
    }
}
