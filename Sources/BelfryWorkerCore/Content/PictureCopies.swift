// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc
internal import Synchronization

/// Copies of pictures that an extension shows from files of its own, which it may change or remove
/// before the host has read them.
final class PictureCopies: Sendable {
    private let containerPath: String
    private let state = Mutex(State())

    private struct State {
        /// The copies by what they are of, and their order.
        var names: [Original: String] = [:]
        var order: [Original] = []
        var byteCount = 0
        var lastNumber = 0
    }

    /// A file as it was at one moment.
    private struct Original: Hashable {
        let device: UInt
        let inode: UInt
        let byteCount: Int
        let seconds: Int
        let nanoseconds: Int

        init(_ status: stat) {
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            byteCount = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// Where the copies are, in the container.
    static let folder = ".pictures"

    /// How many copies are kept, and of how many bytes: the host opens one as soon as it hears of it.
    private static let limit = 128
    private static let byteLimit = 40 << 20

    private static let chunk = 64 * 1024

    init(containerPath: String) {
        self.containerPath = containerPath
    }

    /// Copies a file, unless that was done.
    ///
    /// - Returns: The copy's path in the container.
    func copy(of file: borrowing Descriptor) throws(SystemError) -> String {
        let original = Original(try file.status())
        if let known = state.withLock({ $0.names[original] }) { return known }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let name = "\(Self.folder)/\(number)"
        let container = try Descriptor.openDirectory(containerPath)
        try container.ensureDirectory(Self.folder)
        do throws(SystemError) {
            // The filter refuses openat2(2), which would follow no link on the way. Links in the
            // container are the extension's own, and lead nowhere that it cannot write anyway.
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let copy = try Descriptor.open("\(containerPath)/\(name)", flags)
            for offset in stride(from: 0, to: original.byteCount, by: Self.chunk) {
                try copy.writeAll(try file.read(at: UInt64(offset), count: Self.chunk))
            }
        } catch {
            // Half a copy would take the room of the next one.
            try? container.unlink(name)
            throw error
        }
        for old in note(original, name) { try container.unlink(old) }
        return name
    }

    /// Notes a copy; those that are to go for it.
    private func note(_ original: Original, _ name: String) -> [String] {
        state.withLock { state in
            // Another thread may have copied it too.
            if let twin = state.names.updateValue(name, forKey: original) { return [twin] }
            state.order.append(original)
            state.byteCount += original.byteCount
            var old: [String] = []
            while state.order.count > 1,
                state.order.count > Self.limit || state.byteCount > Self.byteLimit
            {
                let oldest = state.order.removeFirst()
                state.byteCount -= oldest.byteCount
                if let name = state.names.removeValue(forKey: oldest) { old.append(name) }
            }
            return old
        }
    }
}
