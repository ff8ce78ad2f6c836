// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOHTTP1

/// What every answer of the page's server says.
enum PageHeaders {
    /// Keeps the page to what is here.
    ///
    /// It may load nothing else, run no script but its own files, turn no text into markup, and be put
    /// into no other page. Its address, which has the token, goes nowhere.
    static let all: HTTPHeaders = [
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
        connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types 'none'
        """,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Frame-Options": "DENY",
    ]

    static let plainText = "text/plain; charset=utf-8"
}
