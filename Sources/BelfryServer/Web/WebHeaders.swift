// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import HTTPTypes
internal import Hummingbird

/// Says with every answer what a browser may do with it.
///
/// A page may load nothing from elsewhere, run no script but its own files, turn no text into markup,
/// and be put into no other page. No other page may load anything from here. An answer that has a
/// stricter policy of its own keeps it.
struct WebHeaders: RouterMiddleware {
    private static let fields: [(HTTPField.Name, String)] = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
            media-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; \
            require-trusted-types-for 'script'; trusted-types 'none'
            """
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        ("Cache-Control", "no-store"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.fields where response.headers[name] == nil {
            response.headers[name] = value
        }
        return response
    }
}
