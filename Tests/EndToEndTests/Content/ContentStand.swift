// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A host with a notification that a fixture draws.
struct ContentStand: ~Copyable {
    let workshop: Workshop
    let host: ExtensionHost
    let bundle: ExtensionBundle

    /// Compiles a fixture into a content extension of the category `invite`.
    ///
    /// - Parameters:
    ///   - name: The fixture.
    ///   - attributes: Members of the manifest's `NSExtensionAttributes`.
    ///   - flags: Further arguments for the compiler.
    /// - Throws: What keeps it from being made.
    init(
        _ name: String = "Draws",
        attributes: [String: Any] = [:],
        flags: [String] = []
    ) async throws {
        let workshop = try Workshop()
        let path = try await workshop.bundle(name, flags: flags).path
        let bundle = try Self.makeContent(at: path, name, attributes)
        let host = try workshop.host()
        self.workshop = workshop
        self.host = host
        self.bundle = bundle
    }

    /// Bundles a library that exists as a content extension of the category `invite`.
    init(_ name: String, library: URL) throws {
        let workshop = try Workshop()
        let path = try workshop.bundle(name, library: library).path
        let bundle = try Self.makeContent(at: path, name, [:])
        let host = try workshop.host()
        self.workshop = workshop
        self.host = host
        self.bundle = bundle
    }

    /// Has a bundle be a content extension.
    @discardableResult
    static func makeContent(
        at path: String,
        _ name: String,
        _ attributes: [String: Any] = [:]
    ) throws -> ExtensionBundle {
        var all: [String: Any] = [
            "UNNotificationExtensionCategory": "invite",
            "UNNotificationExtensionInitialContentSizeRatio": 0.25,
            "UNNotificationExtensionUserInteractionEnabled": true,
        ]
        all.merge(attributes) { $1 }
        let plist: [String: Any] = [
            "CFBundleIdentifier": "com.example.fixture.\(name)", "CFBundleExecutable": name,
            "CFBundleDisplayName": "Fixture",
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.content-extension",
                "NSExtensionAttributes": all,
            ],
        ]
        try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path + "/Info.plist"))
        return try ExtensionBundle(at: path)
    }

    /// A notification whose payload says what the fixture does.
    static func notification(
        _ words: String = "",
        category: String = "invite",
        identifier: String = "request-1"
    ) throws -> ContentSession.Notification {
        let text =
            #"{"aps":{"alert":{"title":"before","body":"text"},"category":"\#(category)"},"#
            + #""does":"\#(words)"}"#
        return ContentSession.Notification(
            .push(try PushPayload.parse(Array(text.utf8)), identifier: identifier)
        )
    }

    /// Options with a category of these actions; one with a `?` at its end takes a text.
    static func options(
        _ actions: String...,
        budget: String = "",
        options: Set<NotificationCategory.Option> = []
    ) throws -> ContentSession.Options {
        var result = ContentSession.Options()
        let made = actions.map { action in
            NotificationAction(
                identifier: action,
                title: action,
                textInput: action.hasSuffix("?") ? NotificationAction.TextInput() : nil
            )
        }
        result.categories = [
            NotificationCategory(identifier: "invite", actions: made, options: options)
        ]
        var combined = Budget()
        try combined.apply(budget)
        result.budget = combined
        return result
    }

    /// Writes a picture of one pixel; its path.
    func photo() throws -> String {
        let path = workshop.folder.appendingPathComponent("photo.png")
        let bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]
        try Data(bytes + "IHDR".utf8 + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]).write(to: path)
        return path.path
    }
}

extension ContentSnapshot {
    /// The text of the fixture's label, its first view.
    var label: String? { tree.nodes[2]?.texts[.text] }

    /// The reason of a fallback.
    var fallback: Verdict? {
        if case .fallback(let verdict, _) = phase { verdict } else { nil }
    }

    var explanation: String? {
        if case .fallback(_, let explanation) = phase { explanation } else { nil }
    }
}

extension ContentSession {
    /// Touches each control of an extension by one of the kits, whose label says that it has heard.
    func checkControls() async {
        #expect(await perform(.tap(view: 3)) == nil)
        let touches: [(ContentInput, label: String)] = [
            (.slide(view: 4, value: 30, isLast: true), "hot"), (.toggle(view: 5, isOn: true), "on"),
            (.edit(view: 6, text: "☃"), "☃"),
        ]
        for (input, label) in touches {
            #expect(await perform(input) == nil)
            #expect(await settled().label == label)
        }
    }

    /// Waits for a snapshot of which something is true, or the last one.
    func first(where isMeant: @Sendable (ContentSnapshot) -> Bool) async -> ContentSnapshot? {
        for await snapshot in await snapshots() where isMeant(snapshot) { return snapshot }
        return nil
    }
}
