// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire
internal import Glibc
internal import Synchronization

/// An attachment's file that is lent to a content extension for as long as it asks for it.
///
/// What is lent is a copy in memory that nobody can write to, so that nothing of the host's file
/// system can be reached through it; a file that is too large for that is lent itself, for reading.
final class AttachmentLoan: Sendable {
    let descriptor: ContentAttachment
    private let file: Descriptor
    private let copy = Mutex<Descriptor?>(nil)

    /// The largest file that is copied.
    private static let copyLimit: UInt64 = 10 << 20

    /// Opens a file.
    ///
    /// - Throws: ``ContentSessionError`` naming it.
    init(_ attachment: SessionAttachment) throws(ContentSessionError) {
        let name = attachment.path.split(separator: "/").last.map(String.init) ?? ""
        let type = attachment.type ?? AttachmentType.forPath(attachment.path)?.rawValue
        guard let type else {
            throw ContentSessionError(
                .attachment,
                "\(attachment.path): its type is not known; give it an extension such as png, jpg, "
                    + "gif, mp3 or mp4"
            )
        }
        do throws(FileFault) {
            file = try Descriptor.openRegularFile(attachment.path)
            descriptor = ContentAttachment(
                identifier: attachment.identifier,
                type: type,
                name: name,
                byteCount: try Self.byteCount(of: file)
            )
        } catch {
            throw ContentSessionError(
                .attachment,
                "\(attachment.path): \(error.sentence); an attachment is a file that can be read"
            )
        }
    }

    /// Opens the files of a notification, off the host's thread.
    ///
    /// - Throws: ``ContentSessionError`` naming the first that cannot be read.
    @concurrent
    static func all(
        of attachments: [SessionAttachment]
    ) async throws(ContentSessionError) -> [AttachmentLoan] {
        var loans: [AttachmentLoan] = []
        for attachment in attachments { loans.append(try AttachmentLoan(attachment)) }
        return loans
    }

    private static func byteCount(of file: borrowing Descriptor) throws(FileFault) -> UInt64 {
        do throws(SystemError) {
            return try file.byteCount()
        } catch {
            throw .system(error)
        }
    }

    /// It as part of a notification's content.
    var attachment: NotificationAttachment {
        NotificationAttachment(
            identifier: descriptor.identifier,
            typeIdentifier: descriptor.type,
            url: descriptor.name,
            byteCount: Int(clamping: descriptor.byteCount)
        )
    }

    /// Opens it once more, at its beginning, for reading alone (man 5 proc, `/proc/self/fd`).
    @concurrent
    func lend() async throws(SystemError) -> Descriptor {
        try Descriptor.open("/proc/self/fd/\(try source())", O_RDONLY)
    }

    /// Reads it as a picture.
    @concurrent
    func picture() async -> Result<PictureFile, PictureFault> {
        do throws(SystemError) {
            let file = try await lend()
            return Result { () throws(PictureFault) in try PictureFile(file) }
        } catch {
            return .failure(PictureFault(error))
        }
    }

    /// The number of what is lent: as long as this is kept.
    private func source() throws(SystemError) -> Int32 {
        guard descriptor.byteCount <= Self.copyLimit else { return file.raw }
        return try copy.withLock { copy throws(SystemError) in
            if let raw = copy?.raw { return raw }
            let bytes = try file.read(at: 0, count: Int(descriptor.byteCount))
            let made = try Descriptor.sealedCopy("belfry-attachment", of: bytes)
            let raw = made.raw
            copy = consume made
            return raw
        }
    }
}
