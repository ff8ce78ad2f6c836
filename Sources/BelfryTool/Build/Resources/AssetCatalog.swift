// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

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
            if !Self.namesFile(document) {
                let name = FilePath(folder).nameWithoutEnding
                warnings.append(
                    "\(file) names no file, so there is no picture \(name); write its filename there, or "
                        + "remove the image set"
                )
            }
            var taken: Set<String> = []
            for picture in Self.pictures(document) {
                let path = "\(folder)/\(picture.file)"
                if let obstacle = picture.obstacle(at: path) {
                    warnings.append(
                        "\(path), which \(file) names, \(obstacle), so the picture is left out; put "
                            + "it right, or take it out of the image set"
                    )
                    continue
                }
                let name = "\(FilePath(folder).nameWithoutEnding)\(picture.suffix)"
                guard taken.insert(name).inserted else { continue }
                items.append(ResourcePlan.Item(source: path, destination: name))
            }
        }
        self.items = items
        warnings += Self.unlisted(files)
    }

    /// Says which image sets have no list of their pictures.
    private static func unlisted(_ files: [String]) -> [String] {
        let known = Set(files)
        let sets = Set(files.map { FilePath($0).directory }.filter { $0.hasSuffix(".imageset") })
        return sets.sorted().filter { !known.contains("\($0)/Contents.json") }.map { set in
            "\(set) has no Contents.json, so there is no picture \(FilePath(set).nameWithoutEnding); "
                + "add the file, or remove the image set"
        }
    }

    /// Whether an image set has a file for any device.
    private static func namesFile(_ document: JSONValue) -> Bool {
        images(document).contains { image in
            guard case .object(let entry) = image else { return false }
            return entry["filename"] != nil
        }
    }

    /// What an image set says of a picture for phones.
    private struct Picture {
        let file: String

        /// `1x`, `2x` or `3x`, as it is written; nil where nothing is.
        let scale: String?

        /// Why it cannot be taken, to be read after the file's name; nil where it can.
        func obstacle(at path: String) -> String? {
            if let scale, scale.wholeMatch(of: /[1-3]x/) == nil {
                return "has the scale \(scale); a scale is 1x, 2x or 3x"
            }
            return switch FileKind(at: path) {
            case nil: "is not there"
            case .folder?: "is a folder"
            default: nil
            }
        }

        /// What its file in the bundle has behind the image set's name.
        var suffix: String {
            let mark = scale.map { $0 == "1x" ? "" : "@\($0)" } ?? ""
            return "\(mark).\(FilePath(file).ending)"
        }
    }

    private static func images(_ document: JSONValue) -> [JSONValue] {
        guard case .object(let root) = document, case .array(let images)? = root["images"] else {
            return []
        }
        return images
    }

    private static func pictures(_ document: JSONValue) -> [Picture] {
        images(document).compactMap { image in
            guard case .object(let entry) = image, case .string(let file)? = entry["filename"],
                entry["appearances"] == nil, isForPhones(entry["idiom"])
            else { return nil }
            guard case .string(let scale)? = entry["scale"] else {
                return Picture(file: file, scale: nil)
            }
            return Picture(file: file, scale: scale)
        }
    }

    private static func isForPhones(_ idiom: JSONValue?) -> Bool {
        guard case .string(let text)? = idiom else { return true }
        return text == "universal" || text == "iphone"
    }
}
