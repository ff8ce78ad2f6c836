// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Hummingbird
internal import NIOCore
internal import NIOPosix

/// The notification centre as a user sees it: what the page draws.
extension CenterAPI {
    func addCenter(to router: Router<APIContext>) {
        router.get("/v1/center") { _, _ in
            let clock = clock
            let document = try await center.perform { turn in
                var document = try CenterPicture(turn).document
                document["isClockVirtual"] = .bool(clock != nil)
                return document
            }
            return Response.json(.object(document))
        }
        router.get("/v1/center/history") { request, _ in
            let before = try request.number("before", in: 1...Int.max)
            let limit = try request.number("limit", in: 1...200) ?? 50
            let documents = try await center.perform { turn in
                try CenterPicture(turn).history(before: before, limit: limit)
            }
            return Response.json(["notifications": .array(documents)])
        }
        router.get("/v1/notifications/:sequence/attachments/:attachment") { _, context in
            let sequence = try context.sequence()
            let identifier = try context.parameter("attachment")
            let entry = try await center.perform { try $0.entry(sequence) }
            guard
                let attachment = entry.shown.attachments.first(where: {
                    $0.identifier == identifier
                })
            else {
                throw APIError(
                    .notFound,
                    "not_found",
                    "notification \(sequence) has no attachment \(identifier.quoted)"
                )
            }
            let (bytes, mediaType) = try await NIOThreadPool.singleton.runIfActive {
                try AttachedPicture.read(attachment, below: attachments)
            }
            return Response(
                status: .ok,
                headers: [.contentType: mediaType],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }
    }
}

/// The file of an attachment that a browser can draw.
private enum AttachedPicture {
    /// Reads it.
    ///
    /// - Parameters:
    ///   - attachment: Which; its type and its path came from an app or an extension.
    ///   - folder: Where the daemon keeps files of notifications: nothing else is read.
    /// - Returns: The bytes, and their media type.
    /// - Throws: ``APIError`` for what is no picture, or is not there any more.
    static func read(
        _ attachment: NotificationAttachment,
        below folder: String
    ) throws -> (bytes: [UInt8], mediaType: String) {
        guard let type = AttachmentType.forIdentifier(attachment.typeIdentifier),
            let mediaType = mediaTypes[type]
        else {
            throw APIError(
                .unsupportedMediaType,
                "attachment",
                "the attachment \(attachment.identifier.quoted) is no picture"
            )
        }
        func real(_ path: String) -> String {
            URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        }
        let gone = APIError(
            .notFound,
            "not_found",
            "the file of the attachment \(attachment.identifier.quoted) is not there"
        )
        let path = real(attachment.url)
        guard path.hasPrefix(real(folder) + "/"),
            let bytes = try? Descriptor.readRegularFile(
                path,
                limit: type.kind.byteLimit,
                followsLink: false
            ),
            type.matches(firstBytes: bytes)
        else { throw gone }
        return (bytes, mediaType)
    }

    private static let mediaTypes: [AttachmentType: String] = [
        .jpeg: "image/jpeg", .gif: "image/gif", .png: "image/png", .webP: "image/webp",
    ]
}
