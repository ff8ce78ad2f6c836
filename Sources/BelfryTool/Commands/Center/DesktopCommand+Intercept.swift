// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryDesktop
internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

extension DesktopCommand {
    /// `belfry desktop intercept`.
    struct Intercept: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "intercept",
            abstract: "Has an extension look at each notification of each program before it shows.",
            discussion: """
                It takes the place of the desktop's notification server, runs the extension on each \
                notification, and hands what becomes of it to the real server. Programs notice nothing: \
                numbers, buttons and all else are the real server's. The extension needs \
                BFExtension.ModifyLocal in its Info.plist, and BFExtension.Filtering to drop \
                notifications. One that fails, or is late, has the notification shown as it came.

                  belfry desktop intercept DesktopTidy.appex --server dunst
                  belfry desktop intercept DesktopTidy.appex --server /usr/lib/x/xfce4-notifyd

                --server starts the real server on a bus of its own. Without it, whoever is the server \
                now has to let its name be taken and to go on without it. Prints what was dropped and \
                what failed. Ctrl-C gives the name back; when belfry is killed, the session bus starts \
                a server again, or belfry has left a process that does.

                  belfry desktop intercept DesktopTidy.appex --resend

                --resend is for a server that keeps its name, as the shells of GNOME and Plasma do: \
                belfry watches what programs send, and has the server change what the extension has \
                changed. \(ResendCost.paragraph) With it, --server-name is who changes notifications: \
                org.gnome.Shell for GNOME, whose server lets no program change another's.

                \(ExitStatusList.desktopIntercept.sentence)
                """
        )

        @Argument(help: "The extension, a directory such as Name.appex.")
        var bundle: String

        @Option(
            help: ArgumentHelp(
                "The real server: a program, with its arguments, that is started on a bus of its own.",
                valueName: "command"
            )
        )
        var server: String?

        @Option(
            help: ArgumentHelp(
                "The real server's other name on the session bus.",
                valueName: "name"
            )
        )
        var serverName: String?

        @Flag(
            help:
                "Leave the server its name: watch what it is sent, and send again what was changed."
        )
        var resend = false

        @OptionGroup
        var hostOptions: HostOptions

        @Flag(help: "Count failures, and do not try an extension that fails too often.")
        var quarantine = false

        @Flag(help: "Print each notification's end, also where it was shown.")
        var verbose = false

        @Flag(help: "Print a JSON object for each notification and event, on a line of its own.")
        var json = false

        /// How long a run may take; programs wait 25 s for the answer to a notification.
        private static let wall = Duration.seconds(5)
        private static let wallLimit = Duration.seconds(20)

        /// How much longer than its run a notification waits.
        private static let margin = Duration.seconds(3)

        /// Most runs at a time.
        private static let runLimit = 16

        func validate() throws {
            guard server == nil || serverName == nil else {
                throw ValidationError("--server and --server-name each say the server: give one")
            }
            guard server == nil || !resend else {
                throw ValidationError(
                    "--resend leaves the server that runs where it is, and --server starts another: "
                        + "give one"
                )
            }
            for (option, value, noun) in [
                ("--server", server, "command"), ("--server-name", serverName, "name"),
            ] where value?.isEmpty == true {
                throw ValidationError(EmptyValue.message(for: option, noun: noun))
            }
            guard serverName != "org.freedesktop.Notifications" else {
                throw ValidationError("--server-name: this is the name that belfry takes")
            }
        }

        func run() throws {
            let bundle = try ExtensionBundle(at: bundle)
            let manifest = bundle.manifest
            guard manifest.extensionPoint == .service, manifest.modifyLocal else {
                throw ToolFailure(
                    "\(bundle.name) is not asked about notifications of this machine: it has to be a "
                        + "service extension with BFExtension.ModifyLocal set to <true/> in Info.plist",
                    .badManifest
                )
            }
            let budget = try budget(of: bundle)
            var options = ExtensionHost.RunOptions(budget: budget)
            options.allowedOrigins = hostOptions.allowNetwork
            var limits = InterceptQueue.Limits()
            limits.patience = budget.wall + Self.margin
            // One more than run at a time, so that no worker waits for the way here and back; and one
            // for a program that has none.
            limits.runs = min(manifest.parallelRuns + 2, Self.runLimit)
            var configuration = try hostOptions.configuration()
            if quarantine {
                configuration.quarantine = QuarantineRegister(path: StatePath.quarantine)
            }
            let session = InterceptSession(
                bundle: bundle,
                place: place,
                options: options,
                limits: limits,
                configuration: configuration,
                screen: InterceptScreen(isVerbose: verbose, isJSON: json)
            )
            try session.run()
        }

        /// Where the real server is.
        private var place: Interceptor.ServerPlace {
            if resend { return .keeper(through: serverName) }
            return server.map { .command($0) } ?? serverName.map { .name($0) } ?? .owner
        }

        /// What a run may use: no longer than a program waits.
        private func budget(of bundle: ExtensionBundle) throws -> Budget {
            var budget = Budget()
            budget.apply(bundle.manifest.budget)
            budget.wall = min(budget.wall, Self.wall)
            if let text = hostOptions.budget {
                try BudgetOption.apply(text, to: &budget, from: "--budget")
            }
            guard budget.wall <= Self.wallLimit else {
                throw ToolFailure(
                    "--budget: wall is 20 s at most here, as programs wait 25 s for an answer",
                    .usage
                )
            }
            return budget
        }
    }
}
