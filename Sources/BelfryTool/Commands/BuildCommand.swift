// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryRuntime
internal import BelfryTerminal

/// `belfry build`: an extension's sources to a bundle.
struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Compiles an extension's sources and bundles them.",
        discussion: """
            A service extension as it is in an Xcode project: its folder, the project, a workspace \
            that shows it, or source files; C and C++ files written to <belfry/belfry.h> too, and folders that CMake or \
            Cargo builds. A folder that belongs to a \
            project is built as its target says: sources, settings, Info.plist, entitlements, \
            resources. Any other folder is built from all that lies in it, and source files with \
            the Info.plist and .entitlements beside the first. A shared library that another build \
            has linked is bundled as it is, once it has passed what a worker will check. Swift needs swiftc in PATH; for C, \
            the environment's CC and CXX name the compilers.

              belfry build NotificationService.swift
              belfry build MyApp/NotificationService
              belfry build MyApp.xcodeproj --target NotificationService
              belfry build TitleStamp.c --info-plist Info.plist -o TitleStamp.appex
              belfry build libTitleStamp.so --id org.example.TitleStamp

            Links, and paths of a project, that lead out of the folders that are named, or out of the \
            project's own, are errors unless --allow-outside names where they lead.

            Sources are never changed. An earlier bundle of the same name is replaced once the new \
            one is finished, and left as it is when nothing has changed. More: `belfry help Build`.

            \(ExitStatusList.build.sentence)
            """
    )

    @Argument(
        help:
            "One folder, Xcode project or workspace, source files (Swift, C, C++), one .rs, or one libNAME.so."
    )
    var source: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The bundle to make (default: named after the target, folder or source, here).",
            valueName: "name.appex"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp("The Xcode or CMake project's target to build.", valueName: "name"))
    var target: String?

    @Option(help: ArgumentHelp("The Info.plist to take.", valueName: "file"))
    var infoPlist: String?

    @Option(
        name: [.long, .customLong("id")],
        help: ArgumentHelp("CFBundleIdentifier of a generated Info.plist.", valueName: "id")
    )
    var identifier: String?

    @Option(help: ArgumentHelp("The .entitlements file to take.", valueName: "file"))
    var entitlements: String?

    @Option(
        name: .customLong("app-group"),
        help: ArgumentHelp("An app group to be in, besides the entitlements'.", valueName: "id")
    )
    var appGroups: [String] = []

    @Option(help: ArgumentHelp("A folder whose contents go into the bundle.", valueName: "dir"))
    var resources: String?

    @Option(
        name: [.customLong("swift"), .customLong("swift-version")],
        help: ArgumentHelp(
            "The Swift language: 5 or 6 (default: a project's own, else 5).",
            valueName: "5|6"
        )
    )
    var swiftVersion: BuildOptions.SwiftVersion?

    @Flag(help: "Compile for a debugger: no optimisation, DEBUG is defined, a project's Debug.")
    var debug = false

    @Flag(
        name: .customLong("static"),
        help: "Put Swift's runtime and the SDK into the bundle: it runs on any host."
    )
    var isStatic = false

    @Option(help: ArgumentHelp("A header whose C declarations Swift sees.", valueName: "file"))
    var bridgingHeader: String?

    @Option(
        name: .customShort("D", allowingJoined: true),
        help: ArgumentHelp("Define a name for #if, and for #ifdef in C.", valueName: "name")
    )
    var definitions: [String] = []

    @Option(
        name: .customShort("I", allowingJoined: true),
        help: ArgumentHelp("Look for modules and headers there too.", valueName: "dir")
    )
    var includeFolders: [String] = []

    @Option(
        name: .customShort("L", allowingJoined: true),
        help: ArgumentHelp("Look for libraries there too.", valueName: "dir")
    )
    var libraryFolders: [String] = []

    @Option(
        name: .customShort("l", allowingJoined: true),
        help: ArgumentHelp("Link a library.", valueName: "name")
    )
    var libraries: [String] = []

    @Option(
        name: .customLong("package"),
        help: ArgumentHelp(
            "Build a Swift package and link it: a folder, or an address with a version.",
            valueName: "dir|url@version"
        )
    )
    var packages: [String] = []

    @Option(
        name: .customLong("product"),
        help: ArgumentHelp(
            "A library of a package (default: those whose modules are imported).",
            valueName: "name"
        )
    )
    var products: [String] = []

    @Option(
        name: .customLong("allow-outside"),
        help: ArgumentHelp(
            "Read this file or folder too, where a link or a project leads out of what is named.",
            valueName: "path"
        )
    )
    var allowedPlaces: [String] = []

    @Option(
        name: .customLong("Xswiftc", withSingleDash: true),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Give the Swift compiler an argument as it is.", valueName: "argument")
    )
    var swiftArguments: [String] = []

    @Flag(help: "Compile although nothing has changed.")
    var clean = false

    @Flag(help: "List the modules that extensions can import, and end.")
    var modules = false

    @Flag(help: "Show the compilers' command lines.")
    var verbose = false

    func validate() throws {
        guard modules || !source.isEmpty else {
            throw ValidationError("Missing expected argument '<source> ...'")
        }
    }

    func run() throws {
        let sdk = try SDKLocation.ofRunningTool()
        let output = Terminal.standardOutput
        guard !modules else {
            output.write(SDKModules(sdk: sdk).offered.joined(separator: "\n") + "\n")
            return
        }
        let builder = BundleBuilder(
            options: options,
            sdk: sdk,
            toolchain: Toolchain(swiftVersion: sdk.swiftVersion),
            log: .standardError
        )
        let built = try Interruption.watch().guarding { try await builder.build() }
        // As it was typed, since in a clone it is not in PATH.
        let program = CommandLine.arguments.first ?? "belfry"
        output.write(BuildScreen(terminal: output, program: program).render(built))
    }

    private var options: BuildOptions {
        BuildOptions(
            sources: source,
            target: target,
            output: output,
            infoPlist: infoPlist,
            identifier: identifier,
            entitlements: entitlements,
            appGroups: appGroups,
            resources: resources,
            swiftVersion: swiftVersion,
            isDebug: debug,
            isStatic: isStatic,
            bridgingHeader: bridgingHeader,
            definitions: definitions,
            includeFolders: includeFolders,
            libraryFolders: libraryFolders,
            libraries: libraries,
            packages: packages,
            products: products,
            allowedPlaces: allowedPlaces,
            swiftArguments: swiftArguments,
            isClean: clean,
            isVerbose: verbose
        )
    }
}

extension BuildOptions.SwiftVersion: ExpressibleByArgument {}
