// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// What the page's files may not have in them.
@Suite struct PageFileTests {
    private static let folder = Repository.root.appendingPathComponent(
        "Sources/BelfryTool/Web/Page"
    )

    static let files: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).sorted()
    }()

    @Test(arguments: files)
    func `no text becomes markup or script`(_ name: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        for sink in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
            "DOMParser", "setHTML", "createContextualFragment", "srcdoc", "javascript:", "import(",
            "setTimeout(\"", "cssText", ".onclick", "onerror", "onload",
        ] {
            #expect(!text.contains(sink), "\(sink)")
        }
        if name.hasSuffix(".html") {
            #expect(!text.contains(/<script(?![^>]*\ssrc=)/), "a script in the page")
            #expect(
                !text.contains(/<style|\sstyle=|\son[a-z]+=/),
                "a style or a handler in the page"
            )
        }
        // Nothing is loaded from anywhere else; a namespace is no address.
        let addresses = text.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!addresses.contains(/https?:\/\/|url\(["']?\/\//))
    }
}
