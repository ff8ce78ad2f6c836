// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTool
internal import EndToEndSupport
internal import Foundation

/// The views of the fixture `SwiftMetrics`, each drawn once for all tests.
actor PhoneScreens {
    /// What one view looks like.
    struct Shot {
        let isDark: Bool
        let pixels: Pixels
    }

    static let drawn = PhoneScreens()

    private static let views = [
        "texts", "rows", "settings", "controls", "buttons", "fields", "card", "bars", "tiles",
        "colors", "chat", "drawing", "scrolled", "symbols", "film",
    ]

    private var drawing: Task<[String: [Shot]], any Error>?

    /// A view at one and at two pixels to a point, on a light and on a dark screen.
    func shots(of view: String) async throws -> [Shot] {
        let task = drawing ?? Task { try await Self.drawAll() }
        drawing = task
        return try await task.value[view] ?? []
    }

    private static func drawAll() async throws -> [String: [Shot]] {
        let workshop = try Workshop()
        let build = try await ToolBuild(fixture: "SwiftMetrics", in: workshop.folder)
        let bundle = try ExtensionBundle(at: build.path)
        let host = try workshop.host()
        let shots = try await Browser.run(try BrowserProgram.find()) { browser in
            var shots: [String: [Shot]] = [:]
            let reader = try await BrowserPage("about:blank", in: browser, width: 10, height: 10)
            for view in views {
                for isDark in [false, true] {
                    let session = try await open(view, isDark: isDark, in: bundle, on: host)
                    let pictures = try await draw(session, isDark: isDark, in: browser)
                    for (scale, picture) in pictures {
                        let name = "phone-\(view)-\(isDark ? "dark" : "light")@\(scale)x.png"
                        try Artefact.keep(picture, as: name)
                        let pixels = try await Pixels(picture, scale: scale, in: reader)
                        shots[view, default: []].append(Shot(isDark: isDark, pixels: pixels))
                    }
                    _ = await session.close()
                }
            }
            return shots
        }
        await host.shutdown()
        return shots
    }

    private static func open(
        _ view: String,
        isDark: Bool,
        in bundle: ExtensionBundle,
        on host: ExtensionHost
    ) async throws -> ContentSession {
        let payload = #"{"aps":{"alert":{"title":"A"},"category":"metrics"},"view":"\#(view)"}"#
        let push = RunRequest.push(try PushPayload.parse(Array(payload.utf8)), identifier: view)
        var options = ContentSession.Options()
        options.isDark = isDark
        let notification = ContentSession.Notification(push)
        let session = try await host.open(notification, in: bundle, options: options)
        _ = await session.settled()
        return session
    }

    /// The pictures of the extension's own view, by how many pixels a point has.
    private static func draw(
        _ session: ContentSession,
        isDark: Bool,
        in browser: Browser
    ) async throws -> [(scale: Int, picture: [UInt8])] {
        try await PageServer.serve(session) { server in
            let address = server.address + "?still"
            var pictures: [(scale: Int, picture: [UInt8])] = []
            for scale in [1, 2] {
                let page = try await BrowserPage(
                    address,
                    in: browser,
                    width: 500,
                    height: 900,
                    scale: scale
                )
                try await page.setDark(isDark)
                try await page.wait(
                    until: "document.documentElement.dataset.revision !== undefined"
                )
                try await page.wait(until: "[...document.images].every((image) => image.complete)")
                pictures.append((scale, try await page.picture(of: "#stage")))
                try await page.close()
            }
            return pictures
        }
    }
}
