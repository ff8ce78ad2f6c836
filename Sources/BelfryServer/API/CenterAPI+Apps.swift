// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// Apps: installed, listed, removed.
extension CenterAPI {
    func addApps(to router: Router<APIContext>) {
        router.get("/v1/apps") { _, _ in
            let apps = try await center.perform { try $0.transaction.apps() }
            return Response.json(["apps": .array(apps.map { .object(document(of: $0)) })])
        }
        router.post("/v1/apps") { request, _ in
            let body = try await APIObject(request, ["path"])
            let path = try body.required("path", try body.text("path"), "the app's directory")
            let app = try await install(path)
            return Response.json(.object(document(of: app)), status: .created)
        }
        router.get("/v1/apps/:app") { _, context in
            let identifier = try context.parameter("app")
            let app = try await center.perform { try $0.app(identifier) }
            return Response.json(.object(document(of: app)))
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
    private func document(of app: CenterApp) -> JSONObject {
        var object = app.document
        object["program"] = running.status(of: app).document
        return object
    }

    /// Copies an app into the daemon's own folder, then makes it known.
    func install(_ path: String) async throws -> CenterApp {
        try await apps.take(path) { installed in
            let (app, isReplaced) = try await center.perform { turn in
                let known = try turn.transaction.app(installed.app.identifier)
                try installed.check(against: known)
                try turn.install(installed.app)
                let app = try turn.app(installed.app.identifier)
                return (app, known?.digest != app.digest)
            }
            if isReplaced { running.end(app.identifier, except: app.digest) }
            await apps.keep(installed)
            return app
        }
    }
}
