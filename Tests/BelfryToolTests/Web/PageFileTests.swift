// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// What the files of pages may not have in them: of the tool's, of the daemon's, and of what both draw
/// views with.
@Suite struct PageFileTests {
    private static let folders = [
        "Sources/BelfryTool/Web/Page", "Sources/BelfryDrawing/Scripts",
        "Sources/BelfryServer/Web/Page",
    ]

    static let files: [String] = folders.flatMap { folder in
        let path = Repository.root.appendingPathComponent(folder).path
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        return (names ?? []).sorted().map { "\(folder)/\($0)" }
    }

    @Test(arguments: files)
    func `no text becomes markup or script`(_ name: String) throws {
        let text = try String(
            contentsOf: Repository.root.appendingPathComponent(name),
            encoding: .utf8
        )
        for sink in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
            "DOMParser", "setHTML", "createContextualFragment", "srcdoc", "javascript:",
            "setTimeout(\"", "cssText", ".onclick", "onerror", "onload",
        ] {
            #expect(!text.contains(sink), "\(sink)")
        }
        #expect(
            !text.contains(/import\((?!"\.\/[a-z]+\.js"\))/),
            "a script by a name that is not written there"
        )
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
