// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// How C and C++ sources become an extension's library.
struct CCompilation {
    let sources: SourceFiles
    let options: BuildOptions
    let sdk: SDKLocation

    /// One call per source, and one that links.
    ///
    /// - Parameters:
    ///   - toolchain: Where the compilers are.
    ///   - library: What to make.
    ///   - objects: Where the sources' object files go, in the sources' order.
    /// - Returns: The calls, in their order.
    /// - Throws: ``ToolFailure`` when a compiler is missing.
    func steps(
        _ toolchain: Toolchain,
        library: String,
        objects: [String]
    ) throws(ToolFailure) -> [CompilerStep] {
        var steps: [CompilerStep] = []
        for (path, object) in zip(sources.operands, objects) {
            steps.append(try compile(path, to: object, toolchain))
        }
        return steps + [try link(objects, to: library, toolchain)]
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
        return CompilerStep(
            program: compiler.path,
            arguments: compiler.arguments + language + code
                + ["-I", sdk.headersPath, "-c", "-o", object, path],
            purpose: "compile \(path)"
        )
    }

    private func link(
        _ objects: [String],
        to library: String,
        _ toolchain: Toolchain
    ) throws(ToolFailure) -> CompilerStep {
        let isCPlusPlus = sources.paths.contains(where: SourceFiles.isCPlusPlus)
        let compiler = try toolchain.c(isCPlusPlus: isCPlusPlus)
        let rules = [
            "-Wl,--version-script=\(sdk.versionScriptPath)", "-Wl,--build-id=sha1", "-Wl,-z,now",
            "-Wl,-z,defs",
        ]
        return CompilerStep(
            program: compiler.path,
            arguments: compiler.arguments + ["-shared", "-fPIC"] + rules + ["-o", library]
                + objects,
            purpose: "link \(FilePath(library).name)"
        )
    }
}
