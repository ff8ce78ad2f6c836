// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOPosix

/// The open file of an attachment, for a browser that shows or plays it.
///
/// It is read in pieces as they are sent, so that a movie needs no room and a slow reader holds one
/// piece.
final class AttachedFile: Sendable {
    private let file: Descriptor

    /// How long it is, in bytes.
    let byteCount: Int

    /// What a browser is told that it is: the type of its first bytes, whatever its sender called it.
    let mediaType: String

    /// Has a file that is opened on its own be a document of its own origin, in which nothing runs.
    static let securityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

    /// Most bytes that are read at a time.
    static let pieceByteCount = 64 * 1024

    /// Opens it, on a thread that may wait for the disk.
    ///
    /// - Parameters:
    ///   - attachment: Which; its type and its path came from an app or an extension.
    ///   - folder: Where the daemon keeps files of notifications: nothing else is read.
    /// - Throws: ``APIError`` for a file of no known type, and for one that is not there any more or is
    ///   not what its type says.
    init(_ attachment: NotificationAttachment, below folder: String) throws {
        guard let type = AttachmentType.forIdentifier(attachment.typeIdentifier) else {
            throw APIError(
                .unsupportedMediaType,
                "attachment",
                "the attachment \(attachment.identifier.quoted) is no picture, sound or movie"
            )
        }
        func real(_ path: String) -> String {
            URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        }
        let path = real(attachment.url)
        let gone = APIError(
            .notFound,
            "not_found",
            "the file of the attachment \(attachment.identifier.quoted) is not there"
        )
        guard path.hasPrefix(real(folder) + "/"),
            let file = try? Descriptor.openRegularFile(path, followsLink: false),
            let count = try? file.byteCount(), count <= type.kind.byteLimit,
            let first = try? file.read(at: 0, count: AttachmentType.signatureByteCount),
            type.matches(firstBytes: first)
        else { throw gone }
        self.file = file
        byteCount = Int(count)
        mediaType = type.mediaType
    }

    /// The answer to a request for it or a part of it.
    ///
    /// - Parameters:
    ///   - request: What asks.
    ///   - channel: Its connection.
    /// - Returns: The answer; the file is read as it is sent.
    func response(to request: Request, on channel: any Channel) -> Response {
        // A part of another version is none of this one, and versions have no names here (RFC 9110,
        // section 13.1.5).
        let asked = request.headers[.ifRange] == nil ? request.headers[.range] : nil
        var headers: HTTPFields = [
            .contentType: mediaType, .acceptRanges: "bytes",
            .contentSecurityPolicy: Self.securityPolicy,
        ]
        switch ByteRange(asked, of: byteCount) {
        case .whole:
            headers[.contentLength] = "\(byteCount)"
            return Response(status: .ok, headers: headers, body: body(0..<byteCount, on: channel))
        case .part(let range):
            headers[.contentLength] = "\(range.count)"
            headers[.contentRange] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
            let body = body(range, on: channel)
            return Response(status: .partialContent, headers: headers, body: body)
        case .unsatisfiable:
            var response = APIError(
                .rangeNotSatisfiable,
                "range",
                "the file has \(byteCount) bytes"
            ).response
            response.headers[.contentRange] = "bytes */\(byteCount)"
            return response
        }
    }

    /// A part of it, as a stream: a movie may be read as slowly as it is looked at, piece by piece.
    private func body(_ range: Range<Int>, on channel: any Channel) -> ResponseBody {
        let patience = ReaderPatience(channel)
        return ResponseBody { writer in
            var start = range.lowerBound
            while start < range.upperBound {
                let piece = try await self.read(
                    start..<min(start + Self.pieceByteCount, range.upperBound)
                )
                // A file that became shorter ends the connection, and not the answer.
                guard !piece.isEmpty else { throw ChannelError.eof }
                try await patience.send(ByteBuffer(bytes: piece), to: &writer)
                start += piece.count
            }
            try await writer.finish(nil)
        }
    }

    @concurrent
    private func read(_ range: Range<Int>) async throws -> [UInt8] {
        try await NIOThreadPool.singleton.runIfActive {
            try self.file.read(at: UInt64(range.lowerBound), count: range.count)
        }
    }
}

extension AttachmentType {
    /// What HTTP calls it.
    fileprivate var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .gif: "image/gif"
        case .png: "image/png"
        case .webP: "image/webp"
        case .heic: "image/heic"
        case .avif: "image/avif"
        case .aiffAudio: "audio/aiff"
        case .waveformAudio: "audio/wav"
        case .mp3: "audio/mpeg"
        case .mpeg4Audio: "audio/mp4"
        case .mpeg, .mpeg2Video: "video/mpeg"
        case .mpeg4: "video/mp4"
        case .avi: "video/x-msvideo"
        }
    }
}
