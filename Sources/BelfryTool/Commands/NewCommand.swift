// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

/// `belfry new`: the files that an extension begins with.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Makes a new extension: sources, Info.plist and a payload to try it on.",
        discussion: """
            A service extension changes a notification before it is shown; a content extension draws \
            one that the user has expanded. In Swift they are as in an Xcode project, and the folder \
            can be added to one.

              belfry new service Courier
              belfry new content Invitation
              belfry new content Invitation --language cpp

            \(ExitStatusList.new.sentence)
            """
    )

    @Argument(help: "service or content.")
    var kind: ExtensionTemplate.Kind

    @Argument(help: "What to call it: letters, digits and underscores, a letter first.")
    var name: String

    @Option(help: "What to write it in: swift, c, cpp or rust.")
    var language = ExtensionTemplate.Language.swift

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to make (default: the name, here).", valueName: "folder")
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Its CFBundleIdentifier (default: org.example.app.NAME).",
            valueName: "id"
        )
    )
    var identifier: String?

    func validate() throws {
        guard Self.isName(name) else {
            throw ValidationError(
                "'\(name)' cannot be an extension's name: it is the module's too, so it has letters, "
                    + "digits and underscores, and begins with a letter"
            )
        }
        guard identifier.map(Self.isIdentifier) ?? true else {
            throw ValidationError(
                "--identifier '\(identifier ?? "")': a bundle identifier has letters, digits, hyphens "
                    + "and dots, such as org.example.app.\(name)"
            )
        }
    }

    func run() throws {
        let folder = output ?? name
        let template = ExtensionTemplate(
            kind: kind,
            language: language,
            sdk: try SDKLocation.ofRunningTool()
        )
        let files = try template.write(
            to: folder,
            name: name,
            identifier: identifier ?? "org.example.app.\(name)"
        )
        let output = Terminal.standardOutput
        var sheet = Sheet(terminal: output)
        sheet.heading(folder, "a \(kind.rawValue) extension")
        for (index, file) in files.enumerated() { sheet.row(index == 0 ? "made" : "", file) }
        sheet.gap()
        let quoted = folder.quotedForShell
        let verb = kind == .service ? "run" : "show"
        sheet.row("next", "belfry build \(quoted) -o \(name).appex")
        sheet.row("", "belfry \(verb) \(name).appex \(quoted)/payload.apns")
        sheet.gap()
        output.write(sheet.text)
    }

    private static func isName(_ text: String) -> Bool {
        let isWord = text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        return isWord
            && text.utf8.first.map { $0.isLetterOrDigit && $0 > UInt8(ascii: "9") } == true
    }

    private static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }
}
