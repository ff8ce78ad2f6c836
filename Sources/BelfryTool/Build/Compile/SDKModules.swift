// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// The modules that extensions can import, and the libraries that hold them.
struct SDKModules {
    /// Modules that are headers of C alone.
    private static let cNames = ["CommonCrypto", "os", "SQLite3", "zlib"]

    /// What the large modules re-export, to be imported by their names alone.
    private static let innerNames = [
        "Crypto", "CryptoBoringWrapper", "OpenCombine", "OpenCombineDispatch",
        "OpenCombineFoundation",
    ]

    /// The modules of Swift's own toolchain that Apple's platforms have as well.
    private static let toolchainNames = [
        "Dispatch", "Foundation", "FoundationNetworking", "FoundationXML", "Observation",
        "RegexBuilder", "Swift", "Synchronization",
    ]

    let sdk: SDKLocation

    /// The modules that this build of Belfry has for extensions, with the toolchain's.
    var offered: [String] {
        let own = sdk.swiftModuleNames.filter { !$0.hasPrefix("Belfry") }
        let headers = Self.cNames.filter(hasHeaders)
        let toBeBuilt = sdk.scriptsPath == nil ? [] : SDKLocation.largeModules
        return Set(own + headers + toBeBuilt + Self.toolchainNames).subtracting(Self.innerNames)
            .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }

    /// The names that an extension's own module cannot have.
    var takenNames: Set<String> {
        let own = sdk.swiftModuleNames + Self.cNames + SDKLocation.largeModules + Self.innerNames
        return Set(own + Self.toolchainNames + ["CBelfry"])
    }

    /// The libraries that sources need, by their modules' names: the large modules' if they import
    /// them, and the one with all other modules.
    func libraries(_ imports: [SourceFacts.Import]) -> [String] {
        let modules = Set(imports.map(\.module))
        return SDKLocation.largeModules.filter(modules.contains) + ["UserNotifications"]
    }

    /// The path of one of the SDK's libraries.
    func path(ofLibrary name: String, isStatic: Bool) -> String {
        "\(sdk.librariesPath)/lib\(name).\(isStatic ? "a" : "so")"
    }

    /// The calls that build what is missing of the libraries that sources need.
    ///
    /// - Throws: ``ToolFailure`` where nothing is there to build them from.
    func provision(
        _ imports: [SourceFacts.Import],
        isStatic: Bool
    ) throws(ToolFailure) -> [CompilerStep] {
        var steps: [CompilerStep] = []
        for name in libraries(imports) {
            let path = path(ofLibrary: name, isStatic: isStatic)
            let isLarge = SDKLocation.largeModules.contains(name)
            // An archive is as old as what it was made of, which a look at it does not tell.
            let mayBeOld = isStatic && !isLarge && sdk.scriptsPath != nil
            // The build folder is the package manager's, which takes out what it does not know.
            let isThere = Self.isFile(path) && (!isLarge || hasModule(name))
            guard mayBeOld || !isThere else { continue }
            guard let scripts = sdk.scriptsPath else {
                throw ToolFailure(
                    "\(path) is missing; " + sdk.remedy(package: "belfry-dev"),
                    .unavailable
                )
            }
            let script = isLarge ? "build-modules.sh" : "archive-library.sh"
            steps.append(
                CompilerStep(
                    program: "\(scripts)/\(script)",
                    arguments: [sdk.librariesPath, name],
                    purpose: isLarge ? "build the module \(name)" : "archive the SDK"
                )
            )
        }
        return steps
    }

    private func hasModule(_ name: String) -> Bool {
        Self.isFile("\(sdk.swiftModulesPath)/\(name).swiftmodule")
    }

    /// The frameworks of Apple's that a source cannot import.
    ///
    /// None where modules of the author's own may be: these may be called so.
    ///
    /// - Parameter options: What the command line says.
    /// - Returns: Their names.
    func absentFrameworks(_ options: BuildOptions) -> Set<String> {
        guard options.includeFolders.isEmpty else { return [] }
        return AppleFrameworks.names.subtracting(offered)
    }

    /// The linker's arguments for the modules that sources import.
    ///
    /// - Throws: ``ToolFailure`` when a file of theirs cannot be read.
    func linking(
        _ imports: [SourceFacts.Import],
        isStatic: Bool
    ) throws(ToolFailure) -> [String] {
        let libraries = libraries(imports)
        guard isStatic else {
            return ["-L", sdk.librariesPath] + libraries.map { "-l\($0)" }
        }
        let main = "\(sdk.librariesPath)/\(SDKLocation.swiftLibraryName.dropLast(3))"
        let names = "\(main).wrap"
        guard let wrapped = try? String(contentsOfFile: names, encoding: .utf8) else {
            throw ToolFailure("\(names) is missing; build it with `make sdk`", .unavailable)
        }
        let symbols = wrapped.split(separator: "\n").map(String.init)
        // What stands in the place of one of Swift's functions calls that function.
        let roots = ["bf_extension_main"] + symbols
        let flags =
            symbols.map { "--wrap=\($0)" } + roots.map { "--undefined=\($0)" }
            + ["--gc-sections", "--as-needed"] + Self.systemLibraries.map { "-l\($0)" }
        // The toolchain's own arguments have nothing exported from archives: the entry is in the object.
        return ["-static-stdlib", "-use-ld=lld", "\(main).o"]
            + libraries.map { path(ofLibrary: $0, isStatic: true) }
            + flags.flatMap { ["-Xlinker", $0] }
    }

    /// What parts of the SDK stand on, linked where these parts are; optimised code has no need of
    /// the first, which a debug build of the SDK has.
    private static let systemLibraries = [
        "swiftSwiftOnoneSupport", "crypto", "gif", "jpeg", "lzma", "png", "webp", "z",
    ]

    private func hasHeaders(_ name: String) -> Bool {
        sdk.cModulePaths.contains { Self.isFile("\($0)/\(name)") }
    }

    private static func isFile(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}
