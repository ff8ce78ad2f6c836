// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Where Belfry's own parts are: the worker beside the tool, the SDK that extensions are built
/// against and the Swift runtime it needs.
///
/// The tool runs from a build folder and from an installation without being told which. In a clone
/// the SDK is a package of its own, with a build folder of its own: `SDK/.build`.
package struct SDKLocation: Sendable, Equatable {
    /// The `belfry-worker` executable.
    package let workerPath: String

    /// The `belfry-symbolise` executable; nil when it was not built.
    package let symboliserPath: String?

    /// The folder that the SDK's libraries belong in, whether they were built or not.
    package let librariesPath: String

    /// The SDK's shared library; nil when it was not built.
    package let swiftLibraryPath: String?

    /// Where the SDK's Swift modules are.
    package let swiftModulesPath: String

    /// The names of the SDK's Swift modules.
    package let swiftModuleNames: [String]

    /// Where `belfry/belfry.h` and the module map are found.
    package let headersPath: String

    /// Where `belfry.hpp` is found.
    package let cppHeadersPath: String

    /// The folder of `BelfryConfig.cmake`.
    package let cmakePath: String

    /// The folder of the crate `belfry-extension`.
    package let rustCratePath: String

    /// Where the SDK's C modules are found, one directory each.
    package let cModulePaths: [String]

    /// The version script that leaves an extension one symbol.
    package let versionScriptPath: String

    /// The folder of what new extensions begin with.
    package let templatesPath: String

    /// The folder of the documentation's pages.
    package let documentationPath: String

    /// The folder of the scripts that build more of the SDK; nil in an installation, which has all.
    package let scriptsPath: String?

    /// The file name of the SDK's shared library.
    package static let swiftLibraryName = "libUserNotifications.so"

    /// Finds the parts from the directory of an executable.
    ///
    /// - Parameter directory: `…/.build/debug` or `PREFIX/bin`.
    /// - Throws: ``SDKLocationError`` naming every place that was looked in.
    package init(executableDirectory directory: String) throws(SDKLocationError) {
        // Without `..` in it: the sandbox shows workers the library at this very path.
        let prefix = directory.deletingLastComponent
        if let installed = SDKLocation(prefix: prefix) {
            self = installed
        } else if let built = SDKLocation(buildFolder: directory) {
            self = built
        } else {
            throw SDKLocationError(places: [
                directory + Self.builtWorker, prefix + Self.installedWorker,
            ])
        }
    }

    /// Finds the parts of an installation; nil where its worker is not there.
    ///
    /// - Parameter prefix: What it was installed under, such as `/usr/local`.
    package init?(prefix: String) {
        guard Self.isFile(prefix + Self.installedWorker) else { return nil }
        workerPath = prefix + Self.installedWorker
        symboliserPath = Self.ifFile(prefix + "/libexec/belfry/belfry-symbolise")
        librariesPath = prefix + "/lib/belfry"
        swiftLibraryPath = Self.ifFile("\(librariesPath)/\(Self.swiftLibraryName)")
        swiftModulesPath = prefix + "/lib/belfry/swift"
        swiftModuleNames = Self.names(in: swiftModulesPath)
            .filter { $0.hasSuffix(Self.moduleEnding) }
            .map { String($0.dropLast(Self.moduleEnding.count)) }
        headersPath = prefix + "/include"
        cppHeadersPath = headersPath
        cmakePath = prefix + "/lib/cmake/Belfry"
        rustCratePath = prefix + "/share/belfry/rust/belfry-extension"
        cModulePaths = Self.includeFolders(in: prefix + "/lib/belfry/c")
        versionScriptPath = prefix + "/share/belfry/extension.map"
        templatesPath = prefix + "/share/belfry/Templates"
        documentationPath = prefix + "/share/doc/belfry/Documentation"
        scriptsPath = nil
    }

    /// Finds the parts in a clone; nil where the worker is not there, or in no clone.
    ///
    /// - Parameter directory: The absolute path of its build folder, `…/.build/debug`.
    package init?(buildFolder directory: String) {
        let builtWorker = directory + Self.builtWorker
        guard Self.isFile(builtWorker), let sources = Self.packageRoot(above: directory) else {
            return nil
        }
        workerPath = builtWorker
        symboliserPath = Self.ifFile(directory + "/belfry-symbolise")
        // The configuration, debug or release, is the last component of either build folder.
        let configuration = directory.split(separator: "/").last.map(String.init) ?? ""
        librariesPath = "\(sources)/SDK/.build/\(configuration)"
        swiftLibraryPath = Self.ifFile("\(librariesPath)/\(Self.swiftLibraryName)")
        let modules = "\(librariesPath)/Modules"
        swiftModulesPath = modules
        // The build folder has the modules of the SDK's tests as well.
        let folders = ["/SDK/Swift", "/SDK/Packages"]
        swiftModuleNames = folders.flatMap { Self.names(in: sources + $0) }
            .filter { Self.isFile("\(modules)/\($0)\(Self.moduleEnding)") }
        headersPath = sources + "/SDK/C/include"
        cppHeadersPath = sources + "/SDK/Cpp/include"
        cmakePath = sources + "/SDK/CMake"
        rustCratePath = sources + "/SDK/Rust"
        cModulePaths = Self.includeFolders(in: sources + "/SDK/Swift")
        versionScriptPath = sources + "/SDK/extension.map"
        templatesPath = sources + "/SDK/Templates/New"
        documentationPath = sources + "/Documentation"
        scriptsPath = sources + "/Scripts"
    }

    /// Where the worker is in an installation, from its prefix.
    package static let installedWorker = "/libexec/belfry/belfry-worker"

    /// Where the worker is in a build folder.
    package static let builtWorker = "/belfry-worker"

    /// Finds the parts from the running executable.
    package static func ofRunningTool() throws(SDKLocationError) -> SDKLocation {
        guard let resolved = unsafe realpath("/proc/self/exe", nil) else {
            throw SDKLocationError(places: ["/proc/self/exe"])
        }
        defer { unsafe free(resolved) }
        let path = unsafe String(cString: resolved)
        return try SDKLocation(executableDirectory: path.deletingLastComponent)
    }

    /// How to get what is missing of Belfry: the package of that name, or a build.
    ///
    /// - Parameter package: The Debian package that has it.
    /// - Returns: What to do, in a few words.
    package func remedy(package: String) -> String {
        scriptsPath == nil
            ? "install the package \(package), or Belfry again with `make install`"
            : "run `make build`"
    }

    /// What to tell whoever builds extensions where the headers are missing; nil where they are there.
    ///
    /// The package `belfry` runs extensions; what they are built with is in `belfry-dev`.
    package var missingKitExplanation: String? {
        let header = headersPath + "/belfry/belfry.h"
        guard !Self.isFile(header) else { return nil }
        return "extensions cannot be built here, as \(header) is missing; "
            + remedy(package: "belfry-dev")
    }

    /// What to tell whoever needs the SDK's shared library where it is missing.
    package var missingLibraryExplanation: String {
        let remedy = remedy(package: "belfry")
        return
            "the Swift SDK's library is not at \(librariesPath)/\(Self.swiftLibraryName); \(remedy)"
    }

    /// The modules with libraries of their own: large, needed by few, and built by others than us.
    package static let largeModules = ["Combine", "CryptoKit"]

    /// The shared libraries of those that are there.
    var largeLibraryPaths: [String] {
        Self.largeModules.compactMap { Self.ifFile("\(librariesPath)/lib\($0).so") }
    }

    /// The build id of one of the SDK's shared libraries; nil when it is not there or has none.
    package func buildID(ofLibrary name: String) -> String? {
        let names = [Self.swiftLibraryName] + Self.largeModules.map { "lib\($0).so" }
        guard names.contains(name),
            let file = try? Descriptor.open("\(librariesPath)/\(name)", O_RDONLY)
        else { return nil }
        return try? ELFImage.parse(file, name: name).buildID
    }

    /// The Swift runtime's directory: an installation has one of its own, and in a clone it is the
    /// toolchain's, which the SDK's library itself names.
    package var swiftRuntimePath: String? {
        guard let swiftLibraryPath, let file = try? Descriptor.open(swiftLibraryPath, O_RDONLY),
            let image = try? ELFImage.parse(file, name: swiftLibraryPath)
        else { return nil }
        let paths = image.runpaths.map(\.path)
        if paths.contains("$ORIGIN/" + Self.runtimeFolder) { return installedRuntimePath }
        return paths.first { $0.hasPrefix("/") }
    }

    /// The version of Swift that an installation was built with, such as `6.3.1`; nil in a clone.
    ///
    /// Its modules can be imported by the compiler of that version alone.
    package var swiftVersion: String? {
        let file = installedRuntimePath + "/version"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        let version = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return version.isEmpty ? nil : version
    }

    private var installedRuntimePath: String { "\(librariesPath)/\(Self.runtimeFolder)" }

    /// Where an installation has the libraries of Swift's runtime, beside the SDK's.
    private static let runtimeFolder = "runtime"

    private static func packageRoot(above directory: String) -> String? {
        var candidate = directory
        while !candidate.isEmpty {
            if isFile(candidate + "/SDK/C/include/belfry/belfry.h") { return candidate }
            candidate = candidate.deletingLastComponent
        }
        return nil
    }

    /// The folder `include` of each module in a folder that has one.
    private static func includeFolders(in folder: String) -> [String] {
        names(in: folder).map { "\(folder)/\($0)/include" }.filter(isFile)
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static let moduleEnding = ".swiftmodule"

    private static func isFile(_ path: String) -> Bool {
        unsafe access(path, R_OK) == 0
    }

    private static func ifFile(_ path: String) -> String? {
        isFile(path) ? path : nil
    }
}

/// Belfry's own parts are not where they belong.
package struct SDKLocationError: Error, Equatable, CustomStringConvertible {
    /// The places that were looked in.
    package let places: [String]

    package var description: String {
        "belfry-worker is not at \(places.joined(separator: " nor at ")); "
            + "build it with `make build`, or install the package belfry"
    }
}

extension String {
    /// The path without its last component; empty at the root.
    var deletingLastComponent: String {
        split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }
}
