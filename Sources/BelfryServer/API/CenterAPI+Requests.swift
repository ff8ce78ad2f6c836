// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import Hummingbird

/// Local requests: added, listed, removed.
extension CenterAPI {
    func addRequests(to router: Router<APIContext>) {
        router.get("/v1/requests") { request, _ in
            let app = try request.query("app")
            let pending = try await center.perform { try $0.transaction.requests(of: app) }
            return Response.json(["requests": .array(pending.map { .object($0.document) })])
        }
        router.post("/v1/apps/:app/requests") { request, context in
            let app = try context.parameter("app")
            let requests = try Self.requests(try await request.bytes(limit: APIObject.byteLimit))
            try await engine.add(requests, for: app)
            let names = requests.map { JSONValue.string($0.identifier) }
            var answer: JSONObject = ["added": .array(names)]
            let warnings = await warnings(about: requests, of: app)
            if !warnings.isEmpty { answer["warnings"] = .array(warnings.map { .string($0) }) }
            return Response.json(.object(answer), status: .created)
        }
        router.delete("/v1/apps/:app/requests/:request") { _, context in
            let app = try context.parameter("app")
            let identifier = try context.parameter("request")
            let removed = try await center.perform { turn in
                _ = try turn.app(app)
                return try turn.removePending([identifier], of: app)
            }
            guard !removed.isEmpty else {
                throw APIError(
                    .notFound,
                    "not_found",
                    "\(app.quoted) has no pending request \(identifier.quoted)"
                )
            }
            return Response(status: .noContent)
        }
    }

    /// What is not as its author will want it, though the requests are added: categories that the app
    /// has not registered give them no actions.
    ///
    /// Where the centre cannot say, there is none: an error would say that nothing was added.
    func warnings(about requests: [NotificationRequest], of app: String) async -> [String] {
        // Most name none.
        guard requests.contains(where: { !$0.content.categoryIdentifier.isEmpty }) else {
            return []
        }
        guard
            let registered = try? await center.perform({ try $0.transaction.categories(of: app) })
        else { return [] }
        return requests.compactMap { request in
            let name = request.content.categoryIdentifier
            guard !name.isEmpty, registered.category(name) == nil else { return nil }
            return
                "request \(request.identifier.quoted) has the category \(name.quoted), which the app "
                + "has not registered: it has no actions unless the app does so before it is shown"
        }
    }

    /// Reads one request document, or an array of them.
    private static func requests(_ bytes: [UInt8]) throws -> [NotificationRequest] {
        let value = try JSONValue.parse(bytes)
        guard case .array(let elements) = value else {
            return [try NotificationRequest(document: bytes)]
        }
        guard (1...Self.requestLimit).contains(elements.count) else {
            throw APIError.malformed(
                "the body has \(elements.count) requests; write 1 to \(Self.requestLimit)"
            )
        }
        return try elements.enumerated().map { index, element in
            do throws(CenterDocumentError) {
                return try NotificationRequest(document: element.serialized())
            } catch {
                throw APIError.malformed("request \(index): \(error.description)")
            }
        }
    }

    private static let requestLimit = 64
}
