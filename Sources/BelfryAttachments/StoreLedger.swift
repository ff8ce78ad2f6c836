// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// Who has attached what in a store, and what goes when it is full.
///
/// On the disk an owner is a directory of `.owners` with an empty file for each of its attachments,
/// whose time says when it was last attached. Several hosts may use one store, so that the ledger is
/// read again from time to time.
final class StoreLedger: Sendable {
    /// A stored file.
    struct Entry: Equatable {
        var byteCount: UInt64

        /// When each owner attached it last, in nanoseconds of UNIX time.
        var owners: [String: UInt64]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var readAt: MonotonicTime?

        /// Files that runs have taken which are not delivered yet, and how often.
        var pins: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let quota: StoreQuota

    /// How long a ledger that was read is taken to be what is on the disk.
    private static let readInterval = Duration.seconds(60)

    /// The directory of owners in a store.
    private static let ownersName = ".owners"

    /// Whose files are that nobody is known to have attached.
    private static let nobody = ""

    init(_ quota: StoreQuota) {
        self.quota = quota
    }

    // MARK: Room

    /// Makes room for a file and notes whose it is.
    ///
    /// - Parameters:
    ///   - file: The file, still to be given its name.
    ///   - byteCount: What it takes on the disk.
    ///   - use: For whom, and what stays.
    ///   - root: The store.
    ///   - keep: Gives the file its name.
    /// - Returns: What went to make room; nil when there was too little that could go.
    /// - Throws: ``SystemError`` of `keep`, or when the owner cannot be noted.
    func add(
        _ file: StoredFile,
        byteCount: UInt64,
        _ use: StoreUse,
        in root: borrowing Descriptor,
        _ keep: () throws(SystemError) -> Void
    ) throws(SystemError) -> StoreRemoval? {
        var result: Result<StoreRemoval?, SystemError> = .success(nil)
        // A closure with typed errors cannot borrow what has an owner.
        let copy = try root.duplicate()
        state.withLock { state in
            do throws(SystemError) {
                result = .success(
                    try add(file, byteCount: byteCount, use, in: copy, &state, keep)
                )
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private func add(
        _ file: StoredFile,
        byteCount: UInt64,
        _ use: StoreUse,
        in root: borrowing Descriptor,
        _ state: inout State,
        _ keep: () throws(SystemError) -> Void
    ) throws(SystemError) -> StoreRemoval? {
        refresh(&state, root, store: file.store)
        let name = file.relativePath
        let owner = use.owner.isEmpty ? Self.nobody : Self.key(of: use.owner)
        let known = state.entries.removeValue(forKey: name)
        var room = StoreRoom(state.entries, quota, pinned: Set(state.pins.keys), use, file.store)
        guard let choice = room.choose(for: owner, byteCount: byteCount) else {
            state.entries[name] = known
            return nil
        }
        let removal = remove(choice, from: root, &state, store: file.store)
        var entry = known ?? Entry(byteCount: byteCount, owners: [:])
        entry.byteCount = byteCount
        try note(name, of: owner, in: root)
        try keep()
        entry.owners[owner] = MonotonicTime.read(CLOCK_REALTIME) ?? 0
        state.entries[name] = entry
        state.pins[name, default: 0] += 1
        return removal
    }

    /// Makes room on the disk.
    ///
    /// - Parameters:
    ///   - byteCount: How much.
    ///   - use: What stays.
    ///   - root: The store.
    ///   - store: Its path.
    /// - Returns: What went; nil, and nothing has gone, where too little can.
    func spare(
        _ byteCount: UInt64,
        _ use: StoreUse,
        in root: borrowing Descriptor,
        store: String
    ) -> StoreRemoval? {
        guard let copy = try? root.duplicate() else { return nil }
        return state.withLock { state in
            refresh(&state, copy, store: store)
            var room = StoreRoom(state.entries, quota, pinned: Set(state.pins.keys), use, store)
            return room.spare(byteCount).map { remove($0, from: copy, &state, store: store) }
        }
    }

    private func remove(
        _ choice: StoreRoom.Choice,
        from root: borrowing Descriptor,
        _ state: inout State,
        store: String
    ) -> StoreRemoval {
        for gone in choice.released { release(gone.name, of: gone.owner, in: root, &state) }
        var removal = StoreRemoval()
        for gone in choice.removed {
            guard let entry = remove(gone, from: root, &state) else { continue }
            removal.paths.append("\(store)/\(gone)")
            removal.byteCount += entry.byteCount
        }
        return removal
    }

    /// Lets files go when room is needed that a run had just taken.
    func unpin(_ names: [String]) {
        state.withLock { state in
            for name in names {
                let count = (state.pins[name] ?? 1) - 1
                state.pins[name] = count > 0 ? count : nil
            }
        }
    }

    /// Removes files that no notification shows any more; one that a run has just taken stays.
    func remove(_ names: [String], from root: borrowing Descriptor, store: String) {
        guard let copy = try? root.duplicate() else { return }
        state.withLock { state in
            refresh(&state, copy, store: store)
            for name in names where state.pins[name] == nil {
                _ = remove(name, from: copy, &state)
            }
        }
    }

    // MARK: The disk

    /// The directory of an owner's entries, by which the ledger knows it: its identifier, or a digest of
    /// one that is no file's name.
    private static func key(of owner: String) -> String {
        let isPlain =
            owner.utf8.count <= 200 && !owner.hasPrefix(".") && !owner.hasPrefix(digestPrefix)
            && owner.utf8.allSatisfy { byte in
                byte == 0x2d || byte == 0x2e || byte == 0x5f || (0x30...0x39).contains(byte)
                    || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
            }
        if isPlain { return owner }
        var digest = ContentDigest()
        digest.update(Array(owner.utf8))
        return digestPrefix + digest.finish()
    }

    private static let digestPrefix = "sha256-"

    /// The name of an owner's entry of a file.
    private static func mark(of name: String) -> String { name.replacing("/", with: "") }

    private func note(
        _ name: String,
        of owner: String,
        in root: borrowing Descriptor
    ) throws(SystemError) {
        guard owner != Self.nobody else { return }
        let mark = Self.mark(of: name)
        try root.ensureDirectory(Self.ownersName)
        let owners = try root.openDirectoryBeneath(Self.ownersName)
        try owners.ensureDirectory(owner)
        let folder = try owners.openDirectoryBeneath(owner)
        // Made anew, it has the time of now.
        try? folder.unlink(mark)
        _ = try folder.openBeneath(mark, O_WRONLY | O_CREAT, mode: 0o600)
    }

    private func release(
        _ name: String,
        of owner: String,
        in root: borrowing Descriptor,
        _ state: inout State
    ) {
        state.entries[name]?.owners[owner] = nil
        guard let folder = try? root.openDirectoryBeneath("\(Self.ownersName)/\(owner)") else {
            return
        }
        try? folder.unlink(Self.mark(of: name))
    }

    private func remove(
        _ name: String,
        from root: borrowing Descriptor,
        _ state: inout State
    ) -> Entry? {
        guard let entry = state.entries[name] else { return nil }
        for owner in entry.owners.keys { release(name, of: owner, in: root, &state) }
        state.entries[name] = nil
        return (try? root.unlink(name)) == nil ? nil : entry
    }

    /// Reads what is in the store, unless that was done a while ago.
    private func refresh(_ state: inout State, _ root: borrowing Descriptor, store: String) {
        if let readAt = state.readAt, MonotonicTime.now - readAt < Self.readInterval { return }
        state.readAt = .now
        state.entries = [:]
        let files = FileManager.default
        for directory in (try? files.contentsOfDirectory(atPath: store)) ?? []
        where directory.utf8.count == 2 {
            let names = try? files.contentsOfDirectory(atPath: "\(store)/\(directory)")
            for name in names ?? [] {
                let path = "\(directory)/\(name)"
                guard let status = try? root.status(of: path) else { continue }
                state.entries[path] = Entry(
                    byteCount: UInt64(clamping: status.st_blocks) * 512,
                    owners: [Self.nobody: Self.time(status.st_mtim)]
                )
            }
        }
        readOwners(&state, root, store: store)
    }

    private func readOwners(
        _ state: inout State,
        _ root: borrowing Descriptor,
        store: String
    ) {
        let files = FileManager.default
        let path = "\(store)/\(Self.ownersName)"
        for owner in (try? files.contentsOfDirectory(atPath: path)) ?? [] {
            for mark in (try? files.contentsOfDirectory(atPath: "\(path)/\(owner)")) ?? [] {
                let name = "\(mark.prefix(2))/\(mark.dropFirst(2))"
                let place = "\(Self.ownersName)/\(owner)/\(mark)"
                guard let status = try? root.status(of: place) else { continue }
                if state.entries[name] == nil {
                    // What it stood for is gone.
                    try? root.unlink(place)
                } else {
                    state.entries[name]?.owners[Self.nobody] = nil
                    state.entries[name]?.owners[owner] = Self.time(status.st_mtim)
                }
            }
        }
    }

    private static func time(_ time: timespec) -> UInt64 {
        UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
