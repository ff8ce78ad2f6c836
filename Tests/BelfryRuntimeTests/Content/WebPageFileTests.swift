// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct WebPageFileTests {
    private static func page(_ text: String) throws(PictureFault) -> WebPageFile {
        try WebPageFile(Array(text.utf8))
    }

    @Test(arguments: ["\r\n", "\n"])
    func `reads type, address and page`(end: String) throws {
        let header = [
            "content-TYPE:  text/html; charset=latin1", "X-Other: 1", "not a field",
            "Content-Location: https://a.example/b?c", "Content-Location: https://b.example",
        ]
        let page = try Self.page((header + ["", "<p>a\n\nb"]).joined(separator: end))
        #expect(page.type == "text/html; charset=latin1")
        #expect(page.address == "https://a.example/b?c")
        #expect(page.content == Array("<p>a\n\nb".utf8))
    }

    @Test(arguments: [
        "file:///etc/passwd", "javascript:alert(1)", "about:blank", "chrome://version", "httpx://a",
        "http:/a.example", "https://user:word@a.example/", "http://a.example\\@b.example/@", "",
        "HTTP", "http://a.example\u{1}/",
    ])
    func `takes no address but one of the web without a user`(address: String) throws {
        let page = try Self.page("Content-Type: text/html\nContent-Location: \(address)\n\n<p>")
        #expect(page.address == (address.hasSuffix("/@") ? address : nil))
    }

    @Test(arguments: [
        "", "\n", "\n\n", "<p>page", "Content-Type: text/html", "Content-Type: text/html\n",
        "Content-Type: image/svg+xml\n\n<svg>", "Content-Type: text/htmlx\n\n",
        "Content-Type:\n\n", "Content-Type: text/html\u{e9}\n\n<p>",
        "X: \(String(repeating: "x", count: 8192))\nContent-Type: text/html\n\n<p>",
    ])
    func `refuses what is no page`(text: String) {
        #expect(throws: PictureFault.self) { try Self.page(text) }
    }
}
