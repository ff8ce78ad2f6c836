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
        let asksForHelp = arguments.first == "help"
        let name = asksForHelp ? arguments.dropFirst().first : arguments.first
        let names = commandNames
        guard let name, !name.hasPrefix("-"), !names.contains(name),
            let near = Spelling.nearest(to: name, among: names)
        else {
            return nil
        }
        let remedy = "belfry \(asksForHelp ? "help " : "")\(near)"
        return ToolFailure("there is no command \(name); did you mean `\(remedy)`?", .usage)
    }
}
