// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The content extensions of `Plugins/` in a browser: what is clicked there and what is seen then.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BrowserSampleTests {
    private func show(
        _ session: SampleSession,
        _ body: @escaping @Sendable (BrowserPage) async throws -> Void
    ) async throws {
        let program = try BrowserProgram.find()
        try await PageServer.serve(session.content) { server in
            let address = server.address
            try await Browser.run(program) { browser in
                let page = try await BrowserPage(address, in: browser, width: 800, height: 900)
                try await page.wait(until: "document.querySelectorAll('.action').length > 0")
                try await body(page)
            }
        }
    }

    /// The turned square's matrix as an angle in whole degrees, in the page's terms.
    private static let angle = """
        (() => {
          const square = document.querySelector('[aria-label="A red square"]');
          const matrix = new DOMMatrix(getComputedStyle(square).transform);
          return (Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI) + 360) % 360;
        })()
        """

    /// How far the actions move where the page says that the extension decides: a second click that
    /// comes meanwhile has to meet the action that it is for.
    private static let shift = """
        (() => {
          const top = () => document.querySelector('#actions').getBoundingClientRect().top;
          const waiting = document.querySelector('#waiting');
          const [before, isHidden] = [top(), waiting.hidden];
          waiting.hidden = !isHidden;
          const after = top();
          waiting.hidden = isHidden;
          return after - before;
        })()
        """

    private static let actions =
        "[...document.querySelectorAll('.action')].map((action) => action.dataset.action).join()"

    @Test func `RedGreen is turned 18 times and put back`() async throws {
        let workshop = try Workshop()
        let session = try await workshop.open("RedGreen")
        let rotate = "rotate-twenty-degrees-action"
        try await show(session) { page async throws in
            #expect(try await page.evaluate(Self.shift) == .number(JSONNumber(0)))
            for turn in 1...18 {
                try await page.click("[data-action=\"\(rotate)\"] button")
                try await page.wait(until: "\(Self.angle) === \(turn * 20 % 360)")
                let actions = turn % 9 == 0 ? rotate : "\(rotate),reset-action"
                try await page.wait(until: "\(Self.actions) === '\(actions)'")
            }
            try await page.click("[data-action=\"\(rotate)\"] button")
            try await page.wait(until: "\(Self.actions) === '\(rotate),reset-action'")
            try Artefact.keep(try await page.picture(of: "body"), as: "red-green.png")
            try await page.click("[data-action=\"reset-action\"] button")
            try await page.wait(until: "\(Self.angle) === 0 && \(Self.actions) === '\(rotate)'")
        }
        #expect(await session.content.snapshot().appEvents.isEmpty)
        _ = await session.close()
    }

    @Test(arguments: [
        ("accept", "Going!", "rgb(52, 199, 89)"), ("decline", "Not Going.", "rgb(255, 59, 48)"),
    ])
    func `MonkeyChat is answered`(_ action: String, _ answer: String, _ color: String) async throws
    {
        let workshop = try Workshop()
        let session = try await workshop.open(
            "MonkeyChat",
            attachment: "MonkeyNotification/monkey.png"
        )
        try await show(session) { page async throws in
            try await page.wait(until: "[...document.images].some((image) => image.naturalWidth)")
            try await page.click("[data-action=\"\(action)\"] button")
            let label = """
                [...document.querySelectorAll('.text')].find((text) => text.textContent === '\(answer)')
                """
            try await page.wait(until: label)
            #expect(
                try await page.evaluate("getComputedStyle(\(label)).color") == .string(color)
            )
            try Artefact.keep(try await page.picture(of: "body"), as: "monkey-\(action).png")
        }
        let events = await session.content.snapshot().appEvents
        let response = ContentSnapshot.AppEvent.response(
            notification: "first",
            action: action,
            text: nil
        )
        #expect(events == (action == "accept" ? [] : [response]))
        _ = await session.close()
    }

    @Test func `MonkeyChat takes a comment`() async throws {
        let workshop = try Workshop()
        let session = try await workshop.open("MonkeyChat")
        try await show(session) { page async throws in
            try await page.click("[data-action=\"comment\"] > button")
            try await page.type("I bring the bananas")
            try await page.press("Enter", code: 13, text: "\r")
            try await page.wait(
                until:
                    "document.querySelector('#stage').textContent.includes('I bring the bananas')"
            )
        }
        #expect(
            await session.content.snapshot().appEvents == [
                .response(notification: "first", action: "comment", text: "I bring the bananas")
            ]
        )
        _ = await session.close()
    }
}
