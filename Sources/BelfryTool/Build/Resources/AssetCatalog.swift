// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Glibc

/// The pictures of an asset catalogue, by the names that code asks for them.
///
/// Xcode compiles catalogues into a file of its own; here they become the loose files that the same
/// calls find as well: `Bell.png`, `Bell@2x.png`, `Bell@3x.png`.
struct AssetCatalog {
    /// The pictures with their places in a bundle.
    let items: [ResourcePlan.Item]

    /// Reads a catalogue; what it cannot read, it leaves out.
    init(_ path: String) {
        items = FolderListing(path).files.filter { $0.hasSuffix(".imageset/Contents.json") }
            .flatMap { Self.pictures(in: FilePath($0).directory) }
    }

    private static func pictures(in folder: String) -> [ResourcePlan.Item] {
        let contents = "\(folder)/Contents.json"
        guard
            let bytes = try? Descriptor.open(contents, O_RDONLY).readAll(limit: 1 << 20),
            let json = try? JSONValue.parse(bytes), case .object(let root) = json,
            case .array(let images)? = root["images"]
        else { return [] }
        let name = FilePath(folder).nameWithoutEnding
        var taken: Set<String> = []
        return images.compactMap { image in
            guard case .object(let entry) = image, case .string(let file)? = entry["filename"],
                entry["appearances"] == nil, isForPhones(entry["idiom"])
            else { return nil }
            var scale = ""
            if case .string(let text)? = entry["scale"], text != "1x" { scale = "@\(text)" }
            let destination = "\(name)\(scale).\(FilePath(file).ending)"
            guard taken.insert(destination).inserted else { return nil }
            return ResourcePlan.Item(source: "\(folder)/\(file)", destination: destination)
        }
    }

    private static func isForPhones(_ idiom: JSONValue?) -> Bool {
        guard case .string(let text)? = idiom else { return true }
        return text == "universal" || text == "iphone"
    }
}
