// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What the samples that ask a server change, with the server there, slow and gone.
@Suite(.timeLimit(.minutes(3)))
struct NetworkSampleTests {
    private static let picture = Workshop.sample("MonkeyNotification")
        .appendingPathComponent("monkey.png")

    /// What a sample with a picture changes besides, with the server there and gone.
    struct Picture: Sendable {
        let sample: String
        /// The attachment's; nil where the system makes one.
        let identifier: String?
        let always: [String]
        var without: [String] = []
    }

    private static let pictures = [
        Picture(
            sample: "MonkeyNotification",
            identifier: nil,
            always: ["title: A monkey for you → A monkey for you [modified]"]
        ),
        Picture(
            sample: "PictureByDataTask",
            identifier: "image",
            always: [],
            without: ["subtitle: nothing → The picture is not there."]
        ),
        Picture(sample: "PictureByContents", identifier: "picture.tmp", always: []),
    ]

    @Test(arguments: Form.allCases, pictures)
    func `a picture is attached`(_ form: Form, _ expected: Picture) async throws {
        let workshop = try Workshop()
        let server = try FileServer(serving: Self.picture)
        let reports = try await workshop.run(expected.sample, form, server: server.origin)
        for report in reports {
            #expect(report.changes == expected.always, "\(report.log)")
            if let identifier = expected.identifier {
                #expect(report.attachments.map(\.identifier) == [identifier])
            }
            #expect(report.attachments.map(\.type) == ["public.png"])
            #expect(report.attachments.map(\.byteCount) == [6041])
            #expect(report.network?.decisions.count == 1)
        }
    }

    @Test(arguments: Form.allCases, pictures)
    func `the rest arrives when the picture's server is gone`(
        _ form: Form,
        _ expected: Picture
    ) async throws {
        let workshop = try Workshop()
        let server = try FileServer(serving: Self.picture)
        server.stop()
        let reports = try await workshop.run(expected.sample, form, server: server.origin)
        for report in reports {
            #expect(report.changes == expected.always + expected.without, "\(report.log)")
            #expect(report.attachments.isEmpty)
        }
    }

    /// Puts the key of SealedPicture where its app would.
    private static func putKey(in workshop: borrowing Workshop) throws {
        let group = URL(fileURLWithPath: workshop.statePath)
            .appendingPathComponent("groups/group.org.example.zoo")
        try FileManager.default.createDirectory(at: group, withIntermediateDirectories: true)
        try Data("Koko keeps this key: 32 bytes :)".utf8)
            .write(to: group.appendingPathComponent("message.key"))
    }

    private static let sealedPicture = Workshop.sample("SealedPicture")
        .appendingPathComponent("picture.sealed")
    private static let opened = [
        "title: Zoo → Koko", "body: A sealed picture → Look what is behind the monkey house.",
    ]

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `SealedPicture opens a text, and a picture that it downloads`() async throws {
        let workshop = try Workshop()
        try Self.putKey(in: workshop)
        let server = try FileServer(serving: Self.sealedPicture)
        let sealed = try Data(contentsOf: Self.sealedPicture).count
        let plain = try Data(contentsOf: Self.picture).count
        // A nonce and a tag.
        #expect(sealed == plain + 28)
        for report in try await workshop.run("SealedPicture", .shared, server: server.origin) {
            #expect(report.changes == Self.opened, "\(report.log)")
            #expect(report.attachments.map(\.identifier) == ["picture"])
            #expect(report.attachments.map(\.type) == ["public.png"])
            #expect(report.attachments.map(\.byteCount) == [plain])
            #expect(report.network?.decisions.map(\.isAllowed) == [true])
            #expect(report.log.isEmpty, "\(report.log)")
        }
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `SealedPicture opens the text when the picture's server is gone`() async throws {
        let workshop = try Workshop()
        try Self.putKey(in: workshop)
        let server = try FileServer(serving: Self.sealedPicture)
        server.stop()
        for report in try await workshop.run("SealedPicture", .shared, server: server.origin) {
            #expect(report.changes == Self.opened, "\(report.log)")
            #expect(report.attachments.isEmpty)
            let lines = report.log.map(\.text)
            #expect(lines.count == 1, "\(lines)")
            #expect(lines.first?.hasPrefix("the picture stays sealed: \(server.origin)") == true)
        }
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `SealedPicture attaches no picture that the key does not open`() async throws {
        let workshop = try Workshop()
        try Self.putKey(in: workshop)
        let server = try FileServer(serving: Self.picture)
        let payload = try Workshop.payload("SealedPicture", server: server.origin)
            .replacing("/picture.sealed", with: "/monkey.png")
        let reports = try await workshop.run(
            "SealedPicture",
            .shared,
            server: server.origin,
            payload: payload
        )
        for report in reports {
            #expect(report.changes == Self.opened)
            #expect(report.attachments.isEmpty)
            let lines = report.log.map(\.text)
            #expect(lines == ["the picture stays sealed: the key does not open it"])
        }
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `SealedPicture downloads nothing without the key`() async throws {
        let workshop = try Workshop()
        let server = try FileServer(serving: Self.sealedPicture)
        for report in try await workshop.run("SealedPicture", .shared, server: server.origin) {
            #expect(report.changes == ["body: A sealed picture → A new picture"])
            #expect(report.network?.decisions.isEmpty == true)
            #expect(
                report.log.map(\.text) == [
                    "the message stays sealed: the app group has no message.key of 32 bytes",
                    "the picture stays sealed: the app group has no message.key of 32 bytes",
                ]
            )
        }
    }

    @Test(arguments: Form.allCases)
    func `RacingFetch takes the server's texts`(_ form: Form) async throws {
        let workshop = try Workshop()
        let server = try FileServer(
            serving: Workshop.sample("RacingFetch").appendingPathComponent("details.json")
        )
        let reports = try await workshop.run("RacingFetch", form, server: server.origin)
        for report in reports {
            #expect(
                report.changes == [
                    "title: News from the zoo → Koko has moved",
                    "body: Tap to read more. → You find her in the new house now.",
                ]
            )
            #expect(report.log.isEmpty, "\(report.log)")
        }
    }

    @Test(arguments: Form.allCases)
    func `RacingFetch waits no longer than the push says`(_ form: Form) async throws {
        let workshop = try Workshop()
        let server = try WebServer()
        let payload = try Workshop.payload("RacingFetch", server: server.origin)
            .replacing("/details.json", with: "/never")
            .replacing(#""patience": 10"#, with: #""patience": 1"#)
        let reports = try await workshop.run(
            "RacingFetch",
            form,
            server: server.origin,
            payload: payload
        )
        for report in reports {
            #expect(report.changes == ["subtitle: nothing → The details take too long."])
            let lines = report.log.map(\.text)
            #expect(lines == ["[org.example.zoo:notifications] no answer within 1.000000 s"])
            let timing = try #require(report.timing)
            #expect(timing.wallMilliseconds >= 1000)
        }
    }

    @Test(arguments: Form.allCases)
    func `RacingFetch says that there is no server`(_ form: Form) async throws {
        let workshop = try Workshop()
        let server = try FileServer(serving: Self.picture)
        server.stop()
        let reports = try await workshop.run("RacingFetch", form, server: server.origin)
        for report in reports {
            #expect(report.changes == ["subtitle: nothing → The details are not there."])
            let line = "[org.example.zoo:notifications] \(server.origin)/details.json: <private>"
            #expect(report.log.map(\.text) == [line])
        }
    }
}
