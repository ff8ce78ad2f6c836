// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Views as extensions write them, from a nib file and in code: their sizes and looks as on a phone.
@Suite(.timeLimit(.minutes(3)))
struct FacesTests {
    /// A view of the snapshot that a script step prints, as far as it is looked at.
    private struct View: Decodable {
        struct Frame: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }

        struct Color: Decodable {
            let light: String
        }

        struct Shadow: Decodable {
            let color: Color
            let radius: Double
            let y: Double
        }

        struct Insets: Decodable {
            let left: Double
        }

        let kind: String
        let frame: Frame
        let text: String?
        let cornerRadius: Double?
        let clips: Bool?
        let shadow: Shadow?
        let insets: Insets?
        let backgroundColor: Color?
        let tintColor: Color?
        let children: [View]?

        var all: [View] { [self] + (children ?? []).flatMap(\.all) }
    }

    private struct Step: Decodable {
        struct Snapshot: Decodable {
            let root: View
        }

        let snapshot: Snapshot
    }

    @Test func `views of a nib file and of code have a phone's sizes and looks`() async throws {
        let workshop = try Workshop()
        func path(_ name: String) -> String { workshop.folder.appendingPathComponent(name).path }
        let bundle = try await ToolBuild(fixture: "SwiftFaces", in: workshop.folder).path
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let payload = #"{"aps":{"alert":{"title":"Anna Berg"},"category":"faces"}}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: path("push.apns")))
        let script = "expect label \"currentItem true\"\nwait settled\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: path("faces.show")))
        let show = try await Command.run(
            tool,
            ["show", bundle, path("push.apns"), "--script", path("faces.show")]
        )
        #expect(show.status == 0, "\(show.errors)")
        #expect(!show.errors.contains("not read"), "\(show.errors)")
        let last = try #require(show.output.split(separator: "\n").last)
        let views = try JSONDecoder().decode(Step.self, from: Data(last.utf8)).snapshot.root.all
        func view(_ isMeant: (View) -> Bool) throws -> View {
            let found = views.first(where: isMeant)
            return try #require(found)
        }

        // Of the nib file: 16 points from the side, a picture of 48, 12 points to the name.
        let name = try view { $0.text == "Anna Berg" }
        #expect(name.frame.x == 76)
        let face = try view { $0.kind == "image" && $0.frame.width == 48 }
        #expect((face.frame.x, face.frame.y) == (16, 20))
        #expect(abs((face.cornerRadius ?? 0) - 24) < 0.5)
        #expect(face.clips == true)
        let card = try view { $0.shadow != nil }
        #expect(card.frame.height == 88)
        #expect(card.shadow?.color.light == "#00000040")
        #expect(card.shadow?.radius == 10)
        #expect(card.shadow?.y == 4)

        // A line of 12 points is 14.5 high, and the label's class wants 4 more above and below.
        let badge = try view { $0.text == "NEW" }
        #expect(badge.frame.height == 22.5)
        #expect(badge.insets?.left == 8)
        #expect(badge.backgroundColor?.light == "#2080ffff")
        #expect(try view { $0.text == "Like" }.tintColor?.light == "#ff3b30ff")
        // Two lines of 15 points, 8 points above and below.
        #expect(abs(try view { $0.kind == "textView" }.frame.height - 52) <= 1)
        // A field of a compact date picker is 34 points high.
        let date = try view { $0.text == "26 Nov 2025" }
        #expect(date.frame.height == 34)
        #expect(date.cornerRadius == 6)
    }
}
