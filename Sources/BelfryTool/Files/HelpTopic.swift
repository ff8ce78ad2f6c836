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
            text = Self.withoutComments(made)
            return
        }
        let page = FolderListing.names(in: folder)?.first { $0.lowercased() == asked }
        guard let page,
            let bytes = try? Descriptor.readRegularFile("\(folder)/\(page)", limit: Self.byteLimit)
        else { return nil }
        text = Self.withoutComments(String(decoding: bytes, as: UTF8.self))
    }

    /// How help is asked for, with the names of the pages.
    ///
    /// - Parameter pages: The names of the pages.
    /// - Returns: The text of `belfry help help`.
    static func usage(pages: [String]) -> String {
        """
        belfry help             lists the commands
        belfry help <command>   prints a command's help, as belfry <command> --help does
        belfry help <page>      prints a page of the documentation, in capitals or not; README lists \
        them with what each holds

        \(pages.isEmpty ? "No page is installed." : "Pages:")


        """ + pages.sorted().map { "  \($0)\n" }.joined()
    }

    /// A page without the comments of HTML that fill lines of their own, which are for those who write it.
    private static func withoutComments(_ page: String) -> String {
        var lines: [Substring] = []
        var isCode = false
        var isComment = false
        var isAfterComment = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, line.hasPrefix("<!--") { isComment = true }
            guard isComment else {
                // One empty line remains of the two around a comment.
                let isSecond = isAfterComment && line.isEmpty && lines.last?.isEmpty == true
                if !isSecond { lines.append(line) }
                isAfterComment = false
                continue
            }
            isAfterComment = true
            if line.hasSuffix("-->") { isComment = false }
        }
        return lines.joined(separator: "\n")
    }
}
