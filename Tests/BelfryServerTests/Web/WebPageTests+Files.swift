// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Foundation
import Testing

extension WebPageTests {
    @Test func `plays sounds, stops moving pictures, and offers the rest for saving`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let files: [(name: String, data: Data)] = [
            ("chime.wav", SampleFiles.sound), ("moves.gif", SampleFiles.movingPicture),
            ("<b>.mp4", SampleFiles.pretendedMovie),
        ]
        for (index, file) in files.enumerated() {
            let path = fixture.folder.appendingPathComponent(file.name)
            try file.data.write(to: path)
            let attachment = #"{"identifier":"\#(file.name)","path":"\#(path.path)"}"#
            let content =
                #"{"title":"t","threadIdentifier":"\#(index)","attachments":[\#(attachment)]}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/requests",
                #"{"identifier":"\#(index)","content":\#(content)}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelectorAll('.card').length === 3")
            for number in 1...3 { try await page.click(card(number, " .toggle")) }
            // The sound's length is known, and it can be played from anywhere in it.
            let sound = "document.querySelector('\(card(1, " audio"))')"
            try await page.wait(until: "\(sound).readyState > 0")
            #expect(try await page.evaluate("\(sound).duration") == 1)
            #expect(try await page.evaluate("\(sound).controls") == true)
            try await page.evaluate("\(sound).currentTime = 0.5; true")
            try await page.wait(until: "!\(sound).seeking && \(sound).currentTime === 0.5")
            #expect(try await page.evaluate("\(sound).getAttribute('aria-label')") == "chime.wav")

            try await page.wait(
                until: "document.querySelector('\(card(2, " img.picture"))')?.naturalWidth === 1"
            )
            try await page.click(card(2, " .pause"))
            #expect(
                try await page.evaluate(
                    "document.querySelector('\(card(2, " canvas.picture"))').width"
                )
                    == 1
            )
            #expect(try await page.text(of: card(2, " .pause")) == "Play")
            try await page.click(card(2, " .pause"))
            try await page.wait(until: "document.querySelector('\(card(2, " img.picture"))')")

            // What says that it is a movie and is none is named as it is, and runs nothing.
            try await page.wait(until: "document.querySelector('\(card(3, " .row a"))')")
            #expect(
                try await page.evaluate(
                    "document.querySelector('\(card(3, " .row span"))').firstChild.data"
                ) == "<b>.mp4"
            )
            #expect(try await page.evaluate("document.querySelectorAll('b').length") == 0)
            try await keep(page, as: "center-files.png")
            let address = try await page.evaluate(
                "document.querySelector('\(card(3, " .row a"))').href"
            ).string
            try await page.command("Page.navigate", ["url": .string(address ?? "")])
            #expect(try await page.evaluate("document.title") != "run")
            try await page.evaluate("window.faults = []")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `has a moving picture stand still where the user wants no motion`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let path = fixture.folder.appendingPathComponent("moves.gif")
        try SampleFiles.movingPicture.write(to: path)
        let content = #"{"title":"t","attachments":[{"identifier":"g","path":"\#(path.path)"}]}"#
        let added = try await daemon.request(
            "POST",
            "/v1/apps/\(Self.app)/requests",
            #"{"identifier":"a","content":\#(content)}"#
        )
        try #require(added.status == 201, "\(added.text)")
        try await open(daemon) { page async throws in
            let motion: JSONObject = ["name": "prefers-reduced-motion", "value": "reduce"]
            try await page.command("Emulation.setEmulatedMedia", ["features": [.object(motion)]])
            try await page.wait(until: "document.querySelector('\(card(1))')")
            try await page.click(card(1, " .toggle"))
            try await page.wait(until: "document.querySelector('\(card(1, " canvas.picture"))')")
            #expect(try await page.text(of: card(1, " .pause")) == "Play")
        }
        #expect(daemon.stop() == 0)
    }
}
