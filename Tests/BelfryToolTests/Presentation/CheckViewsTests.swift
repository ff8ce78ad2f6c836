// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `Scripts/check-views.sh` finds a place that differs from `SDK/C/abi/views.def`.
@Suite struct CheckViewsTests {
    /// One edit of a file, and what the script then says.
    struct Drift: Sendable {
        let file: String
        let text: String
        let replacement: String
        let complaint: String

        init(_ file: String, _ text: String, _ replacement: String, _ complaint: String) {
            self.file = file
            self.text = text
            self.replacement = replacement
            self.complaint = complaint
        }
    }

    private static let wire = "Sources/BelfryWire/Content"
    private static let uiKit = "SDK/Swift/UIKit"
    private static let layout = "Sources/BelfryLayout/Problem/LayoutConstraint.swift"
    private static let attributes = "\(uiKit)/Layout/NSLayoutConstraint.Attribute.swift"
    private static let cpp = "SDK/Cpp/include/belfry.hpp"
    private static let rust = "SDK/Rust/src"
    private static let document = "Sources/BelfryDrawing/Document/ContentDocument.Node.swift"
    private static let page = "Sources/BelfryDrawing/Scripts"
    private static let definition = "SDK/C/abi/views.def"
    private static let reference = "Documentation/Show.md"

    static let drifts = [
        Drift("\(wire)/ViewKey.swift", "case clips = 0x10d\n", "", "-clips 0x10d"),
        Drift("\(wire)/ViewKey.swift", "isOn = 0x10e", "isOn = 0x11e", "+isOn 0x11e"),
        Drift("\(wire)/ViewKind.swift", "scroll = 11", "scroll = 12", "+scroll 12"),
        Drift("\(wire)/ViewKind.swift", #""textView""#, #""text""#, "+textView text"),
        Drift("\(wire)/ViewEvent.swift", "returned = 6", "submitted = 6", "+submitted 6"),
        Drift("\(wire)/ViewEvent.swift", #""tap""#, #""touch""#, "+tap touch"),
        Drift("\(uiKit)/Host/ViewKey.swift", "BF_VIEW_ON)", "BF_VIEW_SELECTED)", "+isOn integer S"),
        Drift("\(uiKit)/Host/ViewKey.swift", "Value == Double", "Value == Int64", "+alpha integer"),
        Drift("\(uiKit)/Host/ViewEvents.swift", "BF_EVENT_RETURN,", "BF_EVENT_TAP,", "+RETURN TAP"),
        Drift("\(uiKit)/Text/UILabel.swift", "{ BF_VIEW_LABEL }", "{ BF_VIEW_PLAIN }", "-LABEL"),
        Drift(layout, "topMargin = 15", "topMargin = 25", "+topMargin 25"),
        Drift(attributes, "case centerX = 9\n", "", "-centerX 9"),
        Drift(cpp, "tinted, filled,", "filled, tinted,", "-tinted"),
        Drift("\(rust)/numbers.rs", "CLIPS: u32 = 0x10d", "CLIPS: u32 = 0x10e", "+CLIPS 0x10e"),
        Drift("\(rust)/view.rs", "Activity = 10", "Activity = 11", "+activity 11"),
        Drift(document, "var alpha: Double?", "var opacity: Double?", "+opacity"),
        Drift(document, "`editingEnded`", "`edited`", "'editingEnded'"),
        Drift(reference, "`cornerRadius`", "`radius`", "'cornerRadius'"),
        Drift("\(page)/kinds.js", "activity, scroll", "scroll", "-activity"),
        Drift("\(page)/kinds.js", "view.sizeClass", "view.size", "+size"),
        Drift("\(page)/text.js", "view.minimumScale", "1", "'minimumScale'"),
        Drift(definition, "VIEW_KEY(ALPHA, 0x200", "VIEW_KEY(ALPHA, 0x280", "-alpha 0x280"),
        Drift(definition, #"VIEW_KIND(PLAIN, 0, plain, "view")"#, "", "+plain 0"),
    ]

    @Test func `the places are as they are defined`() async throws {
        let script = Workshop.root.appendingPathComponent("Scripts/check-views.sh").path
        let result = try await Command.run(script, [])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: drifts)
    func `a place that differs is named with the difference`(_ drift: Drift) async throws {
        let copy = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-views-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        try makeCopy(at: copy)
        let file = copy.appendingPathComponent(drift.file)
        let original = try String(contentsOf: file, encoding: .utf8)
        try #require(original.contains(drift.text))
        try original.replacing(drift.text, with: drift.replacement)
            .write(to: file, atomically: true, encoding: .utf8)
        let script = copy.appendingPathComponent("Scripts/check-views.sh").path
        let result = try await Command.run(script, [])
        #expect(result.status == 1)
        #expect(result.errors.contains(drift.complaint), "\(result.errors)")
    }

    /// What the script reads, in a folder that may be changed.
    private func makeCopy(at copy: URL) throws {
        let paths = [
            "Scripts/common.sh", "Scripts/check-views.sh", Self.definition, Self.wire, Self.uiKit,
            Self.layout, Self.cpp, Self.rust, Self.document, Self.page, Self.reference,
        ]
        for path in paths {
            let target = copy.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(
                at: Workshop.root.appendingPathComponent(path),
                to: target
            )
        }
    }
}
