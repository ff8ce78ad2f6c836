// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal
internal import Glibc

/// The command-line tool.
package struct BelfryCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "belfry",
        abstract:
            "Runs notification extensions in a sandbox, under budgets, and says what happened.",
        discussion: """
            An extension is a shared library in a bundle, Name.appex, that may change a notification \
            before it is shown, or draw it. Begin with:

              belfry build NotificationService.swift      makes NotificationService.appex
              belfry run NotificationService.appex push.apns
              belfry show NotificationContent.appex push.apns
              belfry measure NotificationService.appex push.apns

            `belfry help TOPIC` prints a page of the documentation, such as `belfry help Network`.

            The commands of the notification centre speak to a daemon, belfryd, that keeps what it is \
            given; so do show and explain with the number of a notification, such as belfry show 1.

            \(ExitStatusList.tool.sentence)
            """,
        version: BelfryVersion.text,
        subcommands: [
            NewCommand.self, BuildCommand.self, RunCommand.self, ReplayCommand.self,
            ShowCommand.self, MeasureCommand.self, InspectCommand.self, ExplainCommand.self,
            ValidateCommand.self, DoctorCommand.self, QuarantineCommand.self, ServeFileCommand.self,
            DecodePictureCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Notification Centre",
                subcommands: [
                    InstallCommand.self, AppsCommand.self, RemoveCommand.self, PushCommand.self,
                    ScheduleCommand.self, ListCommand.self, RespondCommand.self, AllowCommand.self,
                    DenyCommand.self, ResetCommand.self, SettingsCommand.self, RestoreCommand.self,
                    DeviceCommand.self,
                    ClockCommand.self, LocationCommand.self, LogCommand.self, CenterCommand.self,
                    OpenCommand.self,
                    TokenCommand.self, ProviderCommand.self, AuthorityCommand.self,
                    EndpointCommand.self, TopicCommand.self, DesktopCommand.self,
                    PushLogCommand.self,
                    ActivitiesCommand.self,
                ]
            )
        ]
    )

    package init() {}

    /// Runs the command named by the process's arguments, and ends the process.
    package static func runAndExit() -> Never {
        // A closed pipe is an error of a write, not the end of a run that is under way.
        signal(SIGPIPE, SIG_IGN)
        Terminal.openMissingStreams()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if let text = topic(arguments)?.text ?? helpOfHelp(arguments) {
                Terminal.standardOutput.write(text)
                end(.delivered)
            }
            if let failure = misspelling(in: arguments) ?? unknownTopic(in: arguments) {
                throw failure
            }
            var command = try parseAsRoot()
            try command.run()
            end(.delivered)
        } catch let status as ExitStatus {
            end(status)
        } catch {
            end(ToolFailure.report(error, of: self))
        }
    }

    /// The page of the documentation that arguments ask for, where Belfry's pages are there.
    private static func topic(_ arguments: [String]) -> HelpTopic? {
        guard arguments.first == "help", let sdk = try? SDKLocation.ofRunningTool() else {
            return nil
        }
        return HelpTopic(arguments, commands: commandNames, in: sdk.documentationPath) { page in
            page == "verdicts.md" ? VerdictPage().text : nil
        }
    }

    /// How help is asked for, where that is what arguments ask; the parser knows of no pages.
    private static func helpOfHelp(_ arguments: [String]) -> String? {
        arguments == ["help", "help"] ? HelpTopic.usage(pages: pages) : nil
    }

    private static func unknownTopic(in arguments: [String]) -> ToolFailure? {
        unknownTopic(in: arguments, pages: pages)
    }

    /// The names of the pages that are there.
    private static var pages: [String] {
        let folder = (try? SDKLocation.ofRunningTool())?.documentationPath
        return folder.map(HelpTopic.names) ?? []
    }

    /// Ends the process; with another status where its output is incomplete.
    private static func end(_ status: ExitStatus) -> Never {
        guard let failure = Terminal.outputFailure else { Glibc.exit(status.code) }
        let sentence = SystemError.sentence(of: failure.errno)
        Terminal.standardError.write("belfry: standard output could not be written: \(sentence)\n")
        Glibc.exit(ExitStatus.cannotCreate.code)
    }
}
