// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A file that the page is made of: the same for everybody, with nothing secret in it.
///
/// The files are in `Web/Page`, and in the daemon itself: they are compiled in.
struct WebFile: Sendable {
    let bytes: [UInt8]
    let mediaType: String

    /// The page.
    static let page = WebFile(
        bytes: PackageResources.page_html,
        mediaType: "text/html; charset=utf-8"
    )

    /// The page's parts by their names below ``folder``.
    static let all: [String: WebFile] = [
        "icon.svg": WebFile(bytes: PackageResources.icon_svg, mediaType: "image/svg+xml"),
        "page.css": style(PackageResources.page_css),
        "cards.css": style(PackageResources.cards_css),
        "page.js": script(PackageResources.page_js),
        "connection.js": script(PackageResources.connection_js),
        "elements.js": script(PackageResources.elements_js),
        "list.js": script(PackageResources.list_js),
        "card.js": script(PackageResources.card_js),
        "explanation.js": script(PackageResources.explanation_js),
        "apps.js": script(PackageResources.apps_js),
        "controls.js": script(PackageResources.controls_js),
        "device.js": script(PackageResources.device_js),
        "dismissals.js": script(PackageResources.dismissals_js),
        "push.js": script(PackageResources.push_js),
        "regions.js": script(PackageResources.regions_js),
        "search.js": script(PackageResources.search_js),
        "shelf.js": script(PackageResources.shelf_js),
    ]

    /// Where the parts are.
    static let folder = "/page/"

    /// Whether a path is the page's or that of a part.
    static func isNamed(by path: String) -> Bool { path == "/" || path.hasPrefix(folder) }

    private static func style(_ bytes: [UInt8]) -> WebFile {
        WebFile(bytes: bytes, mediaType: "text/css; charset=utf-8")
    }

    private static func script(_ bytes: [UInt8]) -> WebFile {
        WebFile(bytes: bytes, mediaType: "text/javascript; charset=utf-8")
    }
}
