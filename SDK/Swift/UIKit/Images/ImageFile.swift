// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Finds the file of a named image in a bundle.
enum ImageFile {
    /// The scale that a file's name says: 2 for `…@2x.png`, 1 for none.
    static func scale(ofName name: String) -> CGFloat {
        let stem = (name as NSString).deletingPathExtension
        return [2, 3].first { stem.hasSuffix("@\($0)x") }.map { CGFloat($0) } ?? 1
    }

    /// The file with the best scale; nil where there is none.
    ///
    /// Loose files are looked for, and those of an asset catalogue that was copied as a folder.
    static func find(_ name: String, in bundle: Bundle) -> String? {
        guard !name.isEmpty, !name.contains(".."), let folder = bundle.resourcePath else {
            return nil
        }
        return loose(name, in: folder) ?? catalogued(name, in: folder)
    }

    private static let extensions = ["png", "jpg", "jpeg", "gif", "webp"]

    private static func loose(_ name: String, in folder: String) -> String? {
        let given = (name as NSString).pathExtension.lowercased()
        let stem = extensions.contains(given) ? (name as NSString).deletingPathExtension : name
        let endings = extensions.contains(given) ? [(name as NSString).pathExtension] : extensions
        for scale in ["@3x", "@2x", ""] {
            for ending in endings {
                let path = "\(folder)/\(stem)\(scale).\(ending)"
                if FileManager.default.isReadableFile(atPath: path) { return path }
            }
        }
        return nil
    }

    private static func catalogued(_ name: String, in folder: String) -> String? {
        let files = FileManager.default
        let catalogues = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        for catalogue in catalogues.sorted() where catalogue.hasSuffix(".xcassets") {
            let root = "\(folder)/\(catalogue)"
            let sets = files.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
            let pictures = sets.filter { path in
                let set = (path as NSString).deletingLastPathComponent
                return (set as NSString).lastPathComponent == "\(name).imageset"
                    && extensions.contains((path as NSString).pathExtension.lowercased())
            }
            let best = pictures.sorted().max { scale(ofName: $0) < scale(ofName: $1) }
            if let best { return "\(root)/\(best)" }
        }
        return nil
    }
}
