// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird
internal import NIOPosix

/// The notification centre as a user sees it: what the page draws.
extension CenterAPI {
    func addCenter(to router: Router<APIContext>) {
        router.get("/v1/center") { _, _ in
            let clock = clock
            let drawn = try await drawnCategories()
            let document = try await center.perform { turn in
                var document = try CenterPicture(turn, drawing: drawn).document
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
        router.get("/v1/notifications/:sequence/attachments/:attachment") { request, context in
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
            let file = try await NIOThreadPool.singleton.runIfActive {
                try AttachedFile(attachment, below: attachments)
            }
            return file.response(to: request, on: context.channel)
        }
    }

    /// The categories that content extensions draw, by their apps.
    func drawnCategories() async throws -> [String: Set<String>] {
        await contents.categories(of: try await center.perform { try $0.transaction.apps() })
    }
}
