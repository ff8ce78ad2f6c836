// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// A page that stands alone: no script, nothing from elsewhere, and none of either could get in.
struct PageDocument {
    let title: String
    let body: Markup

    init(title: String, @MarkupBuilder body: () -> Markup) {
        self.title = title
        self.body = body()
    }

    /// The whole file.
    var text: String {
        let style = PageStyle()
        let policy =
            "default-src 'none'; style-src \(style.source); base-uri 'none'; form-action 'none'"
        let document = Markup("html", ["lang": "en"]) {
            Markup("head") {
                Markup("meta", ["charset": "utf-8"])
                Markup("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
                Markup(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"]
                )
                Markup("meta", ["name": "color-scheme", "content": "light dark"])
                Markup("meta", ["name": "referrer", "content": "no-referrer"])
                Markup("title") { title }
                Markup(style.sheet)
            }
            Markup("body") {
                Markup("main") { body }
            }
        }
        return "<!DOCTYPE html>\n" + document.source + "\n"
    }
}
