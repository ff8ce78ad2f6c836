// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfrySystem
import Foundation
import Testing

@testable import BelfryRuntime

@Suite final class ContentChoiceTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("belfry-choice-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func bundle(
        _ name: String,
        _ categories: String...,
        app: String = "com.example.app"
    ) throws -> ExtensionBundle {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let plist: [String: Any] = [
            "CFBundleIdentifier": "\(app).\(name)", "CFBundleExecutable": name,
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.content-extension",
                "NSExtensionAttributes": ["UNNotificationExtensionCategory": categories],
            ],
        ]
        try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
            .write(to: path.appendingPathComponent("Info.plist"))
        return try ExtensionBundle(at: path.path)
    }

    @Test func `each category has its extension, case-sensitive and for each app`() throws {
        let red = try bundle("Red", "red", "green")
        let other = try bundle("Other", "red", app: "com.example.other")
        let choice = try ContentChoice(among: [red, red, other])
        #expect(choice.bundle(for: "green", of: "com.example.app")?.path == red.path)
        #expect(choice.bundle(for: "red", of: "com.example.other")?.path == other.path)
        #expect(choice.bundle(for: "Red", of: "com.example.app") == nil)
    }

    @Test func `two that claim one category are both named`() throws {
        let red = try bundle("Red", "red")
        let green = try bundle("Green", "green", "red")
        do throws(ContentChoiceError) {
            _ = try ContentChoice(among: [red, green])
            Issue.record("a conflict was not seen")
        } catch {
            #expect(
                error.description
                    == "\(red.path) and \(green.path) both draw the category \"red\"; "
                    + "take it out of UNNotificationExtensionCategory in one of their Info.plist files"
            )
        }
    }
}
