// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// A page of the documentation that `belfry help TOPIC` prints.
package struct HelpTopic {
    /// The page, in Markdown.
    package let text: String

    /// The longest page taken.
    private static let byteLimit = 4 << 20

    /// The names of the pages in a folder.
    package static func names(in folder: String) -> [String] {
        (FolderListing.names(in: folder) ?? []).filter { $0.hasSuffix(".md") }
            .map { String($0.dropLast(".md".count)) }
    }

    /// Finds the page that arguments ask for; nil where they ask for something else.
    ///
    /// A page's name is a topic, such as `Network`, in capitals or not, and with the folder and the
    /// ending that messages write: `Documentation/Network.md`.
    ///
    /// - Parameters:
    ///   - arguments: The process's arguments, without its name.
    ///   - commands: The names of commands, which have help of their own.
    ///   - folder: Where the pages are.
    ///   - built: Makes a page that is written from the code, by its file's name in small letters.
    package init?(
        _ arguments: [String],
        commands: [String],
        in folder: String,
        built: (String) -> String? = { _ in nil }
    ) {
        guard arguments.count == 2, arguments[0] == "help", !commands.contains(arguments[1]) else {
            return nil
        }
        var asked = arguments[1].lowercased()[...]
        if asked.hasPrefix("documentation/") { asked = asked.dropFirst("documentation/".count) }
        if !asked.hasSuffix(".md") { asked += ".md" }
        if let made = built(String(asked)) {
            text = made
            return
        }
        let page = FolderListing.names(in: folder)?.first { $0.lowercased() == asked }
        guard let page,
            let bytes = try? Descriptor.readRegularFile("\(folder)/\(page)", limit: Self.byteLimit)
        else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }
}
