// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// Apps: installed, listed, removed.
extension CenterAPI {
    func addApps(to router: Router<APIContext>) {
        router.get("/v1/apps") { _, _ in
            let (apps, now) = try await center.perform { (try $0.transaction.apps(), $0.now) }
            return Response.json(["apps": .array(apps.map { .object(document(of: $0, at: now)) })])
        }
        router.post("/v1/apps") { request, _ in
            let body = try await APIObject(request, ["path"])
            let path = try body.required("path", try body.text("path"), "the app's directory")
            let (app, now) = try await install(path)
            return Response.json(.object(document(of: app, at: now)), status: .created)
        }
        router.get("/v1/apps/:app") { _, context in
            let identifier = try context.parameter("app")
            let (app, now) = try await center.perform { (try $0.app(identifier), $0.now) }
            return Response.json(.object(document(of: app, at: now)))
        }
        router.get("/v1/apps/:app/log") { _, context in
            let identifier = try context.parameter("app")
            let app = try await center.perform { try $0.app(identifier) }
            let bytes = try running.programs.output(of: app.identifier)
            return Response.json(["log": .string(String(decoding: bytes, as: UTF8.self))])
        }
        router.get("/v1/apps/:app/token") { _, context in
            let identifier = try context.parameter("app")
            let app = try await center.perform { try $0.app(identifier) }
            let token = try callers.tokens.token(of: app.identifier)
            return Response.json(["token": .string(token)])
        }
        router.delete("/v1/apps/:app") { _, context in
            let identifier = try context.parameter("app")
            try await apps.discard(identifier) {
                try await center.perform { try $0.removeApp(identifier) }
                running.end(identifier, except: nil)
                running.programs.forgetOutput(of: identifier)
                callers.tokens.discard(identifier)
            }
            return Response(status: .noContent)
        }
    }

    /// An app, and what its process does.
    private func document(of app: CenterApp, at now: UnixTime) -> JSONObject {
        var object = app.document(at: now)
        object["program"] = running.status(of: app).document
        return object
    }

    /// Copies an app into the daemon's own folder, then makes it known.
    ///
    /// - Parameter path: The app's directory.
    /// - Returns: The app, and when it was made known.
    /// - Throws: ``APIError`` for what is no app, ``CenterError`` where it cannot be installed.
    func install(_ path: String) async throws -> (app: CenterApp, now: UnixTime) {
        try await apps.take(path) { installed in
            let (app, now, isReplaced) = try await center.perform { turn in
                let known = try turn.transaction.app(installed.app.identifier)
                try installed.check(against: known)
                try turn.install(installed.app)
                let app = try turn.app(installed.app.identifier)
                return (app, turn.now, known?.digest != app.digest)
            }
            if isReplaced { running.end(app.identifier, except: app.digest) }
            await apps.keep(installed)
            return (app, now)
        }
    }
}
