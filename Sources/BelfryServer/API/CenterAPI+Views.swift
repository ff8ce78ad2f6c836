// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryDrawing
internal import BelfryModel
internal import BelfryRuntime
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Notifications that their content extensions draw, while a page shows them.
extension CenterAPI {
    func addViews(to router: Router<APIContext>) {
        router.get("/v1/notifications/:sequence/view") { request, context in
            let view = try await open(request, context)
            let stream = ViewStream(view: view, channel: context.channel)
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    // A page that is closed is noticed at once, and not by the next thing that it is sent.
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await stream.write(to: &writer)
                    } onInboundClosed: {
                        view.end()
                    }
                }
            )
        }
        router.post("/v1/views/:view/input") { request, context in
            let view = try views.view(try context.parameter("view"), of: viewer(request, context))
            let bytes = try await request.bytes(limit: Self.inputByteLimit)
            let input: ContentInput
            do {
                input = try DrawnInput.read(bytes)
            } catch {
                throw APIError.malformed("the body is no input; belfry help WebCenter names them")
            }
            try await checkLock(input, view)
            view.outcome.noteUse()
            let refusal = await view.session.perform(input)
            // What the extension answers is kept before the user is told that it was done. Meanwhile the view
            // stays, even if the page goes.
            let snapshot =
                input.isResponse
                ? await view.session.settled() : await view.session.snapshot()
            try await keep(snapshot, of: view)
            let revision = "\(snapshot.revision)"
            var response = Response(status: .noContent)
            if let refusal { response = APIError(.conflict, "refused", refusal).response }
            if let name = HTTPField.Name("Belfry-Revision") { response.headers[name] = revision }
            return response
        }
        router.get("/v1/views/:view/pictures/:picture") { request, context in
            let view = try views.view(try context.parameter("view"), of: viewer(request, context))
            guard let picture = await view.session.picture(try context.parameter("picture")),
                DrawnPicture.mediaTypes.contains(picture.mediaType)
            else { throw APIError(.notFound, "not_found", "the view shows no such picture") }
            return Response(
                status: .ok,
                headers: [
                    .contentType: picture.mediaType,
                    .contentSecurityPolicy: AttachedFile.securityPolicy,
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes))
            )
        }
    }

    /// Most bytes of what says what the user does.
    private static let inputByteLimit = 64 * 1024

    /// Has a notification's extension begin to draw it.
    private func open(_ request: Request, _ context: APIContext) async throws -> OpenView {
        let sequence = try context.sequence()
        let width = try request.number("width", in: 200...800) ?? 359
        let isDark = try request.query("appearance") == "dark"
        let plan = try await center.perform {
            try ViewPlan(of: sequence, in: $0, width: width, isDark: isDark)
        }
        let place = try views.take(for: viewer(request, context))
        do {
            let category = plan.content.categoryIdentifier
            guard let bundle = try await contents.bundle(for: category, of: plan.app) else {
                throw APIError(
                    .unprocessableContent,
                    "no_extension",
                    "no content extension of \(plan.app.identifier) draws the category "
                        + category.quoted
                )
            }
            let session = try await engine.host.open(
                plan.notification,
                in: bundle,
                options: plan.options
            )
            let outcome = ViewOutcome(
                of: sequence,
                UserActions(center: center, apps: apps),
                context.logger
            )
            let view = OpenView(of: sequence, session, outcome, in: place)
            views.admit(view)
            return view
        } catch let error as ContentSessionError {
            throw APIError(.unprocessableContent, "content", error.description)
        } catch let error as ContentChoiceError {
            throw APIError(.unprocessableContent, "content", error.description)
        }
    }

    /// Hands on what the extension has let through.
    ///
    /// - Throws: ``CenterError`` where the disk is full; it is handed on as soon as there is room.
    private func keep(_ snapshot: ContentSnapshot, of view: OpenView) async throws {
        do {
            try await view.outcome.handOn(snapshot)
        } catch let error as CenterError where error.isPassing {
            Task { await view.outcome.take(snapshot) }
            throw error
        } catch {
            // The notification has left the list meanwhile: there is nothing to respond to.
        }
    }

    /// Refuses an action that is for an unlocked device alone, by the app's category or by what the
    /// extension shows: it may have made actions of its own, under the same names.
    private func checkLock(_ input: ContentInput, _ view: OpenView) async throws {
        guard case .action(let action, _) = input else { return }
        let shown = await view.session.snapshot().actions
        let isRefused = try await center.perform { turn in
            guard try turn.transaction.device().lock != .unlocked,
                let entry = try turn.transaction.entry(view.sequence)
            else { return false }
            return try (shown + turn.actions(of: entry)).contains {
                $0.identifier.isExactly(action) && $0.options.contains(.authenticationRequired)
            }
        }
        guard isRefused else { return }
        throw APIError(
            .conflict,
            "wrong_state",
            "the action \(action.quoted) is for an unlocked device; unlock it first"
        )
    }

    /// Whose page asks: a browser's session, or nobody in particular with the token.
    func viewer(_ request: Request, _ context: APIContext) -> String {
        guard !context.isLocal, request.headers[.authorization] == nil else { return "" }
        return web.session(of: request, port: context.channel.localAddress?.port ?? 0) ?? ""
    }
}

extension ContentInput {
    /// Whether the extension is asked what becomes of it.
    fileprivate var isResponse: Bool {
        switch self {
        case .action, .open, .dismiss: true
        default: false
        }
    }
}
