// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// The pictures and colours of an asset catalogue, by the names that code asks for them.
///
/// Xcode compiles catalogues into a file of its own; here they become loose files: `Bell.png`,
/// `Bell@2x.png`, `Bell@3x.png`, which the same calls find on iOS as well, and `Sky.colorset.json`, which
/// `UIColor(named:)` of the SDK reads.
struct AssetCatalog {
    /// The pictures and colours with their places in a bundle.
    let items: [ResourcePlan.Item]

    /// What it names and has not, one line each.
    private(set) var warnings: [String] = []

    /// Reads a catalogue; what it does not understand, it leaves out.
    ///
    /// - Parameters:
    ///   - path: The catalogue.
    ///   - places: Where it may be, and its pictures.
    /// - Throws: ``ToolFailure`` for a catalogue that is elsewhere or cannot be read.
    init(_ path: String, within places: BuildPlaces) throws(ToolFailure) {
        try places.check(path)
        var items: [ResourcePlan.Item] = []
        let files = FolderListing(path).files
        for file in files where file.hasSuffix(".colorset/Contents.json") {
            let name = FilePath(FilePath(file).directory).nameWithoutEnding
            items.append(ResourcePlan.Item(source: file, destination: "\(name).colorset.json"))
        }
        for file in files where file.hasSuffix(".imageset/Contents.json") {
            let bytes = try BuildFile.read(
                file,
                limit: 1 << 20,
                within: places,
                wayOut: "check the asset catalogue"
            )
            let folder = FilePath(file).directory
            let document: JSONValue
            do throws(JSONError) {
                document = try JSONValue.parseHandwritten(bytes).value
            } catch {
                warnings.append("\(file): \(error); its picture is left out")
                continue
            }
            for picture in Self.pictures(in: folder, document) {
                guard FileManager.default.fileExists(atPath: picture.source) else {
                    warnings.append(
                        "\(picture.source), which \(file) names, is not there, so the picture is left "
                            + "out; put it there, or take it out of the image set"
                    )
                    continue
                }
                items.append(picture)
            }
        }
        self.items = items
    }

    private static func pictures(
        in folder: String,
        _ document: JSONValue
    ) -> [ResourcePlan.Item] {
        guard case .object(let root) = document, case .array(let images)? = root["images"] else {
            return []
        }
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
