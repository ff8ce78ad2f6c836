// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Testing
internal import WebKit

@testable internal import UIKit

@Suite("Pages without a browser")
@MainActor struct WebPageTests {
    private static let page = """
        <!DOCTYPE html><html><head><title>The  bell &amp; tower</title>
        <style>p > b { color: red }</style><script>if (1 < 2) { document.write("<p>no</p>") }</SCRIPT>
        </head><body><!-- <p>hidden --><h1>Rung&nbsp;at noon</h1>
        <p>for 5&#160;minutes,<br/>by <b>two</b> &#x266A; &lt;people&gt; &unknown; R&D</p></body></html>
        """

    @Test func `reads title and words, and nothing of scripts and styles`() {
        let text = HTMLText(Self.page)
        #expect(text.title == "The bell & tower")
        let words = ["Rung at noon", "for 5\u{a0}minutes,", "by two ♪ <people> &unknown; R&D"]
        #expect(text.text.split(separator: "\n").map(String.init) == words)
    }

    @Test(arguments: ["", "<", "<p", "&", "<script>", "<!--", "<title>", "&#xffffffffff;", "</"])
    func `reads what is no page`(_ text: String) {
        #expect(HTMLText(text).text.count < 20)
    }

    @Test func `reads a page as far as it is looked at`() {
        let text = HTMLText(String(repeating: "<p>word", count: 1 << 17))
        #expect(text.text.count == 4096)
        #expect(HTMLText(String(repeating: "<style>", count: 1 << 17)).text.isEmpty)
    }

    final class Listener: NSObject, WKNavigationDelegate, UIWebViewDelegate {
        private(set) var heard: [String] = []
        private var waiting: CheckedContinuation<Void, Never>?

        private func end(_ word: String) {
            heard.append(word)
            waiting?.resume()
            waiting = nil
        }

        func ending() async {
            guard heard.count < 2 else { return }
            await withCheckedContinuation { waiting = $0 }
        }

        func webView(_ webView: WKWebView, didStartProvisionalNavigation: WKNavigation!) {
            heard.append("start")
        }
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            end("finish \(webView.title ?? "nil")")
        }
        func webView(
            _ webView: WKWebView,
            didFailProvisionalNavigation navigation: WKNavigation!,
            withError error: any Error
        ) {
            end("fail")
        }
        func webViewDidStartLoad(_ webView: UIWebView) { heard.append("start") }
        func webViewDidFinishLoad(_ webView: UIWebView) { end("finish") }
    }

    private func texts(in view: UIView) -> [String] {
        let own = (view as? UILabel).flatMap { $0.isHidden ? nil : $0.text }
        return [own].compactMap(\.self) + view.subviews.flatMap(texts)
    }

    @Test func `shows a text's title, address and words`() async {
        let (view, listener) = (WKWebView(frame: .zero), Listener())
        view.navigationDelegate = listener
        let base = URL(string: "https://example.com/bell")
        view.loadHTMLString(Self.page, baseURL: base)
        #expect(view.isLoading)
        await listener.ending()
        #expect(listener.heard == ["start", "finish The bell & tower"])
        #expect(!view.isLoading)
        let shown = texts(in: view)
        #expect(shown.prefix(2) == ["The bell & tower", "https://example.com/bell"])
        #expect(shown.last?.hasPrefix("Rung at noon\nfor") == true)
    }

    @Test func `shows the newest of two pages alone`() async {
        let (view, listener) = (UIWebView(), Listener())
        view.loadHTMLString("<p>first", baseURL: nil)
        view.delegate = listener
        view.loadHTMLString("<p>second", baseURL: nil)
        await listener.ending()
        #expect(listener.heard == ["start", "finish"])
        #expect(texts(in: view).last == "second")
    }

    @Test func `shows a picture as it is, and says why a file cannot be shown`() async throws {
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent("web-page-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2))
        try renderer.pngData { _ in }.write(to: file)
        let (view, shown) = (WKWebView(frame: .zero), Listener())
        view.navigationDelegate = shown
        view.loadFileURL(file, allowingReadAccessTo: folder)
        await shown.ending()
        #expect(shown.heard == ["start", "finish nil"])
        let picture = view.subviews.compactMap { $0 as? UIImageView }.first
        #expect(picture?.image != nil)
        #expect(texts(in: view).isEmpty)

        let failed = Listener()
        view.navigationDelegate = failed
        view.load(URLRequest(url: folder.appendingPathComponent("nowhere-\(UUID().uuidString)")))
        await failed.ending()
        #expect(failed.heard == ["start", "fail"])
    }
}

@Suite("Pages that the host is told of", .serialized, StandInHost.Trait())
@MainActor struct ToldPageTests {
    /// Shows a page, and gives what the host is told of it.
    private func told(
        _ show: (WKWebView) -> Void
    ) async throws -> (source: bf_image_source?, file: String?) {
        let (view, listener) = (WKWebView(frame: .zero), WebPageTests.Listener())
        view.navigationDelegate = listener
        show(view)
        await listener.ending()
        let picture = try #require(view.subviews.compactMap { $0 as? UIImageView }.first)
        let told = StandInHost.view(picture)
        #expect(picture.isHidden == (told?.image == nil))
        return (
            told?.image?.source, told?.imageFile.map { String(decoding: $0, as: UTF8.self) }
        )
    }

    @Test func `gives the host the page, with its type and its address`() async throws {
        let text = try await told {
            $0.loadHTMLString("<p>Grün", baseURL: URL(string: "https://a.example/b"))
        }
        #expect(text.source == BF_IMAGE_PAGE)
        let header = "Content-Type: text/html; charset=utf-8\r\n"
        #expect(text.file == header + "Content-Location: https://a.example/b\r\n\r\n<p>Grün")
        let bare = try await told { $0.loadHTMLString("<p>", baseURL: nil) }
        #expect(bare.file == header + "\r\n<p>")
        let base = try #require(URL(string: "http://a.example"))
        let bytes = try await told {
            $0.load(
                Data("<p>".utf8),
                mimeType: "text/html",
                characterEncodingName: "latin1",
                baseURL: base
            )
        }
        #expect(bytes.file?.hasPrefix("Content-Type: text/html; charset=latin1\r\n") == true)
    }

    @Test func `gives the host no page for a text`() async throws {
        let base = try #require(URL(string: "http://a.example"))
        let text = try await told {
            $0.load(
                Data("<p>".utf8),
                mimeType: "text/plain",
                characterEncodingName: "utf-8",
                baseURL: base
            )
        }
        #expect(text.source == nil)
    }
}
