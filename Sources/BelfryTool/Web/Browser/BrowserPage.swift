// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

/// One page of a browser.
package struct BrowserPage: Sendable {
    let browser: Browser
    private let target: JSONValue
    let session: String

    /// Opens an address.
    ///
    /// - Parameters:
    ///   - address: Where.
    ///   - browser: In which.
    ///   - width: The window's, in points.
    ///   - height: The window's.
    ///   - scale: How many pixels a point has.
    /// - Throws: ``ToolFailure`` with what the browser says.
    package init(
        _ address: String,
        in browser: Browser,
        width: Int,
        height: Int,
        scale: Int = 2
    ) async throws {
        self.browser = browser
        let made = try await browser.command("Target.createTarget", ["url": "about:blank"])
        target = made["targetId"] ?? .null
        let attached = try await browser.command(
            "Target.attachToTarget",
            ["targetId": target, "flatten": true]
        )
        session = attached["sessionId"]?.string ?? ""
        try await resize(width: width, height: height, scale: scale)
        let answer = try await command("Page.navigate", ["url": .string(address)])
        if let fault = answer["errorText"]?.string {
            throw ToolFailure("the browser cannot open the page: \(fault)", .unavailable)
        }
    }

    /// Closes the page, which costs the browser time as long as it is open.
    ///
    /// - Throws: ``ToolFailure`` with what the browser says.
    package func close() async throws {
        try await browser.command("Target.closeTarget", ["targetId": target])
    }

    /// Sends a command for this page; see ``Browser/command(_:_:session:)``.
    @discardableResult
    package func command(
        _ method: String,
        _ parameters: JSONObject = [:]
    ) async throws -> JSONObject {
        try await browser.command(method, parameters, session: session)
    }

    /// Gives the window another size.
    ///
    /// - Parameters:
    ///   - width: In points.
    ///   - height: In points.
    ///   - scale: How many pixels a point has.
    ///   - isPhone: Whether the page says by its `viewport` how wide it is laid out, as on a phone.
    /// - Throws: ``ToolFailure`` with what the browser says.
    package func resize(
        width: Int,
        height: Int,
        scale: Int = 2,
        isPhone: Bool = false
    ) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
                "deviceScaleFactor": .number(JSONNumber(scale)), "mobile": .bool(isPhone),
            ]
        )
    }

    /// Has the page look dark or light.
    package func setDark(_ isDark: Bool) async throws {
        let feature: JSONValue = [
            "name": "prefers-color-scheme", "value": isDark ? "dark" : "light",
        ]
        try await command("Emulation.setEmulatedMedia", ["features": .array([feature])])
    }

    /// Evaluates an expression of JavaScript, and waits for what it promises.
    ///
    /// - Returns: Its value.
    /// - Throws: ``ToolFailure`` with what it throws.
    @discardableResult
    package func evaluate(_ expression: String) async throws -> JSONValue {
        let answer = try await command(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true]
        )
        if let fault = answer["exceptionDetails"] {
            let text = String(decoding: fault.serialized(), as: UTF8.self)
            throw ToolFailure("the page failed at \(expression): \(text)", .software)
        }
        return answer["result"]?.object?["value"] ?? .null
    }

    /// Waits until an expression is true.
    ///
    /// The page is asked again every ten seconds at the latest: a browser has a minute for an answer.
    ///
    /// - Throws: ``ToolFailure`` when it is not within two minutes, with the page's text at that time.
    package func wait(until condition: String) async throws {
        let promise = """
            new Promise((done) => {
              const end = Date.now() + 10_000;
              const isMet = () => { try { return Boolean(\(condition)) } catch { return false } };
              const look = () => isMet() || Date.now() > end ? done(isMet()) : setTimeout(look, 10);
              look();
            })
            """
        let end = ContinuousClock.now + .seconds(120)
        while try await evaluate(promise) != true {
            guard ContinuousClock.now > end else { continue }
            let text = try await evaluate("document.body.innerText.slice(0, 2000)").string ?? ""
            throw ToolFailure(
                "the page did not come to this: \(condition)\nIt shows:\n\(text)",
                .software
            )
        }
    }

    /// A picture of a part of the page, as PNG.
    ///
    /// - Parameter element: The selector of the element it shows.
    /// - Returns: The file.
    /// - Throws: ``ToolFailure`` with what the browser says.
    package func picture(of element: String) async throws -> [UInt8] {
        let selector = String(decoding: JSONValue.string(element).serialized(), as: UTF8.self)
        let box = try await evaluate(
            "(({x, y, width, height}) => ({x, y, width, height, scale: 1}))"
                + "(document.querySelector(\(selector)).getBoundingClientRect())"
        )
        let size = try await evaluate("`${innerWidth} ${innerHeight}`").string ?? ""
        let answer = try await command(
            "Page.captureScreenshot",
            ["format": "png", "clip": box, "captureBeyondViewport": true]
        )
        // For a picture of more than the window shows the browser makes it larger for a moment, which can
        // last: who clicks in there would miss.
        try await wait(until: "`${innerWidth} ${innerHeight}` === '\(size)'")
        return try Self.picture(in: answer)
    }

    /// A picture of what the window shows, as PNG; no script of the page is needed for it.
    func picture() async throws -> [UInt8] {
        try Self.picture(in: try await command("Page.captureScreenshot", ["format": "png"]))
    }

    private static func picture(in answer: JSONObject) throws(ToolFailure) -> [UInt8] {
        guard let text = answer["data"]?.string, let data = Data(base64Encoded: text) else {
            throw ToolFailure("the browser gave no picture", .software)
        }
        return Array(data)
    }
}
