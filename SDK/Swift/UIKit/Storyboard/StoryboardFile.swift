// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// A storyboard or a nib file of a bundle's, as Xcode keeps it.
final class StoryboardFile {
    /// What a file holds.
    enum Kind: String {
        /// Controllers with their views.
        case storyboard
        /// Views, for the object that asks for them.
        case nib = "xib"
    }

    /// Why a storyboard cannot be used, in a sentence for whoever wrote the extension.
    struct Failure: Error {
        let message: String
    }

    let kind: Kind
    let name: String
    let bundle: Bundle
    let document: StoryboardElement

    /// What was told already, so that each kind of thing is told once.
    private var told: Set<String> = []

    /// Finds and reads a file.
    ///
    /// - Parameters:
    ///   - kind: What it holds.
    ///   - name: Its name, without an ending.
    ///   - bundle: Where it is.
    /// - Throws: `Failure` where there is none, or it is of another kind.
    init(_ kind: Kind, _ name: String, in bundle: Bundle) throws(Failure) {
        self.kind = kind
        self.name = name
        self.bundle = bundle
        let file = "\(name).\(kind.rawValue)"
        guard let path = Self.path(file, in: bundle) else {
            throw Failure(
                message: "The bundle has no \(kind) \(name): neither \(file) nor "
                    + "Base.lproj/\(file) is there; put it into the extension's folder."
            )
        }
        guard let data = FileManager.default.contents(atPath: path),
            data.count <= StoryboardReader.byteLimit
        else {
            throw Failure(message: "\(file) cannot be read, or is too large.")
        }
        do {
            document = try StoryboardReader.read(Array(data))
        } catch {
            throw Failure(message: "\(file):\(error.line): \(error.message).")
        }
        guard document.name == "document" else {
            throw Failure(
                message: "\(file) is no \(kind) of Xcode's: it begins with "
                    + "<\(document.name)>, not with <document>; a compiled one cannot be read."
            )
        }
    }

    /// The file's name, for whoever reads the log.
    var fileName: String { "\(name).\(kind.rawValue)" }

    /// Whether a bundle has a file of a kind and a name.
    static func isThere(_ kind: Kind, _ name: String, in bundle: Bundle) -> Bool {
        path("\(name).\(kind.rawValue)", in: bundle) != nil
    }

    /// The file: the user's language goes before the one that texts are put into.
    private static func path(_ file: String, in bundle: Bundle) -> String? {
        guard !file.contains("/"), let folder = bundle.resourcePath else { return nil }
        let languages = UserLanguages.current + ["Base", "en"]
        let places = languages.map { "\($0).lproj/" }
        let files = (places.prefix(places.count - 1) + ["", places[places.count - 1]]).map {
            "\(folder)/\($0)\(file)"
        }
        return files.first { FileManager.default.isReadableFile(atPath: $0) }
    }

    /// A text of an object's in the user's language: `"id.key" = "…"` of the table with the
    /// storyboard's name.
    func localized(_ text: String?, _ element: StoryboardElement, _ key: String) -> String? {
        guard let text, let id = element["id"] else { return text }
        return bundle.localizedString(forKey: "\(id).\(key)", value: text, table: name)
    }

    /// The scenes, each of which has one controller.
    var scenes: [StoryboardElement] { document.all(in: "scenes") }

    /// Says once what is not read.
    func warn(_ what: String, at line: Int, _ consequence: String = "is not read") {
        guard told.insert(what).inserted else { return }
        RunLog.write(.warning, "\(fileName):\(line): \(what) \(consequence)")
    }

    /// Says what does not go together.
    func complain(_ message: String, at element: StoryboardElement) {
        RunLog.write(.error, "\(fileName):\(element.line): \(message)")
    }

    // MARK: Resources

    /// A colour that the storyboard has a copy of, as the catalogue has it for any appearance.
    func namedColor(_ name: String) -> StoryboardElement? {
        resource(name, kinds: ["namedColor", "systemColor"])?.first("color")
    }

    /// Whether a picture is one of the system's.
    func isSystemImage(_ name: String) -> Bool {
        resource(name, kinds: ["image"])?["catalog"] == "system"
    }

    private func resource(_ name: String, kinds: Set<String>) -> StoryboardElement? {
        document.all(in: "resources").first { kinds.contains($0.name) && $0["name"] == name }
    }
}
