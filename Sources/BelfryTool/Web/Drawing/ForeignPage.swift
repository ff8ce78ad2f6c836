// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Synchronization

/// A page that others wrote, in a browser that is sealed off.
final class ForeignPage: Sendable {
    /// What the page is drawn for.
    struct Window: Sendable {
        /// Its size in points.
        let width: Int
        let height: Int

        /// Whether the page sees a dark appearance.
        let isDark: Bool
    }

    private let browser: Browser
    private let page: BrowserPage
    private let file: WebPageFile
    /// Whether the browser has the page itself.
    private let isServed = Atomic(false)

    /// How long what the page loads may take: it is drawn then as far as it has come.
    private static let loadTime = Duration.seconds(6)

    /// The address of a page that has none: a name that leads nowhere (RFC 6761).
    private static let noAddress = "http://\(noHost)/"
    private static let noHost = "page.invalid"

    /// Draws a page as it looks once it is loaded.
    ///
    /// The browser has it from us, as the answer to its address: no server is asked for it.
    ///
    /// - Parameters:
    ///   - file: The page.
    ///   - browser: A browser for it alone.
    ///   - window: What it is drawn for.
    /// - Returns: The picture, a PNG.
    /// - Throws: ``ToolFailure`` with what the browser says.
    static func draw(
        _ file: WebPageFile,
        in browser: Browser,
        _ window: Window
    ) async throws -> [UInt8] {
        let (width, height) = (window.width, window.height)
        let page = try await BrowserPage("about:blank", in: browser, width: width, height: height)
        try await page.resize(width: width, height: height, isPhone: true)
        try await page.setDark(window.isDark)
        return try await ForeignPage(browser: browser, page: page, file: file).draw()
    }

    private init(browser: Browser, page: BrowserPage, file: WebPageFile) {
        self.browser = browser
        self.page = page
        self.file = file
    }

    private func draw() async throws -> [UInt8] {
        try await browser.command("Browser.setDownloadBehavior", ["behavior": "deny"])
        try await page.command("Emulation.setScriptExecutionDisabled", ["value": true])
        try await browser.hearing { try await self.load(hearing: $0) }
        return try await page.picture()
    }

    private func load(hearing events: AsyncStream<BrowserEvent>) async throws {
        try await page.command("Page.enable")
        let documents: JSONValue = ["urlPattern": "*", "resourceType": "Document"]
        let icons: JSONValue = ["urlPattern": "*/favicon.ico", "resourceType": "Other"]
        try await page.command("Fetch.enable", ["patterns": .array([documents, icons])])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.answer(events) }
            group.addTask { try await Task.sleep(for: Self.loadTime) }
            defer { group.cancelAll() }
            let address = file.address ?? Self.noAddress
            let answer = try await page.command("Page.navigate", ["url": .string(address)])
            if let fault = answer["errorText"]?.string {
                throw ToolFailure("the browser cannot open the page: \(fault)", .unavailable)
            }
            try await group.next()
        }
    }

    /// Answers the browser until the page is loaded.
    private func answer(_ events: AsyncStream<BrowserEvent>) async throws {
        for await event in events where event.session == page.session {
            switch event.method {
            case "Fetch.requestPaused": try await serve(event.parameters)
            case "Page.loadEventFired": if isServed.load(ordering: .relaxed) { return }
            default: continue
            }
        }
    }

    /// Gives the browser the page; what it asks for after that, such as a frame, goes its way.
    private func serve(_ parameters: JSONObject) async throws {
        let request = parameters["requestId"] ?? .null
        guard parameters["resourceType"]?.string == "Document" else {
            // The icon of a window, which the browser wants by itself.
            let reason: JSONObject = ["requestId": request, "errorReason": "BlockedByClient"]
            try await page.command("Fetch.failRequest", reason)
            return
        }
        guard !isServed.exchange(true, ordering: .relaxed) else {
            try await page.command("Fetch.continueRequest", ["requestId": request])
            return
        }
        let type: JSONValue = ["name": "Content-Type", "value": .string(file.type)]
        try await page.command(
            "Fetch.fulfillRequest",
            [
                "requestId": request, "responseCode": 200, "responseHeaders": .array([type]),
                "body": .string(Data(file.content).base64EncodedString()),
            ]
        )
    }

    /// What is told of a proxy's decisions: all but refusals of what leads nowhere by the page's own word.
    ///
    /// The browser connects to nothing by itself, so what comes to the proxy is there for the page.
    ///
    /// - Parameter decisions: The decisions.
    /// - Returns: Those that are told.
    static func told(_ decisions: [EgressDecision]) -> [EgressDecision] {
        decisions.filter { $0.isAllowed || $0.host != noHost }
    }
}
