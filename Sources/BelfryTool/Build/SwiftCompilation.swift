// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// How Swift sources become an extension's library.
struct SwiftCompilation {
    let sources: SourceFiles
    let moduleName: String
    let options: BuildOptions
    let sdk: SDKLocation

    /// The one call that compiles and links.
    ///
    /// - Parameters:
    ///   - toolchain: Where the compiler is.
    ///   - library: What to make.
    /// - Returns: The call.
    /// - Throws: ``ToolFailure`` when the compiler or the SDK's library is missing.
    func step(_ toolchain: Toolchain, library: String) throws(ToolFailure) -> CompilerStep {
        guard let sdkLibrary = sdk.swiftLibraryPath else {
            throw ToolFailure(
                "the Swift SDK's \(SDKLocation.swiftLibraryName) is not beside the tool; build it "
                    + "with `make build`",
                .unavailable
            )
        }
        guard !Self.takenNames.contains(moduleName) else {
            throw ToolFailure(
                "\(moduleName) is the name of a module that extensions import; call the bundle "
                    + "something else with -o",
                .usage
            )
        }
        let libraries = ["-L", FilePath(sdkLibrary).directory, "-lUserNotifications"]
        return CompilerStep(
            program: try toolchain.swift(),
            arguments: language + searchPaths + implicitImports + libraries + linking
                + ["-o", library] + sources.operands,
            purpose: "compile \(sources.paths.joined(separator: ", "))"
        )
    }

    /// Modules whose name the extension's own cannot have.
    private static let takenNames: Set<String> = [
        "Swift", "Foundation", "FoundationNetworking", "UserNotifications", "CBelfry",
    ]

    private var language: [String] {
        var arguments = [
            "-emit-library", "-module-name", moduleName,
            "-swift-version", (options.swiftVersion ?? .five).rawValue,
            // An extension has no top-level code, whatever its files are called.
            "-parse-as-library", "-g",
        ]
        arguments += options.isDebug ? ["-Onone", "-D", "DEBUG"] : ["-O"]
        if let header = options.bridgingHeader { arguments += ["-import-objc-header", header] }
        return arguments
    }

    private var searchPaths: [String] { ["-I", sdk.swiftModulesPath, "-I", sdk.headersPath] }

    /// On iOS Foundation has all of URLSession; here a file would have to import another module.
    private var implicitImports: [String] {
        ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationNetworking"]
    }

    private var linking: [String] {
        let flags = [
            "--version-script=\(sdk.versionScriptPath)", "--build-id=sha1", "-z", "now",
            "-z", "defs",
        ]
        return ["-no-toolchain-stdlib-rpath"] + flags.flatMap { ["-Xlinker", $0] }
    }
}
