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

    /// Has the browser record a movie of two seconds, which is read as base 64.
    ///
    /// The first one is red and green side by side, the second one blue and white.
    private static let movie = """
        (async () => {
          const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 160 });
          const ink = canvas.getContext('2d');
          const draw = (colors) => colors.forEach((color, index) => {
            ink.fillStyle = color;
            ink.fillRect(160 * index, 0, 160, 160);
          });
          draw(['red', 'lime']);
          const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' });
          const parts = [];
          recorder.ondataavailable = ({ data }) => parts.push(data);
          const end = new Promise((resolve) => { recorder.onstop = resolve; });
          recorder.start();
          for (let frame = 0; frame < 50; frame += 1) {
            draw(frame < 25 ? ['red', 'lime'] : ['blue', 'white']);
            await new Promise((resolve) => setTimeout(resolve, 40));
          }
          recorder.stop();
          await end;
          const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        })()
        """

    /// Whether a pixel of a movie is of a colour, as far as the movie keeps colours.
    private func isColor(_ color: Int, _ expected: Int) -> Bool {
        [0, 8, 16].allSatisfy { abs((color >> $0 & 0xff) - (expected >> $0 & 0xff)) < 64 }
    }

    @Test func `plays a movie, and has a part of it at its sender's time in the card`() async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeDaemon(in: fixture)
        let file = fixture.folder.appendingPathComponent("movie.mp4")
        try await open(daemon) { page async throws in
            let recorded = try await page.evaluate(Self.movie).string ?? ""
            try #require(Data(base64Encoded: recorded)).write(to: file)
        }
        for (number, options) in [
            (1, #""thumbnailTime":1.5,"clippingRect":[0.5,0,0.5,1]"#),
            (2, #""thumbnailTime":0.2"#), (3, #""thumbnailHidden":true"#),
        ] {
            let attachment = #"{"identifier":"movie","path":"\#(file.path)",\#(options)}"#
            let content =
                #"{"title":"t","threadIdentifier":"\#(number)","attachments":[\#(attachment)]}"#
            let added = try await daemon.request(
                "POST",
                "/v1/apps/\(Self.app)/requests",
                #"{"identifier":"\#(number)","content":\#(content)}"#
            )
            try #require(added.status == 201, "\(added.text)")
        }
        // On a page that is opened later no banner is over the cards.
        try await open(daemon) { page async throws in
            try await page.wait(until: "document.querySelectorAll('#groups .card').length === 3")
            for (number, time, colors) in [
                (1, 1.5, [0xffffff, 0xffffff]), (2, 0.2, [0xff0000, 0x00ff00]),
            ] {
                let small = card(number, " video.thumbnail")
                let movie = "document.querySelector('#groups \(small)')"
                try await page.wait(until: "\(movie)?.readyState >= 2 && !\(movie).seeking")
                #expect(
                    try await page.evaluate("Math.abs(\(movie).currentTime - \(time)) < 0.1")
                        == true
                )
                let picture = try await DecodedPicture(page.picture(of: "#groups \(small)"))
                for (column, color) in zip([8, picture.width - 8], colors) {
                    let found = picture.color(column: column, row: picture.height / 2)
                    #expect(isColor(found, color), "\(number): \(String(found, radix: 16))")
                }
            }
            let hidden = "document.querySelector('\(card(3, " .thumbnail"))')"
            #expect(try await page.evaluate(hidden) == .null)
            try await keep(page, as: "center-movie.png")

            try await page.click(card(3, " .toggle"))
            let movie = "document.querySelector('\(card(3, " video.movie"))')"
            try await page.wait(until: "\(movie)?.readyState > 0")
            #expect(try await page.evaluate("\(movie).controls") == true)
            #expect(try await page.evaluate("\(movie).videoWidth") == 320)
            try await page.evaluate("\(movie).muted = true; \(movie).play()")
            try await page.wait(until: "\(movie).currentTime > 1.2")
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
