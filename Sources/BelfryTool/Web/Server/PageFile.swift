// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A file that the page is made of: the same for every notification.
///
/// The files are in `Web/Page`, and in the tool itself: they are compiled in.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let mediaType: String

    /// The files by their names in the page's folder; the page itself is the empty one.
    static let all: [String: PageFile] = [
        "": PageFile(bytes: PackageResources.page_html, mediaType: "text/html; charset=utf-8"),
        "icon.svg": PageFile(bytes: PackageResources.icon_svg, mediaType: "image/svg+xml"),
        "page.css": style(PackageResources.page_css),
        "views.css": style(PackageResources.views_css),
        "actions.js": script(PackageResources.actions_js),
        "card.js": script(PackageResources.card_js),
        "connection.js": script(PackageResources.connection_js),
        "fields.js": script(PackageResources.fields_js),
        "focus.js": script(PackageResources.focus_js),
        "kinds.js": script(PackageResources.kinds_js),
        "page.js": script(PackageResources.page_js),
        "picture.js": script(PackageResources.picture_js),
        "style.js": script(PackageResources.style_js),
        "symbols.js": script(PackageResources.symbols_js),
        "text.js": script(PackageResources.text_js),
        "views.js": script(PackageResources.views_js),
    ]

    private static func style(_ bytes: [UInt8]) -> PageFile {
        PageFile(bytes: bytes, mediaType: "text/css; charset=utf-8")
    }

    private static func script(_ bytes: [UInt8]) -> PageFile {
        PageFile(bytes: bytes, mediaType: "text/javascript; charset=utf-8")
    }
}
