// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

class Ringer: NSObject {
    @objc func ring(_ note: Notification) { Steps.add("heard \(note.object as? Int ?? 0)") }
}

enum Steps {
    nonisolated(unsafe) static var all: [String] = []
    static func add(_ text: String) { all.append(text) }
}

class NotificationService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var content: UNMutableNotificationContent?
    var ringer: Ringer? = Ringer()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        performSelector(onMainThread: #selector(begin), with: nil, waitUntilDone: false)
    }

    @objc func begin() {
        let center = NotificationCenter.default
        if let ringer {
            let ring = #selector(Ringer.ring(_:))
            center.addObserver(ringer, selector: ring, name: .init("bell"), object: nil)
        }
        center.addObserver(self, selector: #selector(plain), name: .init("bell"), object: nil)
        center.post(name: .init("bell"), object: 1)
        center.removeObserver(self)
        center.post(name: .init("bell"), object: 2)
        ringer = nil
        center.post(name: .init("bell"), object: 3)
        let token = center.addObserver(forName: .init("bell"), object: nil, queue: nil) { _ in
            Steps.add("block")
        }
        center.removeObserver(token)
        center.post(name: .init("bell"), object: 4)
        Steps.add(
            "answers \(responds(to: #selector(word))) \(responds(to: NSSelectorFromString("none")))"
        )
        Steps.add(perform(#selector(word))?.takeUnretainedValue() as? String ?? "nothing")
        let idle = Timer(timeInterval: 60, repeats: false) { _ in }
        idle.perform(#selector(Timer.invalidate))
        Steps.add("valid \(idle.isValid)")
        perform(#selector(later(_:)), with: "cancelled", afterDelay: 0.01)
        NSObject.cancelPreviousPerformRequests(
            withTarget: self,
            selector: #selector(later(_:)),
            object: "cancelled"
        )
        perform(#selector(later(_:)), with: "kept", afterDelay: 0.01)
        perform(NSSelectorFromString("missing:"), with: 1)
        Timer.scheduledTimer(
            timeInterval: 0.03,
            target: self,
            selector: #selector(tick(_:)),
            userInfo: ["n": 5],
            repeats: true
        )
    }

    @objc func plain() { Steps.add("plain") }
    @objc func word() -> String { "word" }
    @objc func later(_ text: String) { Steps.add("later \(text)") }
    var ticks = 0
    @objc private func tick(_ timer: Timer) {
        ticks += 1
        Steps.add("tick \((timer.userInfo as? [String: Int])?["n"] ?? 0)")
        guard ticks == 2 else { return }
        timer.invalidate()
        content?.body = Steps.all.joined(separator: "\n")
        if let content { handler?(content) }
    }
}
