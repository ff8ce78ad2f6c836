// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import BelfryRuntime
internal import Hummingbird

/// What an app's own process asks of its part of the centre: the calls of `UNUserNotificationCenter`.
///
/// No path names an app: who calls is found out, and nothing of another app can be asked for.
extension CenterAPI {
    func addCallers(to router: Router<APIContext>) {
        router.get("/v1/app") { request, context in
            let app = try await app(of: request, context).identifier
            // Which Focus is known, and which lets it through, is the user's business.
            let document = try await center.perform { turn in
                try turn.app(app).document(at: turn.now, on: nil)
            }
            return Response.json(.object(document))
        }
        router.get("/v1/app/settings") { request, context in
            let app = try await app(of: request, context).identifier
            let settings = try await center.perform { turn in
                NotificationSettings(try turn.app(app), at: turn.now)
            }
            return Response.json(try JSONValue.parse(settings.document))
        }
        router.post("/v1/app/authorization") { request, context in
            try await authorize(request, try await app(of: request, context).identifier)
        }
        addOwnRequests(to: router)
        addOwnNotifications(to: router)
        addReceipts(to: router)
        addOwnCategories(to: router)
        addOwnRegistration(to: router)
    }

    /// The installed app that a request comes from; where its process was launched for it, an App Clip
    /// may notify from now on.
    func app(of request: Request, _ context: APIContext) async throws -> CenterApp {
        let caller = try await callers.caller(of: request, context)
        let app = try await center.perform { try $0.app(caller.app) }
        guard caller.digest == nil || caller.digest == app.digest else {
            throw APIError(
                .forbidden,
                "identity",
                "process \(caller.process) runs a version of \(app.identifier.quoted) that was "
                    + "replaced; end it, and start the app again with belfry open \(app.identifier)"
            )
        }
        if app.isEphemeral == true, let launch = caller.launch {
            try await center.perform { try $0.noteLaunch(of: app.identifier, launch) }
        }
        return app
    }

    // MARK: Authorisation

    /// Asks the user, and waits a while for the answer; `granted` is null where there is none yet.
    private func authorize(_ request: Request, _ app: String) async throws -> Response {
        let body = try await APIObject(request, ["options"])
        let options = try (body.texts("options") ?? []).map { word in
            guard let option = Authorization.Option(rawValue: word) else {
                let known = Authorization.Option.allCases.map(\.rawValue.quoted)
                throw APIError.malformed(
                    "options has \(word.quoted); write some of \(known.joined(separator: ", "))"
                )
            }
            return option
        }
        let wanted = Set(options)
        let answer = try await answers.wait(for: app) {
            try await center.perform { try $0.requestAuthorization(wanted, for: app) }
        }
        return Response.json(["granted": answer.map { .bool($0) } ?? .null])
    }

    // MARK: Requests

    private func addOwnRequests(to router: Router<APIContext>) {
        router.get("/v1/app/requests") { request, context in
            let app = try await app(of: request, context).identifier
            let pending = try await center.perform { try $0.transaction.requests(of: app) }
            return Response.json(["requests": .array(pending.map(\.request.document))])
        }
        router.post("/v1/app/requests") { request, context in
            let app = try await app(of: request, context).identifier
            let bytes = try await request.bytes(limit: APIObject.byteLimit)
            let added = try NotificationRequest(document: bytes)
            try await engine.add([added], for: app)
            let warnings = await warnings(about: [added], of: app)
            guard !warnings.isEmpty else { return Response(status: .noContent) }
            return Response.json(["warnings": .array(warnings.map { .string($0) })])
        }
        router.delete("/v1/app/requests") { request, context in
            let app = try await app(of: request, context).identifier
            let body = try await APIObject(request, ["identifiers"])
            let identifiers = try body.texts("identifiers")
            _ = try await center.perform { try $0.removePending(identifiers, of: app) }
            return Response(status: .noContent)
        }
    }

    // MARK: Notifications

    private func addOwnNotifications(to router: Router<APIContext>) {
        router.get("/v1/app/notifications") { request, context in
            let app = try await app(of: request, context).identifier
            let entries = try await center.perform { turn in
                try turn.transaction.newestEntries(
                    of: app,
                    in: EntryState.delivered,
                    before: nil,
                    limit: Self.deliveredLimit
                )
            }
            let documents = entries.reversed().map(\.notification.document)
            return Response.json(["notifications": .array(documents)])
        }
        router.delete("/v1/app/notifications") { request, context in
            let app = try await app(of: request, context).identifier
            let body = try await APIObject(request, ["identifiers"])
            let identifiers = try body.texts("identifiers")
            _ = try await center.perform { try $0.removeDelivered(identifiers, of: app) }
            return Response(status: .noContent)
        }
    }

    /// Most notifications that an app is given of those in its list: the newest.
    private static let deliveredLimit = 1000

    // MARK: Categories and badge

    /// Names a version of an app's categories, so that of two that change them at once one is told
    /// (RFC 9110, 8.8.3 and 13.1.1).
    private static func tag(_ version: Int) -> String { "\"\(version)\"" }

    /// The version that a tag names; nil for `*`, which is any.
    private static func version(of tag: String) throws -> Int? {
        if tag == "*" { return nil }
        guard let version = Int(tag.dropFirst().dropLast()), self.tag(version) == tag else {
            throw APIError(
                .badRequest,
                "header",
                "If-Match is \(tag.quoted); send the ETag of GET /v1/app/categories"
            )
        }
        return version
    }

    private func addOwnCategories(to router: Router<APIContext>) {
        router.get("/v1/app/categories") { request, context in
            let app = try await app(of: request, context).identifier
            let known = try await center.perform { try $0.transaction.categories(of: app) }
            let documents = known.categories.map(\.document)
            var response = Response.json(["categories": .array(documents)])
            response.headers[.eTag] = Self.tag(known.version)
            return response
        }
        router.put("/v1/app/categories") { request, context in
            let app = try await app(of: request, context).identifier
            let bytes = try await request.bytes(limit: APIObject.byteLimit)
            let categories = try NotificationCategory.parse(document: bytes)
            let expected = try request.headers[.ifMatch].flatMap(Self.version(of:))
            let version: Int
            do {
                version = try await center.perform {
                    try $0.setCategories(categories, for: app, ifVersion: expected)
                }
            } catch let error as CenterError where error.code == .conflict {
                throw APIError(.preconditionFailed, "conflict", error.message)
            }
            return Response(status: .noContent, headers: [.eTag: Self.tag(version)])
        }
        router.patch("/v1/app/categories") { request, context in
            let app = try await app(of: request, context).identifier
            let body = try await APIObject(request, ["set", "remove"])
            let removed = try body.texts("remove") ?? []
            let categories = try body.value("set").map {
                try NotificationCategory.parse(document: $0.serialized())
            }
            let version = try await center.perform {
                try $0.mergeCategories(categories ?? [], removing: removed, for: app)
            }
            return Response(status: .noContent, headers: [.eTag: Self.tag(version)])
        }
        router.put("/v1/app/badge") { request, context in
            let app = try await app(of: request, context).identifier
            let body = try await APIObject(request, ["count"])
            let count = try body.integer("count", in: -1_000_000_000...1_000_000_000)
            let badge = try body.required("count", count, "a whole number")
            try await center.perform { try $0.setBadge(badge, askedBy: app) }
            return Response(status: .noContent)
        }
    }
}
