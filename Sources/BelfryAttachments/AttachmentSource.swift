// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// An open file that is about to be taken over, as it was when it was looked at.
struct AttachmentSource: ~Copyable {
    private let file: Descriptor
    private let status: stat

    /// How long it was.
    var byteCount: Int { Int(status.st_size) }

    /// Takes an open file that passes for an attachment of a type.
    ///
    /// A file with a second name is refused: where the kernel does not protect hard links, such a
    /// name may stand for a file that its maker could not read; and a move that leaves the file in
    /// place is none.
    init(_ file: consuming Descriptor, type: AttachmentType) throws(AttachmentFault) {
        let status: stat
        do throws(SystemError) {
            status = try file.status()
        } catch {
            throw .unreadable(error)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        guard status.st_nlink == 1 else { throw .isLink }
        guard status.st_size > 0 else { throw .empty }
        guard status.st_size <= type.kind.byteLimit else {
            throw .tooLarge(Int(status.st_size), type.kind)
        }
        self.file = file
        self.status = status
    }

    /// Whether a name still stands for this very file.
    func isSame(as other: stat) -> Bool {
        status.st_dev == other.st_dev && status.st_ino == other.st_ino
    }

    /// Removes it from a directory by its name, unless the name is another file's by now.
    ///
    /// A group has other members at work in it, and the kernel removes names, not files: so it is
    /// seen, under a name that nobody else has, which file it was.
    func remove(_ name: String, from directory: borrowing Descriptor) throws(SystemError) {
        let aside = ".belfry-\(UInt64.random(in: .min ... .max))"
        try directory.rename(name, toFree: aside)
        if !isSame(as: try directory.status(of: aside)) {
            // Where the name is taken once more, what was put aside has been replaced.
            let isBack = (try? directory.rename(aside, toFree: name)) != nil
            if isBack { return }
        }
        try directory.unlink(aside)
    }

    /// Reads on from `offset`; empty at the end.
    func read(at offset: Int, upTo count: Int) throws(AttachmentFault) -> [UInt8] {
        do throws(SystemError) {
            return try file.read(at: UInt64(offset), count: count)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Fails when the file is no longer as it was, by its length or the time of its last change.
    func checkUnchanged() throws(AttachmentFault) {
        let now: stat
        do throws(SystemError) {
            now = try file.status()
        } catch {
            throw .unreadable(error)
        }
        guard
            now.st_size == status.st_size,
            now.st_mtim.tv_sec == status.st_mtim.tv_sec,
            now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
        else { throw .changedWhileCopied }
    }
}
