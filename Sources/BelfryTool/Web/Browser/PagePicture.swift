// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryRuntime

/// Draws expanded notifications as the page does, into pictures: by a browser without a window.
package struct PagePicture: Sendable {
    /// Whether the picture is of dark appearance.
    package var isDark: Bool

    private let program: BrowserProgram

    /// - Throws: ``ToolFailure`` where there is no browser.
    package init(isDark: Bool = false) throws {
        self.isDark = isDark
        program = try BrowserProgram.find()
    }

    /// Draws what a stage shows when no callback is under way.
    ///
    /// - Parameter stage: The stage; nothing is done to it.
    /// - Returns: A PNG, two pixels to a point.
    /// - Throws: ``ToolFailure`` where the browser does not start or does not draw.
    package func draw(_ stage: any ContentStage) async throws -> [UInt8] {
        try await draw(await stage.settled(), picturesOf: stage)
    }

    /// Draws a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: What is drawn.
    ///   - stage: Has its pictures.
    /// - Returns: A PNG, two pixels to a point.
    /// - Throws: ``ToolFailure`` where the browser does not start or does not draw.
    package func draw(
        _ snapshot: ContentSnapshot,
        picturesOf stage: any ContentStage
    ) async throws -> [UInt8] {
        try await PageServer.serve(StillStage(snapshot, picturesOf: stage)) { server in
            let (address, isDark) = (server.address + "?still", isDark)
            return try await Browser.run(program) { browser in
                let width = Int(snapshot.width.rounded(.up)) + 48
                let page = try await BrowserPage(address, in: browser, width: width, height: 800)
                try await page.setDark(isDark)
                try await page.wait(
                    until: "document.documentElement.dataset.revision !== undefined"
                )
                try await page.wait(until: "[...document.images].every((image) => image.complete)")
                // As high as it is, so that what is behind it is behind all of it.
                let measured = try await page.evaluate(
                    "Math.ceil(document.querySelector('main').getBoundingClientRect().height)"
                )
                if case .number(let number) = measured, let height = number.int {
                    try await page.resize(width: width, height: height)
                }
                return try await page.picture(of: "main")
            }
        }
    }
}

/// One snapshot that nothing can be done to.
private struct StillStage: ContentStage {
    private let still: ContentSnapshot
    private let pictures: any ContentStage

    init(_ snapshot: ContentSnapshot, picturesOf stage: any ContentStage) {
        still = snapshot
        pictures = stage
    }

    func snapshot() async -> ContentSnapshot { still }

    func snapshots() async -> AsyncStream<ContentSnapshot> {
        AsyncStream { continuation in
            continuation.yield(still)
            continuation.finish()
        }
    }

    func perform(_ input: ContentInput) async -> String? { "a picture takes no input" }

    func settled() async -> ContentSnapshot { still }

    func picture(_ name: String) async -> (bytes: [UInt8], mediaType: String)? {
        await pictures.picture(name)
    }
}
