// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryDigest
package import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A picture as it is given to those who draw.
///
/// It is known to be one by its first bytes, and of a size that a decoder bears. Nothing is decoded.
package struct PictureFile: Sendable {
    package let bytes: [UInt8]
    package let mediaType: String

    /// The SHA-256 of the bytes, by which it is known.
    package let name: String

    /// Reads an open file.
    ///
    /// - Parameter file: What was opened, without waiting.
    /// - Throws: ``PictureFault`` where it is not what can be drawn.
    package init(_ file: borrowing Descriptor) throws(PictureFault) {
        try self.init(bytes: try Self.read(file))
    }

    /// Reads an open file with a page, which is to be drawn by ``WebPageFile``'s content.
    ///
    /// - Parameter file: What was opened, without waiting.
    /// - Throws: ``PictureFault`` where it is no page.
    init(page file: borrowing Descriptor) throws(PictureFault) {
        let bytes = try Self.read(file)
        _ = try WebPageFile(bytes)
        self.init(bytes, mediaType: WebPageFile.mediaType)
    }

    /// Takes a file's bytes.
    package init(bytes: [UInt8]) throws(PictureFault) {
        guard bytes.count <= ViewLimit.pictureByteCount else {
            throw PictureFault(SystemError(call: "read", errno: EFBIG))
        }
        guard let format = Format.allCases.first(where: { $0.matches(bytes) }) else {
            throw PictureFault("is no PNG, JPEG, GIF or WebP")
        }
        guard let size = format.size(of: bytes) else {
            throw PictureFault("does not say how large a picture it is")
        }
        let side = ViewLimit.pictureSide
        guard (1...side).contains(size.width), (1...side).contains(size.height) else {
            throw PictureFault(
                "has \(size.width) × \(size.height) pixels; \(side) × \(side) is the most"
            )
        }
        self.init(bytes, mediaType: format.rawValue)
    }

    private init(_ bytes: [UInt8], mediaType: String) {
        var digest = ContentDigest()
        digest.update(bytes)
        self.bytes = bytes
        self.mediaType = mediaType
        name = digest.finish()
    }

    private static func read(_ file: borrowing Descriptor) throws(PictureFault) -> [UInt8] {
        let limit = ViewLimit.pictureByteCount
        do throws(SystemError) {
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw SystemError(call: "read", errno: EISDIR)
            }
            guard status.st_size <= limit else { throw SystemError(call: "read", errno: EFBIG) }
            return try file.readAll(limit: limit)
        } catch {
            throw PictureFault(error)
        }
    }
}

/// Why a picture cannot be drawn, to be read after its name.
package struct PictureFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// What a failure to open or read it means.
    init(_ error: SystemError) {
        description =
            switch error.errno {
            case EISDIR, ENXIO, ENODEV: "is not a regular file"
            case EFBIG: "has more than \(ViewLimit.pictureByteCount >> 20) MB"
            case EXDEV: "lies elsewhere"
            case ELOOP: "is a link or reached through one"
            default: "cannot be read: \(SystemError.sentence(of: error.errno))"
            }
    }
}

extension PictureFile {
    /// What a picture's file can be, by its media type.
    private enum Format: String, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webP = "image/webp"

        func matches(_ bytes: [UInt8]) -> Bool {
            type.matches(firstBytes: bytes)
        }

        func size(of bytes: [UInt8]) -> PictureSize? {
            try? PictureSize.find(type) { offset, count throws(AttachmentFault) in
                Array(bytes.dropFirst(offset).prefix(count))
            }
        }

        /// The type of attachment that it can be, too.
        private var type: AttachmentType {
            switch self {
            case .png: .png
            case .jpeg: .jpeg
            case .gif: .gif
            case .webP: .webP
            }
        }
    }
}
