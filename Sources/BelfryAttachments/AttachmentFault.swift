// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

/// A fault found while taking over an attachment, before the file's name is added to it.
package struct AttachmentFault: Error {
    let code: AttachmentError.Code

    /// What is wrong, to be read after the file's name.
    let problem: String

    /// What to do about it.
    let remedy: String
}

extension AttachmentFault {
    static let outsideContainer = AttachmentFault(
        code: .outsideContainer,
        problem: "lies outside the container",
        remedy: "write it to NSTemporaryDirectory() and attach it from there"
    )

    static let notFound = AttachmentFault(
        code: .notFound,
        problem: "does not exist",
        remedy: "write it before the completion, and give each attachment a file of its own"
    )

    static let isLink = AttachmentFault(
        code: .isLink,
        problem: "is a link or reached through one",
        remedy: "copy the file itself"
    )

    static let notRegular = AttachmentFault(
        code: .notRegular,
        problem: "is not a regular file",
        remedy: "attach a file that holds the media"
    )

    static let empty = AttachmentFault(
        code: .empty,
        problem: "is empty",
        remedy: "finish writing it before the completion"
    )

    static let changedWhileCopied = AttachmentFault(
        code: .changedWhileCopied,
        problem: "was changed while it was taken over",
        remedy: "close it before the completion, and leave it alone from then on"
    )

    static let duplicateIdentifier = AttachmentFault(
        code: .duplicateIdentifier,
        problem: "has an identifier that another attachment has",
        remedy: "give each its own, or leave them empty"
    )

    static let invalidThumbnail = AttachmentFault(
        code: .invalidThumbnail,
        problem: "has a thumbnail rectangle or time that makes no sense",
        remedy: "keep the rectangle in the unit square, and the time finite and not negative"
    )

    static func tooMany(limit: Int) -> AttachmentFault {
        AttachmentFault(
            code: .tooMany,
            problem: "is one too many",
            remedy: "attach \(limit) files at most"
        )
    }

    static func tooMuch(_ limit: Int) -> AttachmentFault {
        AttachmentFault(
            code: .tooMuch,
            problem: "makes the content's files more than \(limit >> 20) MB",
            remedy: "attach fewer or smaller files"
        )
    }

    /// The file came when the notification had already been delivered without it.
    package static let late = AttachmentFault(
        code: .late,
        problem: "was not taken over within \(AttachmentIntake.timeLimit.components.seconds) s",
        remedy: "attach fewer or smaller files, or give the host a faster disk"
    )

    static func storeFull(_ store: String) -> AttachmentFault {
        AttachmentFault(
            code: .storeFull,
            problem: "finds no room in \(store)",
            remedy: "make room there: what notifications still show is not removed"
        )
    }

    static func tooLarge(_ byteCount: Int, _ kind: AttachmentType.Kind) -> AttachmentFault {
        AttachmentFault(
            code: .tooLarge,
            problem: "has \(byteCount) bytes, more than the \(kind.byteLimit) of \(kind) files",
            remedy: "attach a scaled image or a short clip"
        )
    }

    static let unknownType = AttachmentFault(
        code: .unknownType,
        problem: "has no known type",
        remedy: "use one of the extensions "
            + AttachmentType.listed.map { $0.fileExtensions[0] }.joined(separator: ", ")
            + ", or set the type hint"
    )

    static let unknownHint = AttachmentFault(
        code: .unknownType,
        problem: "has a type hint that is not known",
        remedy: "use one of " + AttachmentType.listed.map(\.rawValue).joined(separator: ", ")
    )

    static func contentMismatch(_ type: AttachmentType, firstBytes: [UInt8]) -> AttachmentFault {
        let appearance = AttachmentType.appearance(ofFirstBytes: firstBytes)
        return AttachmentFault(
            code: .contentMismatch,
            problem: "does not begin as \(type.rawValue) or another type of \(type.kind.rawValue) "
                + "does",
            remedy: (appearance.map { "it looks like \($0); " } ?? "")
                + "check that what was downloaded is not an error page, and name its true type"
        )
    }

    static func tooManyPixels(_ size: PictureSize) -> AttachmentFault {
        AttachmentFault(
            code: .tooManyPixels,
            problem: "has \(size.width) × \(size.height) pixels, "
                + "more than \(PictureSize.pixelLimit / 1_000_000) million",
            remedy: "attach a scaled image"
        )
    }

    static func hiddenSize(_ type: AttachmentType) -> AttachmentFault {
        AttachmentFault(
            code: .contentMismatch,
            problem: "does not say its width and height where \(type.rawValue) does",
            remedy: "write it anew with common software"
        )
    }

    /// A call of the kernel's failed while the file was read; its name goes into the message.
    package static func unreadable(_ error: SystemError) -> AttachmentFault {
        AttachmentFault(
            code: .unreadable,
            problem: "cannot be read",
            remedy: SystemError.sentence(of: error.errno)
        )
    }

    static func storeFailed(_ store: String, _ error: SystemError) -> AttachmentFault {
        AttachmentFault(
            code: .storeFailed,
            problem: "could not be kept in \(store)",
            remedy: "make room there, or give the host access; \(error)"
        )
    }

    /// What a failure to open a file beneath a directory means.
    static func opening(_ error: SystemError) -> AttachmentFault {
        switch error.errno {
        case EXDEV: .outsideContainer
        case ELOOP: .isLink
        case ENOENT, ENOTDIR, ENAMETOOLONG: .notFound
        case ENXIO, ENODEV: .notRegular  // man 2 open: a socket has nothing to open
        case EAGAIN: .changedWhileCopied  // a lease on the file, or a rename in its path
        default: .unreadable(error)
        }
    }
}
