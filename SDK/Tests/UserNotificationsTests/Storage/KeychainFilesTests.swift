// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Glibc
import Testing

@testable import Security

/// The files of a keychain: what is left of them when a process is killed, and what others put there.
@Suite final class KeychainFilesTests {
    private let folder: String
    private let keychain: Keychain

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-keychain-files-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        keychain = Keychain(group: "group", directory: folder)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var path: String { folder + "/Keychain" }

    private static func item(_ account: String, _ data: String = "secret") -> KeychainItem {
        ["class": "genp", "acct": account, "v_Data": Data(data.utf8)]
    }

    private func add(_ accounts: String...) throws {
        try keychain.change { items in items += accounts.map { Self.item($0) } }
    }

    private func remove(_ account: String) throws {
        try keychain.change { items in items.removeAll { $0["acct"] as? String == account } }
    }

    private var accounts: [String] { keychain.items.compactMap { $0["acct"] as? String } }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Which file, and which of its contents, each item is in.
    private func versions() throws -> [String: UInt64] {
        var versions: [String: UInt64] = [:]
        for name in try names() {
            var status = stat()
            try #require(unsafe lstat("\(path)/\(name)", &status) == 0)
            versions[name] = UInt64(status.st_ino)
        }
        return versions
    }

    private static func encode(_ list: Any) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    }

    private func write(_ data: Data, to path: String) throws {
        try data.write(to: URL(fileURLWithPath: path))
    }

    // MARK: Removing

    @Test func `removes an item by removing its file, and writes none`() throws {
        try add("a", "b", "c")
        let before = try versions()
        try remove("b")
        let after = try versions()
        #expect(after.count == 2 && after.allSatisfy { before[$0.key] == $0.value })
        #expect(accounts == ["a", "c"])
        let bytes = try names().map { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")) }
        #expect(bytes.allSatisfy { $0.range(of: Data("secret".utf8)) != nil })
    }

    @Test func `an item that another process has removed is removed`() throws {
        try add("a", "b")
        let name = try #require(try names().first)
        try keychain.change { items in
            unlink("\(path)/\(name)")
            items.removeAll()
        }
        #expect(accounts.isEmpty)
    }

    @Test func `changes the file of what is changed alone`() throws {
        try add("a", "b")
        let before = try versions()
        try keychain.change { items in items[1]["v_Data"] = Data("other".utf8) }
        let after = try versions()
        #expect(Set(before.keys) == Set(after.keys))
        #expect(before.filter { after[$0.key] != $0.value }.count == 1)
        #expect(
            keychain.items.map { $0["v_Data"] as? Data }
                == ["secret", "other"].map { Data($0.utf8) }
        )
    }

    // MARK: Killed in between

    @Test func `a process killed before its file is in place has changed nothing`() throws {
        try add("a", "b")
        let name = try #require(try names().first)
        for contents in [Data(), try Self.encode(Self.item("a", "half"))] {
            // A change of an item there is, and a new one.
            try write(contents, to: "\(path)/.\(name)")
            try write(contents, to: "\(path)/.\(KeychainFolder.newName())")
            #expect(accounts == ["a", "b"])
            #expect(keychain.items.first?["v_Data"] as? Data == Data("secret".utf8))
        }
        try add("c")
        #expect(accounts == ["a", "b", "c"])
        #expect(try names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `a process killed between two files of a change loses no item`() throws {
        try add("a", "b")
        let names = try names()
        try write(try Self.encode(Self.item("a", "new")), to: "\(path)/.\(names[0])")
        try write(try Self.encode(Self.item("b", "new")), to: "\(path)/.\(names[1])")
        #expect(unsafe rename("\(path)/.\(names[0])", "\(path)/\(names[0])") == 0)
        let values = Dictionary(
            uniqueKeysWithValues: keychain.items.map { item in
                (item["acct"] as? String ?? "", item["v_Data"] as? Data ?? Data())
            }
        )
        #expect(values == ["a": Data("new".utf8), "b": Data("secret".utf8)])
    }

    // MARK: The former file

    @Test func `splits the former file, and loses nothing at any step`() throws {
        let former = folder + "/Keychain.plist"
        let data = try Self.encode(["a", "b", "c"].map { Self.item($0) })
        try write(data, to: former)
        #expect(accounts == ["a", "b", "c"])
        try remove("b")
        #expect(accounts == ["a", "c"])
        #expect(!FileManager.default.fileExists(atPath: former))
        // Killed after the first file, then after all, before the former one is removed.
        for count in [1, 2, 3] {
            try FileManager.default.removeItem(atPath: path)
            try add("a", "b", "c")
            for name in try names().dropFirst(count) { unlink("\(path)/\(name)") }
            try write(data, to: former)
            #expect(accounts.sorted() == ["a", "b", "c"])
            try remove("a")
            #expect(accounts.sorted() == ["b", "c"])
            #expect(!FileManager.default.fileExists(atPath: former))
        }
    }

    // MARK: What others put there

    @Test func `what is added to fill a keychain hides nothing that was there`() throws {
        try add("mine")
        let large =
            ["class": "genp", "acct": "other", "v_Data": Data(count: 500_000)] as [String: Any]
        // Names that would come first.
        for number in 0..<12 {
            try write(try Self.encode(large), to: "\(path)/0\(number).plist")
        }
        #expect(accounts.first == "mine")
        #expect(throws: KeychainError.self) { try add("more") }
        #expect(throws: KeychainError.self) {
            try keychain.change { items in items[0]["v_Data"] = Data("new".utf8) }
        }
        #expect(keychain.items.first?["v_Data"] as? Data == Data("secret".utf8))
        try remove("mine")
        #expect(!accounts.contains("mine"))
        // Eight of twelve are read at a time.
        for _ in 0..<2 { try remove("other") }
        try add("more")
        #expect(accounts == ["more"])
    }

    @Test func `passes over what is no item`() throws {
        try add("a")
        try write(Data("rubbish".utf8), to: path + "/rubbish.plist")
        try write(try Self.encode(["a", "b"]), to: path + "/list.plist")
        #expect(unsafe symlink("/etc/passwd", path + "/link.plist") == 0)
        #expect(unsafe mkfifo(path + "/pipe.plist", 0o600) == 0)
        #expect(unsafe mkdir(path + "/folder.plist", 0o700) == 0)
        #expect(unsafe mkdir(folder + "/Keychain.plist", 0o700) == 0)
        #expect(accounts == ["a"])
        try add("b")
        try remove("a")
        #expect(accounts == ["b"])
        #expect(try names().filter { $0.hasPrefix("rubbish") || $0.hasPrefix("list") }.isEmpty)
    }

    @Test func `a file in the place of the folder is replaced`() throws {
        try write(Data("rubbish".utf8), to: path)
        #expect(accounts.isEmpty)
        try add("a")
        #expect(accounts == ["a"])
    }
}
