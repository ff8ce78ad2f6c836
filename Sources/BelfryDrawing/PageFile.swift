// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A file that a page is made of: the same for everybody, with nothing secret in it.
package struct PageFile: Sendable {
    package let bytes: [UInt8]
    package let mediaType: String

    package init(bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
    }

    /// A page itself.
    package static func page(_ bytes: [UInt8]) -> PageFile {
        PageFile(bytes: bytes, mediaType: "text/html; charset=utf-8")
    }

    /// A style sheet of a page.
    package static func style(_ bytes: [UInt8]) -> PageFile {
        PageFile(bytes: bytes, mediaType: "text/css; charset=utf-8")
    }

    /// A module of a page's program.
    package static func script(_ bytes: [UInt8]) -> PageFile {
        PageFile(bytes: bytes, mediaType: "text/javascript; charset=utf-8")
    }

    /// A picture of a page's own, which can be drawn at any size.
    package static func picture(_ bytes: [UInt8]) -> PageFile {
        PageFile(bytes: bytes, mediaType: "image/svg+xml")
    }

    /// What draws an extension's views, by the names that a page has these files by.
    ///
    /// They are in `Scripts`, and in each program with a page: they are compiled in.
    package static let drawing: [String: PageFile] = [
        "drawing/actions.js": script(PackageResources.actions_js),
        "drawing/element.js": script(PackageResources.element_js),
        "drawing/fields.js": script(PackageResources.fields_js),
        "drawing/focus.js": script(PackageResources.focus_js),
        "drawing/inputs.js": script(PackageResources.inputs_js),
        "drawing/kinds.js": script(PackageResources.kinds_js),
        "drawing/media.js": script(PackageResources.media_js),
        "drawing/picture.js": script(PackageResources.picture_js),
        "drawing/style.js": script(PackageResources.style_js),
        "drawing/symbols.js": script(PackageResources.symbols_js),
        "drawing/text.js": script(PackageResources.text_js),
        "drawing/views.css": style(PackageResources.views_css),
        "drawing/views.js": script(PackageResources.views_js),
    ]
}
