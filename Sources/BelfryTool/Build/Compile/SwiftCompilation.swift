// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// How Swift sources become an extension's library.
struct SwiftCompilation {
    let inputs: BuildInputs
    let sources: [SwiftSource]
    let moduleName: String
    let options: BuildOptions
    let sdk: SDKLocation

    /// The packages that it is compiled and linked with.
    var packages: BuiltPackages?

    /// The one call that compiles and links.
    ///
    /// - Parameters:
    ///   - toolchain: Where the compiler is.
    ///   - library: What to make.
    ///   - module: Where the module's description goes, which debuggers read. Left to itself the
    ///     compiler has been seen to put it into the working directory.
    ///   - overlay: The file that puts rewritten sources in place; nil when there are none.
    ///   - extra: Sources besides the author's.
    ///   - objects: What C and C++ sources were compiled to.
    /// - Returns: The call.
    /// - Throws: ``ToolFailure`` when the compiler or the SDK's library is missing.
    func step(
        _ toolchain: Toolchain,
        library: String,
        module: String,
        overlay: String?,
        extra: [String],
        objects: [String]
    ) throws(ToolFailure) -> CompilerStep {
        guard sdk.swiftLibraryPath != nil else {
            throw ToolFailure(sdk.missingLibraryExplanation, .unavailable)
        }
        let modules = SDKModules(sdk: sdk)
        guard !modules.takenNames.contains(moduleName) else {
            throw ToolFailure(
                "\(moduleName) is the name of a module that extensions import; call the bundle "
                    + "something else with -o",
                .usage
            )
        }
        let paths = sources.map(\.path)
        let imports = sources.flatMap(\.facts.imports)
        let linked = try modules.linking(imports, isStatic: options.isStatic)
        let replaced = overlay.map { ["-vfsoverlay", $0] } ?? []
        return CompilerStep(
            program: try toolchain.swift(),
            arguments: language + definitions + searchPaths + implicitImports + replaced
                + linked + linking + (packages?.linking ?? []) + options.swiftArguments
                + ["-emit-module-path", module, "-o", library]
                + SourceFiles.operands(paths)
                + SourceFiles.operands(extra) + objects,
            purpose: "compile \(SourceFiles.described(paths))",
            colours: ["-color-diagnostics"],
            authors: AuthorLines(sources)
        )
    }

    private var language: [String] {
        var arguments = [
            "-emit-library", "-module-name", moduleName, "-swift-version", version.rawValue,
            // An extension has no top-level code, whatever its files are called.
            "-parse-as-library", "-g",
            // One process for all files: they are few, and a warning comes but once.
            "-wmo",
        ]
        arguments += options.isDebug ? ["-Onone"] : ["-O"]
        // As Xcode has it, whose projects are of Swift 5; part of the language since 6.
        if version == .five { arguments.append("-enable-bare-slash-regex") }
        if let header = inputs.bridgingHeader { arguments += ["-import-objc-header", header] }
        return arguments
    }

    private var version: BuildOptions.SwiftVersion {
        if let version = options.swiftVersion { return version }
        return inputs.settings?["SWIFT_VERSION"]?.hasPrefix("6") == true ? .six : .five
    }

    private var definitions: [String] {
        var names = options.definitions
        if options.isDebug { names.append("DEBUG") }
        if let settings = inputs.settings {
            names += settings.words("SWIFT_ACTIVE_COMPILATION_CONDITIONS")
            names += Self.definitions(in: settings.words("OTHER_SWIFT_FLAGS"))
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.flatMap { ["-D", $0] }
    }

    /// The names that other flags define: `-DNAME` and `-D NAME`.
    private static func definitions(in flags: [String]) -> [String] {
        flags.indices.compactMap { index in
            let flag = flags[index]
            if flag == "-D" { return index + 1 < flags.count ? flags[index + 1] : nil }
            return flag.hasPrefix("-D") ? String(flag.dropFirst(2)) : nil
        }
    }

    private var searchPaths: [String] {
        let folders =
            [sdk.swiftModulesPath, sdk.headersPath] + sdk.cModulePaths
            + inputs.sources.headerFolders + options.includeFolders
        return (packages?.search ?? []) + folders.flatMap { ["-I", $0] }
            + options.libraryFolders.flatMap { ["-L", $0] }
    }

    /// On iOS Foundation has all of URLSession, and what the SDK adds to Foundation for extensions
    /// has to be found in their other files too; here a file would have to import more modules.
    ///
    /// What a project's bridging header shows to a file is imported where the file uses it, since the
    /// header is not there when the file is built by itself.
    private var implicitImports: [String] {
        let facts = SourceFacts(merging: sources.map(\.facts))
        let needed =
            (facts.usesCommonCrypto ? ["CommonCrypto"] : [])
            + (facts.usesXML ? ["FoundationXML"] : [])
        return (["FoundationNetworking", "UserNotifications"] + needed).flatMap {
            ["-Xfrontend", "-import-module", "-Xfrontend", $0]
        }
    }

    private var linking: [String] {
        let hasCPlusPlus = inputs.sources.c.contains(where: SourceFiles.isCPlusPlus)
        let flags = [
            "--version-script=\(sdk.versionScriptPath)", "--build-id=sha1", "-z", "now",
            "-z", "defs",
        ]
        return options.libraries.map { "-l\($0)" } + (hasCPlusPlus ? ["-lstdc++"] : [])
            + ["-no-toolchain-stdlib-rpath"] + flags.flatMap { ["-Xlinker", $0] }
    }
}
