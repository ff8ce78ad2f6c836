// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird
internal import NIOPosix

/// The notification centre as a user sees it: what the page draws.
extension CenterAPI {
    func addCenter(to router: Router<APIContext>) {
        router.get("/v1/center") { request, _ in
            let clock = clock
            let most = CenterPicture.limit
            let limit = try request.number("limit", in: 1...most) ?? most
            let drawn = try await drawnCategories()
            let document = try await center.perform { turn in
                var document = try CenterPicture(turn, drawing: drawn).document(limit: limit)
                document["isClockVirtual"] = .bool(clock != nil)
                return document
            }
            return Response.json(.object(document))
        }
        router.get("/v1/center/list") { request, _ in
            let drawn = try await drawnCategories()
            return try await page(of: request, EntryState.delivered, drawing: drawn)
        }
        router.get("/v1/center/history") { request, _ in
            try await page(of: request, EntryState.ends)
        }
        router.get("/v1/notifications/:sequence/attachments/:attachment") { request, context in
            let sequence = try context.sequence()
            let identifier = try context.parameter("attachment")
            let entry = try await center.perform { try $0.entry(sequence) }
            guard
                let attachment = entry.shown.attachments.first(where: {
                    $0.identifier.isExactly(identifier)
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

    /// A page of the notifications that stand as a request asks, as far as they are of a kind.
    private func page(
        of request: Request,
        _ kind: Set<EntryState>,
        drawing drawn: [String: Set<String>] = [:]
    ) async throws -> Response {
        let before = try request.number("before", in: 1...Int.max)
        let limit = try request.number("limit", in: 1...200) ?? 50
        let app = try request.query("app")
        let states = try Self.states(try request.query("state")).intersection(kind)
        let documents = try await center.perform { turn in
            try CenterPicture(turn, drawing: drawn).page(
                of: app,
                in: states,
                before: before,
                limit: limit
            )
        }
        return Response.json(["notifications": .array(documents)])
    }

    /// The categories that content extensions draw, by their apps.
    func drawnCategories() async throws -> [String: Set<String>] {
        await contents.categories(of: try await center.perform { try $0.transaction.apps() })
    }
}
