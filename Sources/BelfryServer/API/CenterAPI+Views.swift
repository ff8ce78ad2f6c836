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
            let stream = ViewStream(
                view: view,
                outcome: ViewOutcome(
                    of: view.sequence,
                    UserActions(center: center, apps: apps),
                    context.logger
                ),
                channel: context.channel
            )
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
            let refusal = await view.session.perform(input)
            let revision = "\(await view.session.snapshot().revision)"
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
            let view = OpenView(of: sequence, session, in: place)
            views.admit(view)
            return view
        } catch let error as ContentSessionError {
            throw APIError(.unprocessableContent, "content", error.description)
        } catch let error as ContentChoiceError {
            throw APIError(.unprocessableContent, "content", error.description)
        }
    }

    /// Refuses an action that is for an unlocked device alone.
    private func checkLock(_ input: ContentInput, _ view: OpenView) async throws {
        guard case .action(let action, _) = input else { return }
        let actions = await view.session.snapshot().actions
        guard let shown = actions.first(where: { $0.identifier == action }),
            shown.options.contains(.authenticationRequired),
            try await center.perform({ try $0.transaction.device().lock }) != .unlocked
        else { return }
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
