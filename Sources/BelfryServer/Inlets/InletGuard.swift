// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryInlets
internal import BelfryModel
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Refuses what pages in a browser send, and answers every error in the form of the path.
///
/// No page may send here: those of other origins say so, and the inlet has none of its own.
struct InletGuard: RouterMiddleware {
    let metrics: ServerMetrics

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let response: Response
        do {
            let port = context.channel.localAddress?.port ?? 0
            try LoopbackCaller.checkHost(of: request, port)
            try LoopbackCaller.checkOrigin(of: request, port)
            response = try await next(request, context)
        } catch {
            let failure = InletError(error)
            if failure.status == 500 {
                context.logger.error(
                    "message failed",
                    metadata: ["path": "\(request.uri.path)", "error": "\(failure.message)"]
                )
            }
            response = Self.answer(failure, to: request)
        }
        metrics.count(response.status.code, of: context.endpointPath ?? "none")
        return response
    }

    /// Statuses of errors with their reason phrases, which one made of a number lacks.
    private static let statuses: [HTTPResponse.Status] = [
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .conflict,
        .contentTooLarge, .unsupportedMediaType, .misdirectedRequest, .unprocessableContent,
        .tooManyRequests, .requestHeaderFieldsTooLarge, .internalServerError, .serviceUnavailable,
    ]

    private static func answer(_ failure: InletError, to request: Request) -> Response {
        let status =
            Self.statuses.first { $0.code == failure.status }
            ?? HTTPResponse.Status(code: failure.status)
        let isGotify = ["/message", "/version"].contains(request.uri.path)
        var response = Response.json(
            isGotify ? failure.gotifyDocument(status.reasonPhrase) : failure.ntfyDocument,
            status: status
        )
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        if status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        if let seconds = failure.retrySeconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension InletError {
    /// What any error means to a sender.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as InletError: self = error
        case let error as CenterError where error.code == .attachment:
            self.init(40014, "invalid request: attachments not allowed: \(error.message)")
        case let error as CenterError where error.code == .limit:
            self.init(42901, "limit reached: \(error.message)")
        default:
            let failure = APIError(error)
            self.init(failure.status.code * 100 + 1, failure.message)
        }
    }
}
