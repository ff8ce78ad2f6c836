// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A collection as extensions write it, built and shown by the tool.
@Suite(.timeLimit(.minutes(3)))
struct CollectionTests {
    @Test func `cells of a registered class are drawn in lines and can be touched`() async throws {
        let workshop = try Workshop()
        func path(_ name: String) -> String { workshop.folder.appendingPathComponent(name).path }
        let bundle = try await ToolBuild(fixture: "SwiftGallery", in: workshop.folder).path
        let tool = Workshop.products.appendingPathComponent("belfry").path

        let payload = #"{"aps":{"alert":{"title":"Gallery"},"category":"gallery"}}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: path("push.apns")))
        let script = """
            expect label "tile 7"
            tap "tile 4"
            expect label "chosen 4"
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: path("touch.show")))
        let show = try await Command.run(
            tool,
            ["show", bundle, path("push.apns"), "--script", path("touch.show")]
        )
        #expect(show.status == 0, "\(show.errors)")
        // Three tiles in a line: the third of the first one and of the second.
        for y in [28, 88] { #expect(show.output.contains(#""x":243.333,"y":\#(y)}"#)) }
    }
}
