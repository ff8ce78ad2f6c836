// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

/// What the page says of all extensions over time, and of everything that happens.
extension WebPageTests {
    @Test func `draws how the runs of extensions went, and has the numbers beside it`() async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample", extension: "CrashesOnEachThird")
        let daemon = try LiveDaemon(in: fixture.folder, ["--port", "0"])
        try await fixture.install(app, in: daemon)
        let charts = "[...document.querySelectorAll('.chart')]"
        let areDrawn = "\(charts).length === 3 && \(charts).every((each) => each.naturalWidth > 0)"
        try await open(daemon) { page async throws in
            try await page.click("#tab-extensions")
            try await page.wait(until: "document.querySelector('#statistics-extensions .none')")
            for number in 1...4 {
                try await push(#"{"alert":{"title":"\#(number)"},"mutable-content":1}"#, to: daemon)
            }
            // What happens while it is shown is drawn too, once the reports are there.
            let together = "document.querySelectorAll('.numbers tbody tr:last-child > *')"
            let runs = "[...\(together)][1]?.textContent === '4'"
            let times = "[...\(together)][5]?.textContent !== '–'"
            while try await page.evaluate("\(runs) && \(times)") != true {
                try #require(!Task.isCancelled)
                try await page.evaluate(
                    "document.querySelector('#statistics-span').dispatchEvent(new Event('change'))"
                )
                try await page.wait(until: "document.querySelector('.numbers')")
            }
            let row = try await texts(of: together, on: page)
            #expect(row.prefix(4) == ["Together", "4", "3", "0"], "\(row)")
            #expect(row.dropFirst(4).first == "fallback: crash 1 (25.0 %)", "\(row)")
            for (width, name) in [(360, "phone"), (900, "tablet"), (1600, "desk")] {
                try await page.resize(width: width, height: 900)
                try await page.evaluate("\(charts).forEach((each) => each.scrollIntoView())")
                try await page.wait(until: areDrawn)
                try await expectFit(of: page)
                try await keep(page, as: "center-extensions-\(name).png")
            }
            let days = "document.querySelector('#statistics-span')"
            try await page.evaluate("\(days).value = 'week'; true")
            try await page.evaluate("\(days).dispatchEvent(new Event('change'))")
            try await page.wait(until: "\(charts)[0]?.src.includes('span=week')")
            try await page.evaluate("\(charts).forEach((each) => each.scrollIntoView())")
            try await page.wait(until: areDrawn)
            #expect(try await texts(of: together, on: page).prefix(2) == ["Together", "4"])
            // By keyboard from the form for pushes.
            try await page.evaluate("document.querySelector('#tab-push').focus()")
            try await page.press("ArrowRight", code: 39)
            #expect(try await page.evaluate("document.activeElement.id") == "tab-extensions")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `writes a line for each event as it comes, stands still when it is told to`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let lines = "document.querySelectorAll('#log-lines li')"
        let count = "\(lines).length"
        try await open(daemon) { page async throws in
            try await page.click("#tab-log")
            #expect(
                try await page.text(of: "#log-state")
                    == "Nothing has happened since the page was opened."
            )
            try await push(#"{"alert":{"title":"First"}}"#, to: daemon)
            try await page.wait(until: "\(count) === 3")
            try await page.wait(
                until: "document.querySelectorAll('#log-lines .named')[2].textContent"
            )
            let said = try await texts(of: lines, on: page).map { $0.dropFirst(12) }
            #expect(
                said == [
                    "Acceptedfixture#1First",
                    "Decidedfixture#1FirstnotCalled: no_extension",
                    "Shownfixture#1FirstnotCalled: no_extensionbanner list",
                ],
                "\(said)"
            )
            try await page.click("#log-pause")
            try await push(#"{"alert":{"title":"Second"}}"#, to: daemon)
            try await page.wait(
                until:
                    "document.querySelector('#log-state').textContent === 'It stands still; 3 new lines wait.'"
            )
            #expect(try await page.evaluate(count) == 3)
            try await page.click("#log-pause")
            try await page.wait(until: "\(count) === 6")
            for (width, name) in [(360, "phone"), (900, "tablet")] {
                try await page.resize(width: width, height: 900)
                try await expectFit(of: page)
                try await keep(page, as: "center-log-\(name).png")
            }
            // Older lines go, of those that wait too.
            try await page.click("#log-pause")
            for _ in 1...170 { try await push(#"{"alert":{"title":"More"}}"#, to: daemon) }
            try await page.wait(
                until:
                    "document.querySelector('#log-state').textContent.includes('500 new lines wait, 10 more')"
            )
            try await page.click("#log-pause")
            #expect(try await page.evaluate(count) == 500)
            try await push(#"{"alert":{"title":"Last"}}"#, to: daemon)
            try await page.wait(
                until: "[...\(lines)].at(-1).querySelector('.named').textContent === 'Last'"
            )
            #expect(try await page.evaluate(count) == 500)
            try await page.click("#log-clear")
            #expect(try await page.evaluate(count) == 0)
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `adds to the log once what happened while the daemon had no port`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let folder = fixture.folder
        let (first, port) = try start(in: folder)
        try await fixture.install(app, in: first)
        let said = """
            [...document.querySelectorAll('#log-lines [data-event=accepted]')]
              .map((line) => line.querySelector('strong').textContent + line.querySelector('.number').textContent)
              .join()
            """
        try await open(first) { page async throws in
            try await page.click("#tab-log")
            try await push(#"{"alert":{"title":"First"}}"#, to: first)
            try await page.wait(until: "\(said) === 'Accepted#1'")
            first.kill()
            let second = try LiveDaemon(in: folder)
            try await push(#"{"alert":{"title":"Second"}}"#, to: second)
            #expect(second.stop() == 0)
            let third = try LiveDaemon(in: folder, ["--port", "\(port)"])
            try await page.wait(until: "\(said) === 'Accepted#1,Accepted#2'")
            // A second line of the missed event would stand before this one.
            try await push(#"{"alert":{"title":"Third"}}"#, to: third)
            try await page.wait(until: "\(said) === 'Accepted#1,Accepted#2,Accepted#3'")
            #expect(third.stop() == 0)
        }
    }

    @Test func `names notifications in the log as the device shows them, whatever is in them`()
        async throws
    {
        let attack = "<img src=x onerror=alert(1)><script>alert(2)</script>&amp;"
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let hides = #"{"showPreviews":"whenAuthenticated"}"#
        _ = try await daemon.request("PATCH", "/v1/apps/\(Self.app)/settings", hides)
        let named = "document.querySelectorAll('#log-lines .named')"
        try await open(daemon) { page async throws in
            try await page.click("#tab-log")
            try await push(#"{"alert":{"title":"\#(attack)"}}"#, to: daemon)
            try await page.wait(until: "\(named).length === 3 && \(named)[2].textContent")
            #expect(try await texts(of: named, on: page) == [attack, attack, attack])
            let marks = "document.querySelectorAll('img[src=x], body script').length"
            #expect(try await page.evaluate(marks) == 0)
            try await page.click("#lock")
            try await page.wait(until: "\(named)[0].textContent === 'Notification'")
            #expect(
                try await page.evaluate("document.documentElement.outerHTML.includes('onerror')")
                    == false
            )
            // What comes while it is locked is not named either.
            try await push(#"{"alert":{"title":"\#(attack)"}}"#, to: daemon)
            try await page.wait(until: "\(named).length >= 6 && \(named)[5].textContent")
            #expect(
                try await page.evaluate("document.documentElement.outerHTML.includes('onerror')")
                    == false
            )
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `runs an extension again beside its first run, and saves a recording`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing("revealed", in: fixture)
        try await push(#"{"alert":{"title":"sent"},"mutable-content":1}"#, to: daemon)
        let folder = fixture.folder
        let why = card(1, " .why")
        let trial = "document.querySelectorAll('\(why) .trial button')"
        try await open(daemon, width: 1200) { page async throws in
            try await page.evaluate(
                """
                HTMLAnchorElement.prototype.click = function () { window.file = this.download; };
                const make = URL.createObjectURL;
                URL.createObjectURL = (blob) => {
                  blob.text().then((text) => window.recorded = text);
                  return make(blob);
                };
                true
                """
            )
            try await explain(1, on: page)
            #expect(try await texts(of: trial, on: page) == ["Run again", "Record"])
            for _ in 1...2 {
                try await page.evaluate("\(trial)[0].click()")
                try await page.wait(
                    until: "document.querySelector('\(why) .trial').ariaBusy === 'false'"
                )
            }
            let runs = "document.querySelectorAll('\(why) .runs > .run h3')"
            #expect(try await texts(of: runs, on: page) == ["Run 1", "Run again"])
            let again = "document.querySelector('\(why) .again')"
            #expect(
                try await texts(of: "\(again).querySelectorAll('.lines .text')", on: page)
                    == ["revealed", "revealed"]
            )
            #expect(try await page.evaluate("\(again).querySelectorAll('.bar').length") == 3)
            let changed = "\(again).querySelectorAll('.difference tbody tr')"
            #expect(try await texts(of: changed, on: page).first == "titlechangedsentrevealed")
            try await keep(page, as: "center-run-again.png")
            #expect(try await page.evaluate("document.querySelectorAll('.card').length") == 1)

            try await page.evaluate("\(trial)[1].click()")
            try await page.wait(
                until: "document.querySelector('\(why) .trial').ariaBusy === 'false'"
            )
            #expect(try await page.text(of: "\(why) .trial [role=status]") == "")
            try await page.wait(until: "window.recorded")
            #expect(try await page.evaluate("file") == "notification-1.run")
            let file = folder.appendingPathComponent("saved.run")
            try Data((try await page.evaluate("recorded").string ?? "").utf8).write(to: file)
            let program = Workshop.products.appendingPathComponent("belfry").path
            let replayed = try await Command.run(program, ["replay", file.path])
            #expect(replayed.status == 0, "\(replayed.output)\(replayed.errors)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `says why an extension is not run again`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing("revealed", in: fixture)
        try await push(#"{"alert":{"title":"sent"},"mutable-content":1}"#, to: daemon)
        let why = card(1, " .why")
        let status = "document.querySelector('\(why) .trial [role=status]')"
        try await open(daemon) { page async throws in
            try await explain(1, on: page)
            let apps = daemon.state + "/apps/" + Self.app
            let names = FileManager.default.enumerator(atPath: apps)?.compactMap { $0 as? String }
            for name in names ?? [] where name.hasSuffix("Reveals.appex") {
                try FileManager.default.removeItem(atPath: "\(apps)/\(name)")
            }
            try await page.evaluate("document.querySelector('\(why) .trial button').click()")
            try await page.wait(until: "\(status).classList.contains('fault')")
            #expect(
                try await page.text(of: "\(why) .trial [role=status]").contains("belfry install")
            )
        }
        #expect(daemon.stop() == 0)
    }
}
