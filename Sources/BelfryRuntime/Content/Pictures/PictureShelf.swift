// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The pictures of a session: a bounded number of them, those longest out of use given up first.
struct PictureShelf {
    private var pictures: [String: PictureFile] = [:]
    /// Names, the one that was needed last at the end.
    private var order: [String] = []
    private var byteCount = 0

    /// Most pictures, and bytes of all of them.
    static let countLimit = 64
    static let byteLimit = 32 << 20

    subscript(name: String) -> PictureFile? { pictures[name] }

    /// Puts a picture on the shelf.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - names: Those that are shown, which stay.
    /// - Returns: Whether there was room.
    mutating func put(_ picture: PictureFile, keeping names: Set<String>) -> Bool {
        order.removeAll { $0 == picture.name }
        if pictures[picture.name] == nil {
            guard makeRoom(for: picture.bytes.count, keeping: names) else { return false }
            pictures[picture.name] = picture
            byteCount += picture.bytes.count
        }
        order.append(picture.name)
        return true
    }

    private mutating func makeRoom(for added: Int, keeping names: Set<String>) -> Bool {
        for name in order where !names.contains(name) {
            if fits(added) { break }
            byteCount -= pictures.removeValue(forKey: name)?.bytes.count ?? 0
            order.removeAll { $0 == name }
        }
        return fits(added)
    }

    private func fits(_ added: Int) -> Bool {
        pictures.count < Self.countLimit && byteCount + added <= Self.byteLimit
    }
}
