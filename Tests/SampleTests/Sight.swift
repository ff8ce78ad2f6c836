// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A content extension at rest, as a browser has drawn it.
struct Sight: Sendable {
    /// What is drawn.
    enum Subject: Hashable, Sendable, CustomTestStringConvertible {
        /// A content extension of `Plugins/`, with its language and a file of `Plugins/` attached.
        case sample(String, in: String, attachment: String? = nil)

        /// What `belfry new content` makes in a language.
        case template(String)

        var testDescription: String {
            switch self {
            case .sample(let name, _, _): name
            case .template(let language): "template in \(language)"
            }
        }

        /// The language that it is written in, by the name that `belfry new` has for it.
        var language: String {
            switch self {
            case .sample(_, let language, _), .template(let language): language
            }
        }
    }

    /// What was drawn.
    let snapshot: ContentSnapshot

    /// The picture of the extension's own view on a light screen, and on a dark one.
    let light: Pixels
    let dark: Pixels

    /// The texts that the page cut off.
    let cutTexts: [String]

    /// The session's report.
    let report: RunReport
}

/// Every content sample and every template, each drawn once for all tests, in one browser.
actor Sights {
    static let drawn = Sights()

    static let subjects =
        [
            .sample("MonkeyChat", in: "swift", attachment: "MonkeyNotification/monkey.png"),
            .sample("RedGreen", in: "swift"),
            .sample("MediaPlayer", in: "swift", attachment: "MediaPlayer/chime.wav"),
            .sample("Thermostat", in: "c"), .sample("Ballot", in: "cpp"),
            .sample("Lamp", in: "rust"),
        ] + Templates.languages.map { Sight.Subject.template($0) }

    private var drawing: Task<[Sight.Subject: Result<Sight, any Error>], any Error>?

    /// What a subject looks like.
    func sight(of subject: Sight.Subject) async throws -> Sight {
        try Kit.require(subject.language)
        let task = drawing ?? Task { try await Self.drawAll() }
        drawing = task
        let sight = try await task.value[subject]
        return try #require(sight).get()
    }

    private static func drawAll() async throws -> [Sight.Subject: Result<Sight, any Error>] {
        try await Browser.run(try BrowserProgram.find()) { browser in
            let reader = try await BrowserPage("about:blank", in: browser, width: 10, height: 10)
            var sights: [Sight.Subject: Result<Sight, any Error>] = [:]
            for subject in subjects where Kit(rawValue: subject.language)?.whyMissing == nil {
                do {
                    sights[subject] = .success(try await draw(subject, in: browser, reader))
                } catch {
                    sights[subject] = .failure(error)
                }
            }
            return sights
        }
    }

    private static func draw(
        _ subject: Sight.Subject,
        in browser: Browser,
        _ reader: BrowserPage
    ) async throws -> Sight {
        let workshop = try Workshop()
        let session: SampleSession
        switch subject {
        case .sample(let name, _, let attachment):
            session = try await workshop.open(name, attachment: attachment)
        case .template(let language):
            let build = try await Templates.built.build(language)
            let bundle = try ExtensionBundle(at: build.bundle.path)
            session = try await workshop.open(bundle, besides: build.folder)
        }
        let rest = await session.content.rested(within: .seconds(10))
        let (pictures, cutTexts) = try await draw(session.content, in: browser)
        var pixels: [Pixels] = []
        for (look, picture) in zip(["light", "dark"], pictures) {
            let name = subject.testDescription.replacing(" ", with: "-")
            try Artefact.keep(picture, as: "sight-\(name)-\(look).png")
            pixels.append(try await Pixels(picture, scale: 2, in: reader))
        }
        return Sight(
            snapshot: rest.snapshot,
            light: pixels[0],
            dark: pixels[1],
            cutTexts: cutTexts,
            report: await session.close()
        )
    }

    /// Draws the extension's own view, light and then dark.
    private static func draw(
        _ session: ContentSession,
        in browser: Browser
    ) async throws -> (pictures: [[UInt8]], cutTexts: [String]) {
        try await PageServer.serve(session) { server in
            let address = server.address + "?still"
            let page = try await BrowserPage(address, in: browser, width: 500, height: 900)
            var pictures: [[UInt8]] = []
            for isDark in [false, true] {
                try await page.setDark(isDark)
                try await page.wait(
                    until: "document.documentElement.dataset.revision !== undefined"
                )
                try await page.wait(until: "[...document.images].every((image) => image.complete)")
                pictures.append(try await page.picture(of: "#stage"))
            }
            let cut = try await page.evaluate(cutTextsScript)
            let texts = cut.string?.split(separator: "\n").map(String.init)
            return (pictures, texts ?? [])
        }
    }

    /// The texts that are larger than the boxes that they are in, by more than is rounded off.
    private static let cutTextsScript = """
        [...document.querySelectorAll("#stage .text > span")]
          .filter((span) => span.scrollWidth > span.clientWidth + 1
            || span.scrollHeight > span.clientHeight + 1)
          .map((span) => span.textContent).join("\\n")
        """
}
