// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Row 102: texts are what they are, and never a terminal's or a browser's to follow.
///
/// `PageTests` has the same for the page.
enum MarkupTrial {
    private static let markup = "<script>alert(1)</script>&amp;"
    private static let turned = "\u{202E}gnp.exe\u{202C}"
    private static let all =
        markup + "\u{1B}[2J\u{1B}]0;mine\u{7}\u{8}\r\u{9B}" + turned

    static let trial = Trial(drawing: "", .named("102-draws-markup")) { stage, bundle in
        let report = try await stage.show(bundle) { session in
            let snapshot = await session.checkOpen()
            #expect(snapshot.label == all)
            #expect(snapshot.tree.nodes[3]?.texts[.text] == all)
            #expect(snapshot.tree.nodes[4]?.texts[.placeholder] == all)
            #expect(snapshot.header == all)
            #expect(snapshot.actions.map(\.title) == [markup + "\u{1B}[2J\u{7}" + turned])
            #expect(await session.perform(.action("accept", text: nil)) == nil)
        }
        #expect(report.ending == .delivered(.completed))
        try await checkPrinted(stage, bundle)
    }

    /// `belfry show` prints it.
    private static func checkPrinted(_ stage: HostileStage, _ bundle: ExtensionBundle) async throws
    {
        let payload = stage.folder.appendingPathComponent("push.apns")
        try Data(HostileStage.contentPayload(act: "").utf8).write(to: payload)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let state = stage.folder.appendingPathComponent("shown").path
        let result = try await Command.run(
            tool,
            ["show", bundle.path, payload.path, "--state", state]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("alert(1)"), "\(result.output)")
        let scalars = (result.output + result.errors).unicodeScalars
        let moving = scalars.filter { $0 != "\n" && isMoving($0) }
        #expect(moving.isEmpty, "\(moving.map(\.value))")
    }

    /// Whether a terminal does with it what is not writing it.
    private static func isMoving(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
}
