// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// How C and C++ sources become object files, and an extension's library when there is no Swift.
struct CCompilation {
    let inputs: BuildInputs

    /// The project's libraries that it is compiled and linked with.
    let libraries: BuiltLibraries

    let options: BuildOptions
    let sdk: SDKLocation

    private var sources: SourceFiles { inputs.sources }

    /// One call per source.
    ///
    /// - Parameters:
    ///   - toolchain: Where the compilers are.
    ///   - objects: Where the sources' object files go, in the sources' order.
    /// - Returns: The calls, in their order.
    /// - Throws: ``ToolFailure`` when a compiler is missing.
    func steps(
        _ toolchain: Toolchain,
        objects: [String]
    ) throws(ToolFailure) -> [CompilerStep] {
        var steps: [CompilerStep] = []
        for (path, object) in zip(SourceFiles.operands(sources.c), objects) {
            steps.append(try compile(path, to: object, toolchain))
        }
        return steps
    }

    private func compile(
        _ path: String,
        to object: String,
        _ toolchain: Toolchain
    ) throws(ToolFailure) -> CompilerStep {
        let isCPlusPlus = SourceFiles.isCPlusPlus(path)
        let compiler = try toolchain.c(isCPlusPlus: isCPlusPlus)
        // The dialects with what POSIX adds: strict C hides strdup and clock_gettime.
        let language = [isCPlusPlus ? "-std=gnu++20" : "-std=gnu17", "-Wall", "-Wextra"]
        let code = ["-fPIC", "-fvisibility=hidden", "-g", options.isDebug ? "-O0" : "-O2"]
        let kit = isCPlusPlus && sdk.cppHeadersPath != sdk.headersPath ? [sdk.cppHeadersPath] : []
        let folders =
            [sdk.headersPath] + kit + sdk.cModulePaths + sources.headerFolders
            + libraries.headerFolders + options.includeFolders
        let definitions = try Definitions(options, inputs)
        return CompilerStep(
            program: compiler.path,
            arguments: compiler.arguments + language + code
                + definitions.c + SourceFiles.folders("-I", folders)
                + ["-c", "-o", object, path],
            purpose: "compile \(path)",
            colours: ["-fdiagnostics-color=always"],
            authors: AuthorLines(headers: libraries.headers)
        )
    }

    /// The call that links an extension without Swift.
    func link(
        _ objects: [String],
        to library: String,
        _ toolchain: Toolchain
    ) throws(ToolFailure) -> CompilerStep {
        let isCPlusPlus =
            libraries.hasCPlusPlus || sources.c.contains(where: SourceFiles.isCPlusPlus)
        let compiler = try toolchain.c(isCPlusPlus: isCPlusPlus)
        let rules = [
            "-Wl,--version-script=\(sdk.versionScriptPath)", "-Wl,--build-id=sha1", "-Wl,-z,now",
            "-Wl,-z,defs",
        ]
        return CompilerStep(
            program: compiler.path,
            arguments: compiler.arguments + ["-shared", "-fPIC"] + rules + ["-o", library]
                + objects + SourceFiles.folders("-L", options.libraryFolders)
                + options.libraries.map { "-l\($0)" },
            purpose: "link \(FilePath(library).name)"
        )
    }
}
