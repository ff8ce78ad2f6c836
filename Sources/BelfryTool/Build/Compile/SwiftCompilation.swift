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

    /// The project's libraries that it is compiled and linked with.
    var libraries: BuiltLibraries

    /// Whether it has C of its own that is a module of the same name.
    var hasOwnC = false

    /// The one call that compiles and links.
    ///
    /// - Parameters:
    ///   - toolchain: Where the compiler is.
    ///   - library: What to make.
    ///   - imports: The modules that all sources import, those of the libraries' too.
    ///   - module: Where the module's description goes, which debuggers read. Left to itself the
    ///     compiler has been seen to put it into the working directory.
    ///   - overlay: The file that puts rewritten sources in place; nil when there are none.
    ///   - extra: Sources besides the author's.
    ///   - objects: What C and C++ sources and the project's libraries were compiled to.
    /// - Returns: The call.
    /// - Throws: ``ToolFailure`` when the compiler or the SDK's library is missing.
    func step(
        _ toolchain: Toolchain,
        library: String,
        imports: [SourceFacts.Import],
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
        let linked = try modules.linking(imports, isStatic: options.isStatic)
        return try call(
            toolchain,
            ["-emit-library", "-o", library]
                + SourceFiles.folders("-L", options.libraryFolders) + linked + linking
                + (packages?.linking ?? []),
            module: module,
            overlay: overlay,
            inputs: SourceFiles.operands(extra) + objects
        )
    }

    /// The call that compiles one of the project's libraries, to be linked later.
    ///
    /// - Parameters:
    ///   - toolchain: Where the compiler is.
    ///   - object: What to make.
    ///   - module: Where the module's description goes, which what imports it is compiled with.
    ///   - overlay: The file that puts rewritten sources in place; nil when there are none.
    ///   - extra: Sources besides the author's.
    /// - Returns: The call.
    /// - Throws: ``ToolFailure`` when the compiler is missing.
    func step(
        _ toolchain: Toolchain,
        object: String,
        module: String,
        overlay: String?,
        extra: [String]
    ) throws(ToolFailure) -> CompilerStep {
        try call(
            toolchain,
            ["-emit-object", "-o", object],
            module: module,
            overlay: overlay,
            inputs: SourceFiles.operands(extra)
        )
    }

    private func call(
        _ toolchain: Toolchain,
        _ result: [String],
        module: String,
        overlay: String?,
        inputs: [String]
    ) throws(ToolFailure) -> CompilerStep {
        let paths = sources.map(\.path)
        let definitions = try Definitions(options, self.inputs).swift
        let replaced = overlay.map { ["-vfsoverlay", $0] } ?? []
        return CompilerStep(
            program: try toolchain.swift(),
            arguments: language + definitions + searchPaths + implicitImports + replaced + result
                + options.swiftArguments + ["-emit-module-path", module]
                + SourceFiles.operands(paths) + inputs,
            purpose: "compile \(SourceFiles.described(paths))",
            colours: ["-color-diagnostics"],
            authors: AuthorLines(sources, headers: libraries.headers)
        )
    }

    private var language: [String] {
        var arguments = [
            "-module-name", moduleName, "-swift-version", version.rawValue,
            // An extension has no top-level code, whatever its files are called.
            "-parse-as-library", "-g",
            // One process for all files: they are few, and a warning comes but once.
            "-wmo",
        ]
        // Without it the debug information names files of the module cache, which gdb looks for and
        // complains of one by one.
        arguments += ["-Xfrontend", "-no-clang-module-breadcrumbs"]
        arguments += options.isDebug ? ["-Onone"] : ["-O"]
        // As Xcode has it, whose projects are of Swift 5; part of the language since 6.
        if version == .five { arguments.append("-enable-bare-slash-regex") }
        if hasOwnC { arguments.append("-import-underlying-module") }
        if let header = inputs.bridgingHeader {
            arguments += ["-import-objc-header", SourceFiles.operand(header)]
        }
        return arguments
    }

    private var version: BuildOptions.SwiftVersion {
        if let version = options.swiftVersion { return version }
        return inputs.settings?["SWIFT_VERSION"]?.hasPrefix("6") == true ? .six : .five
    }

    private var searchPaths: [String] {
        let folders =
            [sdk.swiftModulesPath, sdk.headersPath] + sdk.cModulePaths
            + inputs.sources.headerFolders + options.includeFolders
        return libraries.search + (packages?.search ?? []) + SourceFiles.folders("-I", folders)
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
        let hasCPlusPlus =
            libraries.hasCPlusPlus || inputs.sources.c.contains(where: SourceFiles.isCPlusPlus)
        let flags = [
            "--version-script=\(sdk.versionScriptPath)", "--build-id=sha1", "-z", "now",
            "-z", "defs",
        ]
        return options.libraries.map { "-l\($0)" } + (hasCPlusPlus ? ["-lstdc++"] : [])
            + ["-no-toolchain-stdlib-rpath"] + flags.flatMap { ["-Xlinker", $0] }
    }
}
