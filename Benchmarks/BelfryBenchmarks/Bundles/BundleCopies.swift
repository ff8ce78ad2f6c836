// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import Foundation

/// Copies of one bundle, each with an identifier of its own.
struct BundleCopies {
    let bundles: [ExtensionBundle]

    private let folder: URL

    init(of original: ExtensionBundle, count: Int) throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory
            .appendingPathComponent("belfry-bundles-\(UUID().uuidString)")
        self.folder = folder
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = URL(fileURLWithPath: original.path)
        let plist = try Data(contentsOf: source.appendingPathComponent("Info.plist"))
        let manifest = try unsafe PropertyListSerialization.propertyList(from: plist, format: nil)
        guard var members = manifest as? [String: Any] else {
            throw BenchmarkError("\(original.path)/Info.plist is not a dictionary")
        }
        bundles = try (1...count).map { number in
            let copy = folder.appendingPathComponent("Copy\(number).appex")
            try files.copyItem(at: source, to: copy)
            members["CFBundleIdentifier"] = "\(original.manifest.identifier).copy\(number)"
            try PropertyListSerialization.data(
                fromPropertyList: members,
                format: .xml,
                options: 0
            ).write(to: copy.appendingPathComponent("Info.plist"))
            return try ExtensionBundle(at: copy.path)
        }
    }

    /// Removes them.
    func remove() { try? FileManager.default.removeItem(at: folder) }
}
