// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

extension BelfryCommand {
    /// The names of all commands.
    static var commandNames: [String] {
        configuration.subcommands.map { $0._commandName } + ["help"]
    }

    /// What is wrong with the command's name, where it comes near to one that there is.
    ///
    /// The parser takes such a name for an argument too many.
    ///
    /// - Parameter arguments: The process's arguments, without its name.
    /// - Returns: The failure; nil where the name exists, or comes near to none.
    static func misspelling(in arguments: [String]) -> ToolFailure? {
        let names = commandNames
        guard let name = arguments.first, !name.hasPrefix("-"), !names.contains(name),
            let near = Spelling.nearest(to: name, among: names)
        else { return nil }
        return ToolFailure("there is no command \(name); did you mean `belfry \(near)`?", .usage)
    }

    /// What is wrong with the topic that help is asked for, which is neither a command nor a page.
    ///
    /// The parser would print the help of the whole tool, as if nothing had been asked.
    ///
    /// - Parameters:
    ///   - arguments: The process's arguments, without its name; not those of a page that is there.
    ///   - pages: The names of the pages.
    /// - Returns: The failure; nil for a command, and where help is not asked for or for all.
    static func unknownTopic(in arguments: [String], pages: [String]) -> ToolFailure? {
        let names = commandNames
        guard arguments.first == "help", let name = arguments.dropFirst().first,
            !name.hasPrefix("-"), !names.contains(name)
        else { return nil }
        let more = arguments.dropFirst(2).joined(separator: " ")
        let page = pages.first { $0.lowercased() == name.lowercased() }
        if let page, !more.isEmpty {
            return ToolFailure(
                "there is no \(more) under the page \(page); `belfry help \(page)` prints all of it",
                .usage
            )
        }
        let near = Spelling.nearest(to: name, among: names + pages)
        let remedy =
            near.map { "did you mean `belfry help \($0)`?" }
            ?? "`belfry help` lists the commands, `belfry help README` the pages"
        return ToolFailure("there is no command or page \(name); \(remedy)", .usage)
    }
}
