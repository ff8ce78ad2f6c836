// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import Hummingbird
internal import NIOCore

/// Apps' processes that listen, and what they acknowledge.
extension CenterAPI {
    func addRunning(to router: Router<APIContext>) {
        router.get("/v1/app/events") { request, context in
            let caller = try await callers.caller(of: request, context)
            let app = try await app(of: request, context)
            let (session, other) = running.connect(app.identifier, caller.process)
            guard let session else {
                throw APIError(
                    .conflict,
                    "conflict",
                    "\(app.identifier.quoted) runs already, as process \(other ?? 0), which is told "
                        + "what there is for it"
                )
            }
            do {
                // An update between the two above has not ended this conversation.
                _ = try await self.app(of: request, context)
            } catch {
                running.disconnect(session)
                throw error
            }
            // A process that is gone is noticed at once, not at the next sign of life.
            context.channel.closeFuture.whenComplete { _ in running.disconnect(session) }
            let stream = AppStream(
                center: center,
                running: running,
                session: session,
                patience: ReaderPatience(context.channel)
            )
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { try await stream.write(to: &$0) }
            )
        }
        router.post("/v1/app/responses/:sequence/acknowledgement") { request, context in
            let app = try await app(of: request, context).identifier
            let number = try context.sequence()
            try await center.perform { try $0.acknowledge(number, of: app) }
            return Response(status: .noContent)
        }
        router.post("/v1/app/notifications/:sequence/presentation") { request, context in
            let app = try await app(of: request, context).identifier
            let sequence = try context.sequence()
            let options = try await APIObject(request, ["options"]).texts("options") ?? []
            // Whatever it says: it does answer.
            running.questions.noteAnswer(of: app)
            try await answer(app, sequence, try Self.surfaces(options))
            return Response(status: .noContent)
        }
        router.post("/v1/apps/:app/open") { request, context in
            let identifier = try context.parameter("app")
            let body = try await APIObject(request, ["settings", "notification"])
            let isForSettings = try body.flag("settings") ?? false
            let sequence = try body.integer("notification", in: 1...9_007_199_254_740_991)
            return try await open(identifier, isForSettings: isForSettings, sequence)
        }
    }

    /// Shows a notification as its app says, which is in front.
    private func answer(_ app: String, _ sequence: Int, _ surfaces: Set<Surface>) async throws {
        let wasAsked = try await center.perform { turn in
            try turn.answerPresentation(of: sequence, by: app, .surfaces(surfaces))
        }
        guard wasAsked else {
            throw CenterError(
                .wrongState,
                "\(app.quoted) is not asked about a notification \(sequence), or has answered too late"
            )
        }
        running.questions.settle(sequence, of: app)
    }

    /// Reads Apple's presentation options: since iOS 14 an alert is a banner and the list.
    private static func surfaces(_ options: [String]) throws -> Set<Surface> {
        let known: [String: Set<Surface>] = [
            "badge": [.badge], "sound": [.sound], "alert": [.banner, .list], "list": [.list],
            "banner": [.banner],
        ]
        return try options.reduce(into: []) { surfaces, option in
            guard let some = known[option] else {
                let words = known.keys.sorted().map(\.quoted).joined(separator: ", ")
                throw APIError.malformed("options has \(option.quoted); write some of \(words)")
            }
            surfaces.formUnion(some)
        }
    }

    /// Brings an app to the front, and starts it where it does not run.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - isForSettings: Whether the user wants to see the app's own settings.
    ///   - sequence: The notification at which the user asked for them.
    /// - Returns: What became of it: it listens, or runs without listening so far.
    /// - Throws: ``CenterError`` for an app without settings of its own, or whose program cannot be
    ///   started or has ended at once.
    private func open(
        _ identifier: String,
        isForSettings: Bool,
        _ sequence: Int?
    ) async throws -> Response {
        let (app, entry) = try await center.perform { turn in
            let entry = try sequence.map { try turn.entry($0) }
            guard entry == nil || entry?.app == identifier else {
                throw CenterError(
                    .notFound,
                    "notification \(sequence ?? 0) is none of \(identifier.quoted)"
                )
            }
            return (try turn.app(identifier), entry)
        }
        guard !isForSettings || app.settings.providesAppNotificationSettings else {
            throw CenterError(
                .wrongState,
                "\(identifier.quoted) has no settings of its own: it has not asked for "
                    + "providesAppNotificationSettings"
            )
        }
        var object = JSONObject()
        object["notification"] = entry?.notification.document
        let notice = AppNotice(kind: "settings", object: object)
        if isForSettings, !running.keep(notice, for: identifier) {
            throw CenterError(
                .limit,
                "\(identifier.quoted) was asked for its settings too often and has not listened since; "
                    + "belfry log \(identifier) prints what it wrote"
            )
        }
        let opening = await running.open(app)
        if let refusal = Self.refusal(of: identifier, opening) {
            if isForSettings { _ = running.takeNotices(of: identifier) }
            throw refusal
        }
        try await center.perform { try $0.bringToFront(identifier) }
        return Response.json(["program": running.status(of: app).document])
    }

    /// Why an app was not opened; nil where it was.
    private static func refusal(
        of app: String,
        _ opening: RunningApps.Opening
    ) -> CenterError? {
        switch opening {
        case .listens, .runs: nil
        case .ended(let end):
            CenterError(
                .wrongState,
                "the program of \(app.quoted) has ended at once, with \(end.words); belfry log "
                    + "\(app) prints what it wrote"
            )
        case .absent:
            CenterError(
                .wrongState,
                "\(app.quoted) has no program that could be started: CFBundleExecutable in its "
                    + "Info.plist names none"
            )
        case .failed(let reason):
            CenterError(.wrongState, "the program of \(app.quoted) cannot be started: \(reason)")
        }
    }
}
