// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    /// What moves on the page by itself or as it changes: elements and what is before and behind them, by
    /// their classes.
    private static let moving = """
        (() => {
          const moves = (style) => style.animationName !== 'none'
            || style.transitionProperty !== 'none' && style.transitionDuration.split(', ').some((each) => parseFloat(each) > 0);
          return [...document.querySelectorAll('*')].flatMap((each) =>
            [undefined, '::before', '::after']
              .filter((part) => moves(getComputedStyle(each, part)))
              .map((part) => `${each.className}${part ?? ''}`)).join();
        })()
        """

    @Test func `moves nothing for who wants no motion`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await WebViewTests.daemon(in: fixture)
        try await WebViewTests.push(to: daemon)
        // What some extensions have in their views.
        let kinds = """
            for (const name of ['switch', 'spinner']) {
              const made = document.createElement('i');
              made.className = name;
              document.querySelector('.stage').append(made);
            }
            true
            """
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await page.wait(until: "document.querySelector('.live')?.dataset.phase === 'open'")
            try await page.evaluate(kinds)
            try await push(#"{"alert":{"title":"New"},"thread-id":"new"}"#, to: daemon)
            try await page.wait(until: "document.querySelector('#groups \(card(2, ".fresh"))')")
            let usual = try await page.evaluate(Self.moving).string ?? ""
            for part in ["fresh", "switch", "switch::before", "spinner"] {
                #expect(usual.contains(part), "\(part) is not in \(usual)")
            }
            let wish: JSONValue = ["name": "prefers-reduced-motion", "value": "reduce"]
            try await page.command("Emulation.setEmulatedMedia", ["features": [wish]])
            #expect(try await page.evaluate(Self.moving) == "")
        }
        #expect(daemon.stop() == 0)
    }
}
