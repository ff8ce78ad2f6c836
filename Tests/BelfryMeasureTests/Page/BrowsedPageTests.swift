// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The page in a real browser: that it is drawn, fits, and does nothing.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct BrowsedPageTests {
    /// Has the page say what goes wrong in it, from before anything in it is read.
    private static let watch = """
        window.faults = [];
        addEventListener('securitypolicyviolation', (event) =>
          faults.push(event.violatedDirective + ' ' + event.sample));
        addEventListener('error', (event) => faults.push(String(event.message)), true);
        const said = console.error;
        console.error = (...words) => { faults.push(words.join(' ')); said(...words) };
        """

    private func open(
        _ html: String,
        _ body: @escaping @Sendable (BrowserPage) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-page-\(UUID().uuidString).html")
        try Data(html.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let address = file.absoluteString
        try await Browser.run(try BrowserProgram.find()) { browser in
            let page = try await BrowserPage("about:blank", in: browser, width: 1200, height: 900)
            try await page.command("Page.enable")
            try await page.command(
                "Page.addScriptToEvaluateOnNewDocument",
                ["source": .string(Self.watch)]
            )
            try await page.command("Page.navigate", ["url": .string(address)])
            try await page.wait(
                until: "document.readyState === 'complete' && document.querySelector('main')"
            )
            try await body(page)
        }
    }

    /// Texts of one plot, or of one bar, that are on each other.
    private static let collisions = """
        [...document.querySelectorAll('.plot, .axis-row')].flatMap((plot) => {
          const texts = [...plot.querySelectorAll(':scope > text')]
            .map((text) => [text.textContent, text.getBoundingClientRect()])
            .filter(([text, box]) => text && box.width > 0);
          return texts.flatMap(([text, box], index) => texts.slice(index + 1)
            .filter(([, other]) => box.left < other.right - 1 && other.left < box.right - 1
              && box.top < other.bottom - 3 && other.top < box.bottom - 3)
            .map(([other]) => text + ' / ' + other));
        })
        """

    @Test func `fits any window, light and dark, and has nothing to complain of`() async throws {
        try await open(MeasurementPage(try StandInReport.report()).html) { page async throws in
            #expect(try await page.evaluate("faults") == [])
            #expect(try await page.evaluate("document.scripts.length") == 0)
            #expect(try await page.evaluate("document.querySelectorAll('svg.plot').length") == 12)
            for width in [1200, 700, 400, 320] {
                try await page.resize(width: width, height: 900)
                let fits = "document.documentElement.scrollWidth <= innerWidth"
                #expect(try await page.evaluate(fits) == true, "\(width)")
                #expect(try await page.evaluate(Self.collisions) == [], "\(width)")
                if width == 400 {
                    try Artefact.keep(
                        try await page.picture(of: "body"),
                        as: "measurement-narrow.png"
                    )
                }
            }
            try await page.resize(width: 1200, height: 900)
            let light = try await page.style("backgroundColor", of: "body")
            try Artefact.keep(try await page.picture(of: "body"), as: "measurement-light.png")
            try await page.setDark(true)
            #expect(try await page.style("backgroundColor", of: "body") != light)
            try Artefact.keep(try await page.picture(of: "body"), as: "measurement-dark.png")
        }
    }

    @Test func `lets no name become a script`() async throws {
        var part = StandInReport.cold
        part.name = StandInReport.attack
        var report = try StandInReport.report([part])
        report.bundle.identifier = StandInReport.attack
        try await open(MeasurementPage(report).html) { page async throws in
            #expect(try await page.text(of: "h1") == StandInReport.attack)
            #expect(try await page.evaluate("document.images.length") == 0)
            #expect(try await page.evaluate("faults") == [])
            // And were one to get there, the page would not let it: nor a style of its own.
            let injection = """
                (() => {
                  document.body.insertAdjacentHTML('beforeend', '<p id=added style="color: red">x</p>');
                  return getComputedStyle(document.querySelector('#added')).color;
                })()
                """
            #expect(try await page.evaluate(injection) == "rgb(26, 28, 31)")
            try await page.wait(until: "faults.length === 1")
        }
    }
}
