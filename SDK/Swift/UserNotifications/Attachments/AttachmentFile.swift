// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// The file of an attachment, looked at as far as an attachment needs.
struct AttachmentFile {
    let url: URL
    let type: AttachmentType

    /// Looks at the file and finds its type.
    ///
    /// The host looks again when the file is handed over. This look is what tells the extension,
    /// in time for it to fall back to something else.
    ///
    /// - Parameters:
    ///   - url: Where the file is.
    ///   - typeHint: The type identifier to believe instead of the file extension.
    /// - Throws: `NSError` of a `UNError` code: `attachmentInvalidURL` unless it is a readable
    ///   regular file, then `attachmentUnrecognizedType`, `attachmentInvalidFileSize` and
    ///   `attachmentCorrupt`.
    init(at url: URL, typeHint: String?) throws {
        let byteCount = try Self.regularFileByteCount(at: url)
        guard let claimed = Self.type(of: url, hint: typeHint) else {
            throw Self.error(
                .attachmentUnrecognizedType,
                url,
                Self.unknownType(of: url, hint: typeHint)
            )
        }
        guard byteCount <= claimed.byteCountLimit else {
            let reason =
                "\(byteCount) bytes; \(claimed.rawValue) may have \(claimed.byteCountLimit)"
            throw Self.error(.attachmentInvalidFileSize, url, reason)
        }
        let start = try Self.start(of: url)
        guard let type = claimed.corrected(by: start) else {
            let appearance = AttachmentType.appearance(of: start)
            let reason = "the bytes are not of \(claimed.rawValue): \(appearance)"
            throw Self.error(.attachmentCorrupt, url, reason)
        }
        if type != claimed {
            // iOS shows what it can decode, whatever a name or a server says.
            RunLog.write(
                .info,
                "\(url.lastPathComponent) has the bytes of \(type.rawValue), not of "
                    + "\(claimed.rawValue); it is attached as what it is"
            )
        }
        self.url = url
        self.type = type
    }

    private static func type(of url: URL, hint: String?) -> AttachmentType? {
        if let hint { return AttachmentType(identifier: hint) }
        return AttachmentType(fileExtension: url.pathExtension)
    }

    private static func unknownType(of url: URL, hint: String?) -> String {
        if hint == nil, url.pathExtension.isEmpty {
            return "its name has no extension; give it one such as png, or set "
                + "UNNotificationAttachmentOptionsTypeHintKey"
        }
        return "\"\(hint ?? ".\(url.pathExtension)")\" cannot be shown"
    }

    private static func regularFileByteCount(at url: URL) throws -> Int {
        guard url.isFileURL else {
            throw error(.attachmentInvalidURL, url, "not a file URL")
        }
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        } catch let cause {
            throw error(.attachmentInvalidURL, url, "no such file", cause)
        }
        guard
            attributes[.type] as? FileAttributeType == .typeRegular,
            let byteCount = attributes[.size] as? NSNumber
        else { throw error(.attachmentInvalidURL, url, "not a regular file") }
        return byteCount.intValue
    }

    private static func start(of url: URL) throws -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            return Array(try file.read(upToCount: AttachmentType.signatureByteCount) ?? Data())
        } catch let cause {
            throw error(.attachmentInvalidURL, url, "not readable", cause)
        }
    }

    private static func error(
        _ code: UNError.Code,
        _ url: URL,
        _ reason: String,
        _ cause: (any Error)? = nil
    ) -> NSError {
        var userInfo: [String: Any] = [
            NSLocalizedFailureReasonErrorKey: "\(url.absoluteString): \(reason)"
        ]
        userInfo[NSURLErrorKey] = url
        if let cause { userInfo[NSUnderlyingErrorKey] = cause as NSError }
        // Sources often drop the error, and then nothing else says why no picture came.
        RunLog.write(.warning, "an attachment is refused: \(url.lastPathComponent): \(reason)")
        return UNError(code, userInfo: userInfo).foundation
    }
}
