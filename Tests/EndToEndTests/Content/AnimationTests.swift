// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Layers' animations and display links as extensions write them, built and shown by the tool.
@Suite(.timeLimit(.minutes(3)))
struct AnimationTests {
    @Test func `a display link calls its method, and an animation tells of its end`() async throws {
        let workshop = try Workshop()
        func path(_ name: String) -> String { workshop.folder.appendingPathComponent(name).path }
        let build = try await ToolBuild(fixture: "SwiftPulse", in: workshop.folder)
        #expect(build.warnings.isEmpty, "\(build.warnings)")

        let payload = #"{"aps":{"alert":{"title":"Pulse"},"category":"pulse"}}"#
        try Data(payload.utf8).write(to: URL(fileURLWithPath: path("push.apns")))
        let script = """
            wait label "ticks 5"
            expect label "faded true 0.5"
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: path("watch.show")))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let show = try await Command.run(
            tool,
            ["show", build.path, path("push.apns"), "--script", path("watch.show")]
        )
        #expect(show.status == 0, "\(show.errors)\(show.output)")
    }
}
