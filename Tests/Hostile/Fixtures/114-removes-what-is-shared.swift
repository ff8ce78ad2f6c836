// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Keeps things in what it shares, removes one of each kind, or looks what is there.
func useShared(_ request: [AnyHashable: Any]) -> String {
    let group = request["group"] as? String ?? ""
    let container = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: group
    )
    let shared = SharedThings(
        // Its own keychain group, and the one that an app group has.
        keychains: [request["keychain"] as? String ?? "", group],
        defaults: UserDefaults(suiteName: group),
        folder: container?.path ?? ""
    )
    switch request["act"] as? String {
    case "keep": return shared.keep()
    case "discard": return shared.discard()
    default: return shared.look()
    }
}

private struct SharedThings {
    let keychains: [String]
    let defaults: UserDefaults?
    let folder: String

    func keep() -> String {
        var lines: [String] = []
        for (number, keychain) in keychains.enumerated() {
            let statuses = ["one", "two", "three"].map { add($0, to: keychain) }
            lines.append("add\(number)=\(statuses)")
        }
        for name in ["one", "two", "three"] {
            defaults?.set(name, forKey: name)
            FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(name.utf8))
        }
        return (lines + [look()]).joined(separator: "\n")
    }

    func discard() -> String {
        var lines: [String] = []
        for (number, keychain) in keychains.enumerated() {
            lines.append("add\(number)=\(add("four", to: keychain))")
            let status = SecItemDelete(query("two", keychain) as CFDictionary)
            lines.append("delete\(number)=\(status)")
        }
        defaults?.removeObject(forKey: "two")
        let isRemoved = (try? FileManager.default.removeItem(atPath: "\(folder)/two")) != nil
        let isMade = FileManager.default.createFile(atPath: "\(folder)/four", contents: nil)
        lines.append("remove=\(isRemoved ? "ok" : "refused")")
        lines.append("make=\(isMade ? "ok" : "refused")")
        return (lines + [look()]).joined(separator: "\n")
    }

    func look() -> String {
        let names = ["one", "two", "three"]
        var lines: [String] = []
        for (number, keychain) in keychains.enumerated() {
            lines.append("items\(number)=\(list(names.filter { has($0, in: keychain) }))")
        }
        lines.append("defaults=\(list(names.filter { defaults?.string(forKey: $0) == $0 }))")
        let all = defaults?.dictionaryRepresentation() ?? [:]
        lines.append("all=\(list(names.filter { all[$0] as? String == $0 }))")
        let files = names.filter {
            FileManager.default.contents(atPath: "\(folder)/\($0)") == Data($0.utf8)
        }
        lines.append("files=\(list(files))")
        return lines.joined(separator: "\n")
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ",") }

    private func query(_ account: String, _ keychain: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "service",
            kSecAttrAccount as String: account,
            kSecAttrAccessGroup as String: keychain,
        ]
    }

    private func add(_ account: String, to keychain: String) -> OSStatus {
        var item = query(account, keychain)
        item[kSecValueData as String] = Data(account.utf8)
        return SecItemAdd(item as CFDictionary, nil)
    }

    private func has(_ account: String, in keychain: String) -> Bool {
        var query = query(account, keychain)
        query[kSecReturnData as String] = true
        var item: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &item)
        return status == errSecSuccess && item as? Data == Data(account.utf8)
    }
}
