// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The order in which a controller is called, and in which it takes the user's keys.
@Suite(.timeLimit(.minutes(3)))
struct CallOrderTests {
    @Test func `a controller is made, loads its view and is shown the notification, in this order`()
        async throws
    {
        let workshop = try Workshop()
        let build = try await ToolBuild(fixture: "SwiftComments", in: workshop.folder)
        #expect(build.warnings.isEmpty, "\(build.warnings)")
        let host = try workshop.host()
        var options = ContentSession.Options()
        let comment = NotificationAction(identifier: "comment", title: "Comment")
        options.categories = [NotificationCategory(identifier: "comments", actions: [comment])]
        let session = try await host.open(
            try ContentStand.notification(category: "comments"),
            in: try ExtensionBundle(at: build.path),
            options: options
        )
        let drawn = await session.settled()
        let texts = drawn.tree.nodes.values.compactMap { $0.texts[.text] }
        #expect(texts.contains("init false, viewDidLoad, didReceive"), "\(texts)")
        #expect(drawn.firstResponder == nil)
        // The controller takes the keys so that its bar is shown, and at once the field in it.
        #expect(await session.perform(.action("comment", text: nil)) == nil)
        let asked = await session.settled()
        let field = try #require(asked.tree.nodes.first { $0.value.kind == .textField })
        #expect(asked.firstResponder == field.key)
        let report = await session.close()
        await host.shutdown()
        let kinds = report.session?.callbacks.map(\.kind) ?? []
        #expect(kinds.prefix(2) == ["open", "didReceiveResponse"], "\(kinds)")
        #expect(report.session?.firstResponders == ["view \(field.key)"])
    }
}
