// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The content extensions of `Plugins/`, by the scripts that lie beside them and by the tool.
@Suite(.timeLimit(.minutes(5)))
struct ContentSampleTests {
    /// A script of a sample, and what it is given.
    struct Scene: Sendable, CustomTestStringConvertible {
        let sample: String
        let script: String
        var payload = "payload.apns"
        var attachment: String?

        var testDescription: String { "\(sample) \(script) \(payload)" }
    }

    private static let monkey = "MonkeyNotification/monkey.png"

    static let scenes =
        ["accept", "decline", "comment"].flatMap { script in
            ["payload.apns", "payload-late.apns"].map {
                Scene(sample: "MonkeyChat", script: script, payload: $0, attachment: monkey)
            }
        } + [
            Scene(sample: "RedGreen", script: "rotate"),
            Scene(sample: "RedGreen", script: "controls"),
            Scene(sample: "MediaPlayer", script: "play", attachment: "MediaPlayer/chime.wav"),
        ]

    @Test(arguments: Form.allCases, scenes)
    func `a sample does what its script says`(_ form: Form, _ scene: Scene) async throws {
        try await perform(scene, in: try await Samples.built.bundle(scene.sample, form))
    }

    @Test func `the sample in C does what its script says`() async throws {
        let scene = Scene(sample: "Thermostat", script: "boost")
        try await perform(scene, in: try await Samples.built.bundle(scene.sample, .shared))
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `the sample in C++ does what its script says`() async throws {
        let scene = Scene(sample: "Ballot", script: "vote")
        try await perform(scene, in: try await Samples.built.bundle(scene.sample, .shared))
    }

    @Test(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)))
    func `the sample in Rust does what its script says`() async throws {
        let scene = Scene(sample: "Lamp", script: "dim")
        try await perform(scene, in: try await Samples.built.bundle(scene.sample, .shared))
    }

    @Test func `MonkeyChat shows the attachment and gives it back`() async throws {
        let workshop = try Workshop()
        let session = try await workshop.open("MonkeyChat", attachment: Self.monkey)
        let snapshot = await session.content.settled()
        let image = try #require(snapshot.tree.nodes.values.first { $0.kind == .image })
        let name = try #require(image.picture)
        let picture = try #require(await session.content.picture(name))
        let file = Workshop.root.appendingPathComponent("Plugins/\(Self.monkey)")
        #expect(picture.bytes == Array(try Data(contentsOf: file)))
        #expect(snapshot.warnings.isEmpty)
        let report = await session.close()
        #expect(report.log.isEmpty, "\(report.log)")
        #expect(report.verdict == .delivered, "\(report.explanation)")
    }

    @Test func `RedGreen is green in the other category, in the same session`() async throws {
        let workshop = try Workshop()
        let session = try await workshop.open("RedGreen")
        let square = { (snapshot: ContentSnapshot) in
            snapshot.tree.nodes.values.compactMap { $0.texts[.accessibilityLabel] }
                .first { $0.hasSuffix("square") }
        }
        #expect(square(await session.content.settled()) == "A red square")
        let green = try Workshop.notification("RedGreen", "green.apns", identifier: "second")
        #expect(await session.content.receive(green) == nil)
        #expect(square(await session.content.settled()) == "A green square")
        _ = await session.close()
    }

    @Test func `RedGreen removes the notification that it was opened for`() async throws {
        let workshop = try Workshop()
        let session = try await workshop.open("RedGreen")
        let snapshot = await session.content.settled()
        let button = try #require(
            snapshot.tree.nodes.values.first { $0.texts[.text] == "Remove" }
        )
        #expect(await session.content.perform(.tap(view: button.number)) == nil)
        #expect(await session.content.settled().phase == .closed)
        #expect(await session.content.snapshot().appEvents.isEmpty)
        let center = await session.host.center(of: session.bundle.app)
        #expect(center.delivered.isEmpty)
        _ = await session.close()
    }

    private func perform(_ scene: Scene, in bundle: URL) async throws {
        let workshop = try Workshop()
        let sample = Workshop.sample(scene.sample)
        let copy = workshop.folder.appendingPathComponent(bundle.lastPathComponent)
        try FileManager.default.copyItem(at: bundle, to: copy)
        var arguments = [
            "XDG_DATA_HOME=\(workshop.folder.path)", "NO_COLOR=1",
            Workshop.products.appendingPathComponent("belfry").path,
            "show", copy.path, sample.appendingPathComponent(scene.payload).path,
            "--script", sample.appendingPathComponent("\(scene.script).show").path,
            "--state", workshop.statePath,
        ]
        if let attachment = scene.attachment {
            let file = Workshop.root.appendingPathComponent("Plugins/\(attachment)").path
            arguments += ["--attachment", file]
        }
        let result = try await Command.run("/usr/bin/env", arguments)
        #expect(result.status == 0, "\(result.errors)\n\(result.output)")
        #expect(result.errors.isEmpty, "\(result.errors)")
    }
}
