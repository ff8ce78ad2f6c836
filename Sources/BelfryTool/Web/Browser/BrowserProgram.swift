// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The browser that draws pictures of the page: Chromium, under one of its names.
package struct BrowserProgram: Sendable {
    package let path: String

    private static let names = ["chromium", "chromium-browser", "google-chrome"]

    /// Looks for it in `PATH`.
    ///
    /// - Throws: ``ToolFailure`` where there is none, with the package that has it.
    package static func find(
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> BrowserProgram {
        for name in names {
            for folder in path.split(separator: ":") {
                let file = "\(folder)/\(name)"
                if FileManager.default.isExecutableFile(atPath: file) {
                    return BrowserProgram(path: file)
                }
            }
        }
        throw ToolFailure(
            "no Chromium is on PATH, which draws pictures of the page; install Debian's package: "
                + "apt-get install chromium fonts-liberation",
            .unavailable
        )
    }

    /// What it is started with: without a window, without a word to any server, in a profile of its own.
    func arguments(_ folder: BrowserFolder) -> [String] {
        let common = [
            "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(folder.profile)",
            "--no-first-run", "--no-default-browser-check", "--disable-gpu",
            "--disable-extensions", "--disable-sync", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-dev-shm-usage",
            "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--hide-scrollbars", "--mute-audio", "--force-color-profile=srgb",
            "--font-render-hinting=none", "--lang=en-US",
        ]
        // Its own sandbox refuses to be set up by root.
        return common + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["about:blank"]
    }
}
