// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Security
import Testing

/// The functions as wrappers call them; serialised, since a process has one set of keychains.
@Suite(.serialized) final class KeychainTests {
    private let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-keychain-\(UUID().uuidString)").path
        for name in ["first", "second"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)",
                withIntermediateDirectories: true
            )
        }
        Keychains.shared.take([("first", "\(folder)/first"), ("second", "\(folder)/second")])
    }

    deinit {
        Keychains.shared.take([])
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func password(_ account: String, _ more: [String: Any] = [:]) -> CFDictionary {
        let base: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "service",
            kSecAttrAccount as String: account,
        ]
        return base.merging(more) { $1 } as CFDictionary
    }

    private func find(_ query: CFDictionary) -> (OSStatus, AnyObject?) {
        var item: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query, &item)
        return (status, item)
    }

    private func data(_ text: String) -> [String: Any] {
        [kSecValueData as String: Data(text.utf8)]
    }

    @Test func `adds, finds, changes and removes`() throws {
        #expect(SecItemAdd(password("a", data("one")), nil) == errSecSuccess)
        #expect(SecItemAdd(password("a", data("two")), nil) == errSecDuplicateItem)
        let query = password("a", [kSecReturnData as String: true])
        #expect(find(query).1 as? Data == Data("one".utf8))
        #expect(SecItemUpdate(password("a"), data("three") as CFDictionary) == errSecSuccess)
        #expect(find(query).1 as? Data == Data("three".utf8))
        #expect(SecItemDelete(password("a")) == errSecSuccess)
        #expect(find(query).0 == errSecItemNotFound)
        #expect(SecItemDelete(password("a")) == errSecItemNotFound)
        #expect(SecItemUpdate(password("a"), data("x") as CFDictionary) == errSecItemNotFound)
    }

    @Test func `answers with data, with attributes, with all`() throws {
        for name in ["a", "b"] {
            #expect(SecItemAdd(password(name, data(name)), nil) == errSecSuccess)
        }
        let all: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecMatchLimit as String: kSecMatchLimitAll,
            kSecReturnAttributes as String: kCFBooleanTrue as Any,
            kSecReturnData as String: kCFBooleanTrue as Any,
        ]
        let items = try #require(find(all as CFDictionary).1 as? [[String: Any]])
        #expect(items.compactMap { $0[kSecAttrAccount as String] as? String } == ["a", "b"])
        #expect(items.first?[kSecValueData as String] as? Data == Data("a".utf8))
        #expect(items.first?[kSecAttrAccessGroup as String] as? String == "first")
        let one = password("b", [kSecReturnAttributes as String: true])
        let attributes = try #require(find(one).1 as? [String: Any])
        #expect(attributes[kSecValueData as String] == nil)
        #expect(find(password("a")).0 == errSecSuccess && find(password("a")).1 == nil)
    }

    @Test func `keeps groups apart, and takes a team's name before one`() throws {
        let group = { [kSecAttrAccessGroup as String: $0 as Any] }
        let second = data("x").merging(group("ABCDE12345.second")) { $1 }
        #expect(SecItemAdd(password("a", second), nil) == errSecSuccess)
        #expect(SecItemAdd(password("a", data("y")), nil) == errSecSuccess)
        #expect(SecItemDelete(password("a", group("first"))) == errSecSuccess)
        #expect(find(password("a")).0 == errSecSuccess)
        #expect(find(password("a", group("first"))).0 == errSecItemNotFound)
        #expect(find(password("a", group("other"))).0 == errSecMissingEntitlement)
        Keychains.shared.take([])
        #expect(find(password("a")).0 == errSecNotAvailable)
    }

    @Test func `refuses what is no query`() {
        #expect(find([:] as CFDictionary).0 == errSecParam)
        #expect(find([kSecClass as String: "none"] as CFDictionary).0 == errSecNoSuchClass)
        let object = [kSecValueData as String: NSObject()]
        #expect(SecItemAdd(password("a", object), nil) == errSecParam)
    }

    @Test func `what others wrote and is no keychain reads as an empty one`() throws {
        let path = "\(folder)/first/Keychain.plist"
        try Data("rubbish".utf8).write(to: URL(fileURLWithPath: path))
        #expect(find(password("a")).0 == errSecItemNotFound)
        #expect(SecItemAdd(password("a", data("x")), nil) == errSecSuccess)
        #expect(try names("first") == [".lock", "Keychain"])
        let file = try #require(try names("first/Keychain").first)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: "\(folder)/first/Keychain/\(file)"
        )
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)").sorted()
    }

    @Test func `describes its errors, and makes random bytes`() {
        let text = SecCopyErrorMessageString(errSecItemNotFound, nil) as String?
        #expect(text == "The specified item could not be found in the keychain.")
        #expect(SecCopyErrorMessageString(12345, nil) as String? == "OSStatus 12345")
        var bytes = [UInt8](repeating: 0, count: 32)
        let status = unsafe SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
        #expect(status == errSecSuccess && Set(bytes).count > 8)
    }
}
