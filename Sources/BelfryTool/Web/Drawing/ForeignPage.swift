// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import Foundation
internal import Synchronization

/// A page as a browser drew it.
struct DrawnPage: Sendable {
    /// The picture.
    let png: [UInt8]

    /// The origins that the page asked for something, the page itself not counted.
    let origins: Set<String>
}

/// A page that others wrote, in a browser that is sealed off.
final class ForeignPage: Sendable {
    /// What the page is drawn for.
    struct Window {
        /// Its size in points.
        let width: Int
        let height: Int

        /// Whether the page sees a dark appearance.
        let isDark: Bool
    }

    private let browser: Browser
    private let page: BrowserPage
    private let file: WebPageFile
    private let requests = Mutex(Requests())

    /// What the page asked for.
    private struct Requests {
        /// Whether the browser has asked for the page itself, and whether it has it.
        var isAsked = false
        var isServed = false
        var origins: Set<String> = []
    }

    /// How long what the page loads may take: it is drawn then as far as it has come.
    private static let loadTime = Duration.seconds(6)

    /// The address of a page that has none: a name that leads nowhere (RFC 6761).
    private static let noAddress = "http://page.invalid/"

    /// Draws a page as it looks once it is loaded.
    ///
    /// The browser has it from us, as the answer to its address: no server is asked for it.
    ///
    /// - Parameters:
    ///   - file: The page.
    ///   - browser: A browser for it alone.
    ///   - window: What it is drawn for.
    /// - Returns: The picture, and what the page asked for.
    /// - Throws: ``ToolFailure`` with what the browser says.
    static func draw(
        _ file: WebPageFile,
        in browser: Browser,
        _ window: Window
    ) async throws -> DrawnPage {
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

    private func draw() async throws -> DrawnPage {
        try await browser.command("Browser.setDownloadBehavior", ["behavior": "deny"])
        try await page.command("Emulation.setScriptExecutionDisabled", ["value": true])
        try await page.command("Page.enable")
        try await page.command("Network.enable")
        let documents: JSONValue = ["urlPattern": "*", "resourceType": "Document"]
        try await page.command("Fetch.enable", ["patterns": .array([documents])])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.answer() }
            group.addTask { try await Task.sleep(for: Self.loadTime) }
            defer { group.cancelAll() }
            let address = file.address ?? Self.noAddress
            let answer = try await page.command("Page.navigate", ["url": .string(address)])
            if let fault = answer["errorText"]?.string {
                throw ToolFailure("the browser cannot open the page: \(fault)", .unavailable)
            }
            try await group.next()
        }
        return DrawnPage(
            png: try await page.picture(),
            origins: requests.withLock { $0.origins }
        )
    }

    /// Answers the browser until the page is loaded.
    private func answer() async throws {
        for await event in browser.events where event.session == page.session {
            switch event.method {
            case "Fetch.requestPaused": try await serve(event.parameters["requestId"] ?? .null)
            case "Network.requestWillBeSent": note(event.parameters)
            case "Page.loadEventFired": if requests.withLock({ $0.isServed }) { return }
            default: continue
            }
        }
    }

    /// Gives the browser the page; what it asks for after that, such as a frame, goes its way.
    private func serve(_ request: JSONValue) async throws {
        let isFirst = requests.withLock { requests in
            defer { requests.isServed = true }
            return !requests.isServed
        }
        guard isFirst else {
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

    private func note(_ parameters: JSONObject) {
        let address = parameters["request"]?.object?["url"]?.string
        requests.withLock { requests in
            // The first is the page itself.
            guard requests.isAsked else { return requests.isAsked = true }
            if let origin = address.flatMap(Self.origin) { requests.origins.insert(origin) }
        }
    }

    /// The origin of an address as a manifest lists it; nil for one that no server has.
    private static func origin(of address: String) -> String? {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme,
            let host = parts.host, !host.isEmpty, !host.hasSuffix(".invalid")
        else { return nil }
        let usual = ["http": 80, "https": 443][scheme]
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }
}
