// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

extension WebPageTests {
    @Test func `more pages of one browser than it has connections all go on`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let code = try await WebVisitor.code(of: daemon)
        let origin = try WebVisitor(daemon).origin
        @Sendable func expect(_ condition: String, on pages: [BrowserPage]) async throws {
            for page in pages { try await page.wait(until: condition) }
        }
        try await Browser.run(try BrowserProgram.find()) { browser in
            var pages: [BrowserPage] = []
            for number in 1...8 {
                let address = number == 1 ? "\(origin)/#\(code)" : "\(origin)/"
                let page = try await BrowserPage(address, in: browser, width: 900, height: 900)
                try await page.wait(until: "document.documentElement.dataset.cursor")
                pages.append(page)
            }
            try await push(#"{"alert":{"title":"First"}}"#, to: daemon)
            try await expect("document.querySelector('\(card(1)).unseen')", on: pages)
            // What is done on one page is seen on the others.
            let toggle = "document.querySelector('#list \(card(1, " .toggle"))').click()"
            try await pages[7].evaluate(toggle)
            try await expect("document.querySelector('\(card(1)):not(.unseen)')", on: pages)
            // The first page follows the log for all: another one does so once it has gone.
            for title in ["Second", "Third"] {
                try await pages.removeFirst().close()
                try await push(#"{"alert":{"title":"\#(title)"}}"#, to: daemon)
                try await expect(
                    "document.querySelector('#news').textContent.includes('\(title)')",
                    on: pages
                )
            }
            // The session ends for all of them.
            try await pages[0].evaluate("document.querySelector('#sign-out').click()")
            try await expect("!document.querySelector('#signed-out').hidden", on: pages)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `draws nothing that comes after signing out, and takes a new code where it stands`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        try await push(#"{"alert":{"title":"secret"}}"#, to: daemon)
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelector('\(card(1))')")
            // The list is asked for, and its answer is held back.
            try await page.evaluate(
                """
                (() => {
                  const ask = window.fetch;
                  window.fetch = async (path, ...rest) => {
                    const answer = await ask(path, ...rest);
                    if (!String(path).startsWith("/v1/center?")) return answer;
                    const text = await answer.text();
                    await new Promise((done) => { window.release = done; });
                    return { ok: true, status: 200, text: async () => text };
                  };
                  document.dispatchEvent(new Event("visibilitychange"));
                })()
                """
            )
            try await page.wait(until: "window.release")
            try await page.click("#sign-out")
            try await page.wait(until: "!document.querySelector('#signed-out').hidden")
            try await page.evaluate(
                "(async () => { release(); await new Promise((done) => setTimeout(done)); })()"
            )
            #expect(try await page.evaluate("document.querySelectorAll('.card').length") == 0)
            let isSignedIn = "document.querySelector('#signed-out').hidden"
            #expect(try await page.evaluate(isSignedIn) == false)
            // An address that is opened where the page is changes what is behind its # alone.
            let answer = try await daemon.request("POST", "/v1/session-codes")
            let address = try #require(answer.object["address"]?.string)
            try await page.command("Page.navigate", ["url": .string(address)])
            // What is asked of a page while it is loaded again is refused.
            let isThere = "document.querySelectorAll('\(card(1))').length > 0"
            while (try? await page.evaluate(isThere)) != true { try Task.checkCancellation() }
        }
        #expect(daemon.stop() == 0)
    }

    /// What the page waits before it asks again, in milliseconds, where it was refused and each answer
    /// seemed to take a time.
    private func pause(after milliseconds: Int, on page: BrowserPage) async throws -> JSONValue {
        try await page.evaluate(
            """
            (async () => {
              const named = [...document.querySelectorAll("link[rel=modulepreload]")];
              const { read } = await import(named.find(({ href }) => href.includes("connection")).href);
              const [answer, now, start] = [window.fetch, performance.now, window.setTimeout];
              let [time, pause] = [0, null];
              performance.now = () => time += \(milliseconds);
              window.fetch = async () => new Response(`{"error":{"message":"full"}}`, { status: 503 });
              window.setTimeout = (body, delay) => void (pause = delay);
              // One that goes on is not begun again.
              for (; pause === null; await new Promise((done) => start(done, 20))) await read();
              [window.fetch, performance.now, window.setTimeout] = [answer, now, start];
              await read();
              return pause;
            })()
            """
        )
    }

    @Test func `asks less often the longer an answer takes`() async throws {
        let fixture = try DaemonFixture()
        let (daemon, _) = try start(in: fixture.folder)
        try await open(daemon) { page in
            for (answer, expected) in [(1, 2000), (500, 10_000), (9000, 60_000)] {
                let pause = try await pause(after: answer, on: page)
                #expect(pause == .of(expected))
            }
        }
        #expect(daemon.stop() == 0)
    }
}
