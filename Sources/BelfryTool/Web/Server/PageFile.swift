// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing

extension PageFile {
    /// The files of the page of `belfry show` by their names in the page's folder; the page itself is the
    /// empty one.
    ///
    /// Those that are its own are in `Web/Page`, and in the tool itself: they are compiled in.
    static let shown: [String: PageFile] = drawing.merging([
        "": page(PackageResources.page_html),
        "icon.svg": picture(PackageResources.icon_svg),
        "page.css": style(PackageResources.page_css),
        "card.js": script(PackageResources.card_js),
        "connection.js": script(PackageResources.connection_js),
        "page.js": script(PackageResources.page_js),
    ]) { $1 }
}
