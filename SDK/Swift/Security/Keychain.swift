// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// The items of an access group, each in a file of its own, in a directory that processes share.
///
/// An item is removed by removing its file. So items can be removed where the host lets nobody write
/// any more because the directory is nearly full, and a process that is killed in between loses none
/// of the others.
///
/// They are not encrypted: the key would have to lie beside them, as there is no hardware here that
/// would keep one for a process. What keeps others out is the directory, which is its bundles' alone.
struct Keychain: Sendable {
    /// The access group.
    let group: String

    private let folder: KeychainFolder

    init(group: String, directory: String) {
        self.group = group
        folder = KeychainFolder(directory: directory)
    }

    /// What is in it; nothing where it cannot be read.
    var items: [KeychainItem] { contents().entries.map(\.item) }

    /// Whether the host lets nobody read it, as before the device's first unlock.
    var isClosed: Bool { folder.isClosed }

    /// An item, and the file that holds it.
    private struct Entry {
        /// The file's name; nil for an item of the single file that held all of them formerly.
        var name: String?
        var byteCount = 0
        var item: KeychainItem
    }

    /// What is in the directory.
    private struct Contents {
        /// The items with files, oldest first, then those of the former single file.
        var entries: [Entry] = []
        /// Files that hold no item.
        var rubbish: [String] = []
        /// How many bytes are in files beyond those that are read.
        var unreadByteCount = 0
    }

    /// Under which an item has its file's name while it is changed; no caller can give an attribute
    /// of that name, and none is answered with it.
    private static let nameKey = "u_file"

    /// Changes what is in it, as it is by then.
    ///
    /// Everything new is written before anything is put in its place or removed.
    ///
    /// - Parameter body: Changes the items.
    /// - Throws: ``KeychainError`` of the body, or when the files cannot be written or removed.
    func change(
        _ body: (inout [KeychainItem]) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let lock = KeychainLock(directory: folder.directory)
        defer { lock.release() }
        let old = contents()
        var items = old.entries.map { entry in
            var item = entry.item
            item[Self.nameKey] = entry.name
            return item
        }
        try body(&items)
        if lock.isHeld { folder.removeLeftovers(old.rubbish) }
        let kept = Set(items.compactMap { $0[Self.nameKey] as? String })
        try folder.write(try Self.changes(from: old, to: items))
        for name in old.entries.compactMap(\.name) where !kept.contains(name) {
            try folder.remove(name)
        }
        try folder.removeFormer()
    }

    /// The files to write.
    private static func changes(
        from old: Contents,
        to items: [KeychainItem]
    ) throws(KeychainError) -> [(name: String, data: Data)] {
        var known: [String: Entry] = [:]
        for entry in old.entries { if let name = entry.name { known[name] = entry } }
        var changes: [(name: String, data: Data)] = []
        var byteCount = old.unreadByteCount
        for var item in items {
            let name = item.removeValue(forKey: nameKey) as? String
            if let name, let entry = known[name], (item as NSDictionary).isEqual(entry.item) {
                byteCount += entry.byteCount
                continue
            }
            guard let data = encode(item) else { throw KeychainError(errSecParam) }
            byteCount += data.count
            changes.append((name ?? KeychainFolder.newName(), data))
        }
        // What is removed needs no room.
        guard changes.isEmpty || byteCount <= KeychainFolder.byteLimit else {
            throw KeychainError(errSecParam)
        }
        return changes
    }

    private func contents() -> Contents {
        var contents = Contents()
        let found = folder.read()
        contents.unreadByteCount = found.unreadByteCount
        for (name, data) in found.files {
            if var item = Self.decode(data) as? KeychainItem {
                item[Self.nameKey] = nil
                contents.entries.append(Entry(name: name, byteCount: data.count, item: item))
            } else {
                contents.rubbish.append(name)
            }
        }
        // Of one that was being split, some have files already.
        let known = contents.entries.map(\.item)
        let former = folder.readFormer().flatMap(Self.decode) as? [KeychainItem] ?? []
        for var item in former where !known.contains(where: { KeychainQuery.isSame($0, item) }) {
            item[Self.nameKey] = nil
            contents.entries.append(Entry(item: item))
        }
        return contents
    }

    private static func encode(_ item: KeychainItem) -> Data? {
        try? PropertyListSerialization.data(fromPropertyList: item, format: .binary, options: 0)
    }

    private static func decode(_ data: Data) -> Any? {
        try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    }
}
