// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import BelfryRuntime
internal import Hummingbird
internal import Logging

/// Apps: installed, listed, removed.
extension CenterAPI {
    func addApps(to router: Router<APIContext>) {
        router.get("/v1/apps") { _, _ in
            let apps = try await center.perform { turn in
                try turn.transaction.apps().map { (app: $0, document: try turn.document(of: $0)) }
            }
            let documents = apps.map { withProgram($0.document, of: $0.app) }
            return Response.json(["apps": .array(documents.map { .object($0) })])
        }
        router.post("/v1/apps") { request, context in
            let body = try await APIObject(request, ["path"])
            let path = try body.required("path", try body.text("path"), "the app's directory")
            let (app, document) = try await install(path, context.logger)
            return Response.json(.object(withProgram(document, of: app)), status: .created)
        }
        router.get("/v1/apps/:app") { _, context in
            let identifier = try context.parameter("app")
            let (app, document) = try await center.perform { turn in
                let app = try turn.app(identifier)
                return (app, try turn.document(of: app))
            }
            return Response.json(.object(withProgram(document, of: app)))
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
        router.delete("/v1/apps/:app") { request, context in
            try await remove(try context.parameter("app"), context)
            return Response(status: .noContent)
        }
    }

    /// Removes an app with all that it has: its files, what its extensions keep, and its token.
    private func remove(_ identifier: String, _ context: APIContext) async throws {
        try await apps.discard(identifier) {
            let all = try await center.perform { try $0.transaction.apps() }
            var lost: Set<String> = []
            if let app = all.first(where: { $0.identifier.isExactly(identifier) }) {
                lost = await apps.names(of: app).extensions
            }
            for other in all where !other.identifier.isExactly(identifier) {
                // Two apps may have one of its name since an earlier version.
                lost.subtract(await apps.names(of: other).extensions)
            }
            try await center.perform { try $0.removeApp(identifier) }
            running.end(identifier, except: nil)
            forgetTraces(of: identifier)
            await removeKept(of: lost, context.logger)
        }
    }

    /// An app's document with what its process does.
    private func withProgram(_ document: JSONObject, of app: CenterApp) -> JSONObject {
        var object = document
        object["program"] = running.status(of: app).document
        return object
    }

    /// Copies an app into the daemon's own folder, then makes it known.
    ///
    /// - Parameters:
    ///   - path: The app's directory.
    ///   - logger: What is told of files that cannot be removed.
    /// - Returns: The app as it was made known.
    /// - Throws: ``APIError`` for what is no app, ``CenterError`` where it cannot be installed, as beside
    ///   an app that has one of its identifiers.
    func install(
        _ path: String,
        _ logger: Logger
    ) async throws -> (app: CenterApp, document: JSONObject) {
        try await apps.take(path) { installed in
            let names = installed.names
            let (known, all) = try await center.perform { turn in
                let all = try turn.transaction.apps()
                return (try turn.transaction.app(names.app), all)
            }
            try installed.check(against: known)
            var others: [AppNames] = []
            for app in all where app.identifier != names.app {
                others.append(await apps.names(of: app))
            }
            try names.check(against: others)
            var former = AppNames(app: names.app, extensions: [])
            if let known {
                // Of a version that is not there, as after a backup was restored, or that cannot be read,
                // this is an update too.
                let old = await apps.names(of: known)
                former = apps.directory(of: known) != nil && old.isWhole ? old : names
            } else {
                // A daemon that was killed while it removed another app of the identifier has left that.
                forgetTraces(of: names.app)
            }
            // Whatever is there is of an app that was removed: a new extension begins without files.
            let fresh = names.extensions.subtracting(former.extensions)
            do {
                try await engine.host.removeKept(of: fresh.sorted())
            } catch {
                throw CenterError(
                    .storage,
                    "\(names.app) is not installed: what earlier extensions have kept cannot be removed, of "
                        + "\(fresh.sorted().joined(separator: " or ")): \(error)"
                )
            }
            let (app, document, isReplaced) = try await center.perform { turn in
                let known = try turn.transaction.app(installed.app.identifier)
                try turn.install(installed.app)
                let app = try turn.app(installed.app.identifier)
                return (app, try turn.document(of: app), known?.digest != app.digest)
            }
            if isReplaced { running.end(app.identifier, except: app.digest) }
            // What was claimed before the new version was known has begun by now, and is counted.
            await apps.keep(installed) { engine.isAtWork(in: $0) }
            var lost = former.extensions.subtracting(names.extensions)
            for other in others { lost.subtract(other.extensions) }
            await removeKept(of: lost, logger)
            return (app, document)
        }
    }

    /// Removes what is kept of an app outside the ledger: what its program wrote, and its token.
    private func forgetTraces(of identifier: String) {
        running.programs.forgetOutput(of: identifier)
        callers.tokens.discard(identifier)
    }

    /// Removes what extensions keep for themselves, as their apps are gone, or do not have them.
    private func removeKept(of extensions: Set<String>, _ logger: Logger) async {
        do {
            try await engine.host.removeKept(of: extensions.sorted())
        } catch {
            logger.error(
                "what extensions keep cannot be removed",
                metadata: [
                    "extensions": "\(extensions.sorted().joined(separator: " "))",
                    "error": "\(error)",
                ]
            )
        }
    }
}
