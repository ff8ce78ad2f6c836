// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
@testable internal import BelfryPlot
internal import Testing

@Suite("Markup")
struct MarkupTests {
    @Test func `is text where text is meant, in elements and attributes`() {
        let markup = Markup("p", ["title": "a\"b<c>&'"]) { "<b>&amp;'\"" }
        #expect(
            markup.source
                == "<p title=\"a&quot;b&lt;c&gt;&amp;&#39;\">&lt;b&gt;&amp;amp;&#39;&quot;</p>"
        )
    }

    @Test func `shows what does not show as itself`() {
        #expect(Markup(text: "a\u{202e}b\u{1b}[1m\u{0}").source == "a\\u{202E}b\\u{1B}[1m\\0")
    }

    @Test func `leaves out attributes without a value, and ends what has an end`() {
        #expect(Markup("br").source == "<br>")
        #expect(Markup("td", ["class": nil]).source == "<td></td>")
    }

    @Test func `is written as statements`() {
        let isShown = false
        let markup = Markup("ul") {
            if isShown { "hidden" }
            ["a", "b"].map { name in Markup("li") { name } }
            "end"
        }
        #expect(markup.source == "<ul><li>a</li><li>b</li>end</ul>")
    }
}
