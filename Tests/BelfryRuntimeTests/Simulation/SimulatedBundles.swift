// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation

@testable import BelfryRuntime

/// Bundles whose manifests differ, and whose libraries are never opened.
struct SimulatedBundles {
    private let folder: URL

    /// The category that the last of them draws.
    static let category = "picture"

    /// One that has a run at a time, one that has two, one with a process for each run, and one that
    /// draws.
    let all: [ExtensionBundle]

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-simulation-\(UUID().uuidString)")
        var bundles: [ExtensionBundle] = []
        let kinds: [(String, [String: Any])] = [
            ("Single", [:]), ("Double", ["ParallelRuns": 2]), ("Fresh", ["Process": "fresh"]),
            ("Drawing", [:]),
        ]
        for (name, own) in kinds {
            let path = folder.appendingPathComponent("\(name).appex")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            let isDrawing = name == "Drawing"
            let point = isDrawing ? "content-extension" : "service"
            let category = ["UNNotificationExtensionCategory": Self.category]
            let ordinary = isDrawing ? [:] : ["ModifyLocal": true]
            let manifest: [String: Any] = [
                "CFBundleIdentifier": "com.example.\(name)",
                "CFBundleExecutable": name,
                "CFBundleShortVersionString": "1.0",
                "NSExtension": [
                    "NSExtensionPointIdentifier": "com.apple.usernotifications.\(point)",
                    "NSExtensionPrincipalClass": name,
                    "NSExtensionAttributes": isDrawing ? category : [:],
                ],
                "BFExtension": own.merging(ordinary) { first, _ in first },
            ]
            let bytes = try PropertyListSerialization.data(
                fromPropertyList: manifest,
                format: .xml,
                options: 0
            )
            try bytes.write(to: path.appendingPathComponent("Info.plist"))
            bundles.append(try ExtensionBundle(at: path.path))
        }
        all = bundles
    }

    /// Removes them.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
