// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Looks at its surroundings as extensions on iOS do, and counts in what is kept.
class NotificationService: UNNotificationServiceExtension {
    private static let group = "group.com.example.shared"

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        content.title = count()
        content.body = (bundle() + directories() + keychain()).joined(separator: "\n")
        contentHandler(content)
    }

    private func count() -> String {
        let shared = UserDefaults(suiteName: Self.group)
        shared?.set((shared?.integer(forKey: "count") ?? 0) + 1, forKey: "count")
        shared?.set(
            ["list": [1, 2.5, "three", true], "date": Date(timeIntervalSince1970: 0)],
            forKey: "deep"
        )
        UserDefaults.standard.set(UserDefaults.standard.integer(forKey: "own") + 1, forKey: "own")
        UserDefaults.standard.register(defaults: ["registered": "yes"])
        let deep = shared?.dictionary(forKey: "deep")
        let list = deep?["list"] as? [Any]
        return "shared \(shared?.integer(forKey: "count") ?? -1)"
            + " own \(UserDefaults.standard.integer(forKey: "own"))"
            + " list \(list?.count ?? -1) \(list?[3] as? Bool ?? false)"
            + " date \(deep?["date"] is Date)"
            + " registered \(UserDefaults.standard.string(forKey: "registered") ?? "no")"
            + " keys \(shared?.dictionaryRepresentation().keys.sorted().joined(separator: ",") ?? "")"
    }

    private func bundle() -> [String] {
        let main = Bundle.main
        let defaults = UserDefaults.standard
        defaults.set(URL(string: "https://example.com/a?b"), forKey: "web")
        defaults.set(URL(fileURLWithPath: "/a b"), forKey: "file")
        let urls = ["web", "file"].map { defaults.url(forKey: $0)?.absoluteString ?? "none" }
        return [
            "process=\(ProcessInfo.processInfo.processName)", "defaults=\(urls)",
            "identifier=\(main.bundleIdentifier ?? "none")",
            "key=\(main.object(forInfoDictionaryKey: "Key") as? String ?? "none")",
            "version=\(main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "none")",
            "url=\(main.url(forResource: "words", withExtension: "txt")?.lastPathComponent ?? "none")",
            "path=\(main.path(forResource: "words", ofType: "txt") != nil)",
            "localized=\(NSLocalizedString("greeting", comment: ""))",
            "main=\(main.localizedString(forKey: "greeting", value: nil, table: nil))",
            "class=\(Bundle(for: NotificationService.self).bundlePath == main.bundlePath)",
        ]
    }

    private func keychain() -> [String] {
        let base: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "service",
            kSecAttrAccount as String: "account",
            kSecAttrAccessGroup as String: "ABCDE12345.com.example.keys",
        ]
        var item: CFTypeRef?
        let query = base.merging([
            kSecReturnData as String: kCFBooleanTrue as Any,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]) { $1 }
        let found = SecItemCopyMatching(query as CFDictionary, &item)
        let old = (item as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "none"
        let new = [kSecValueData as String: Data((old + "+").utf8)]
        let set =
            found == errSecItemNotFound
            ? SecItemAdd(base.merging(new) { $1 } as CFDictionary, nil)
            : SecItemUpdate(base as CFDictionary, new as CFDictionary)
        let twice = SecItemAdd(base.merging(new) { $1 } as CFDictionary, nil)
        let foreign = base.merging([kSecAttrAccessGroup as String: "com.example.others"]) { $1 }
        return [
            "keychain=\(old) \(set) \(twice) \(SecItemDelete(foreign as CFDictionary))",
            SecCopyErrorMessageString(errSecItemNotFound, nil).map { $0 as String } ?? "",
        ]
    }

    private func directories() -> [String] {
        let manager = FileManager.default
        let home = NSHomeDirectory()
        func writes(_ url: URL?) -> String {
            guard let url else { return "none" }
            let file = url.appendingPathComponent("probe")
            let isWritten = (try? Data("x".utf8).write(to: file)) != nil
            return isWritten ? (url.path.hasPrefix(home) ? "home" : "elsewhere") : "refused"
        }
        let container = manager.containerURL(forSecurityApplicationGroupIdentifier: Self.group)
        let other = manager.containerURL(forSecurityApplicationGroupIdentifier: "group.other")
        let kinds: [FileManager.SearchPathDirectory] = [
            .documentDirectory, .cachesDirectory, .applicationSupportDirectory, .libraryDirectory,
        ]
        return [
            "temporary=\(writes(URL(fileURLWithPath: NSTemporaryDirectory())))",
            "temporaryDirectory=\(writes(manager.temporaryDirectory))",
            "urls=\(kinds.map { writes(manager.urls(for: $0, in: .userDomainMask).first) })",
            "url=\(kinds.map { writes(try? manager.url(for: $0, in: .userDomainMask, appropriateFor: nil, create: true)) })",
            "paths=\(kinds.map { writes(NSSearchPathForDirectoriesInDomains($0, .userDomainMask, true).first.map { URL(fileURLWithPath: $0) }) })",
            "home=\(writes(URL(fileURLWithPath: home)))",
            "group=\(writes(container))",
            "other=\(writes(other))",
        ]
    }
}
