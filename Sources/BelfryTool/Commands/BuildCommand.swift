// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryRuntime

/// `belfry build`: an extension's sources to a bundle.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Compiles an extension's sources and bundles them.",
        discussion: """
            The sources of a service extension as they are in an Xcode project, or C and C++ files \
            written to <belfry/belfry.h>. Info.plist is the one that is named, or the one beside the \
            first source, or a new one. Swift needs swiftc in PATH; for C, the environment's CC and \
            CXX name the compilers.

              belfry build NotificationService.swift
              belfry build TitleStamp.c --info-plist Info.plist -o TitleStamp.appex

            An earlier bundle of the same name is replaced once the new one is finished. Exit status: \
            0 the bundle is there; 64 usage, 65 the sources do not compile, 66 no such file, \
            69 a compiler is missing, 73 cannot write, 78 bad Info.plist.
            """
    )

    @Argument(help: "The source files: all .swift, or all .c, .cc, .cpp or .cxx.")
    var source: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The bundle to make (default: the first source's name, here).",
            valueName: "name.appex"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp("The Info.plist to copy into the bundle.", valueName: "file"))
    var infoPlist: String?

    @Option(help: ArgumentHelp("CFBundleIdentifier of a generated Info.plist.", valueName: "id"))
    var identifier: String?

    @Option(help: ArgumentHelp("A folder whose contents go into the bundle.", valueName: "dir"))
    var resources: String?

    @Option(help: ArgumentHelp("The Swift language: 5 (the default) or 6.", valueName: "5|6"))
    var swiftVersion: BuildOptions.SwiftVersion?

    @Flag(help: "Compile for a debugger: no optimisation, and DEBUG is defined in Swift.")
    var debug = false

    @Option(help: ArgumentHelp("A header whose C declarations Swift sees.", valueName: "file"))
    var bridgingHeader: String?

    @Flag(help: "Show the compilers' command lines.")
    var verbose = false

    func run() throws {
        let options = BuildOptions(
            sources: source,
            output: output,
            infoPlist: infoPlist,
            identifier: identifier,
            resources: resources,
            swiftVersion: swiftVersion,
            isDebug: debug,
            bridgingHeader: bridgingHeader,
            isVerbose: verbose
        )
        let builder = BundleBuilder(
            options: options,
            sdk: try SDKLocation.ofRunningTool(),
            toolchain: Toolchain(),
            log: .standardError,
            interruption: try Interruption.watch()
        )
        let built = try builder.build()
        // As it was typed, since in a clone it is not in PATH.
        let program = CommandLine.arguments.first ?? "belfry"
        let output = Terminal.standardOutput
        output.write(BuildScreen(terminal: output, program: program).render(built))
    }
}

extension BuildOptions.SwiftVersion: ExpressibleByArgument {}
