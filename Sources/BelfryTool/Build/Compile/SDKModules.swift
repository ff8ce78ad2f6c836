// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// The modules that extensions can import, and the libraries that hold them.
struct SDKModules {
    /// Modules that are in libraries of their own, since they are large; the rest are all in
    /// `libUserNotifications.so`, which the host has loaded already.
    static let libraries = ["Combine": "Combine", "CryptoKit": "CryptoKit"]

    /// Modules that are headers of C alone.
    private static let cNames = ["CommonCrypto", "os"]

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
        return Set(own + headers + Self.toolchainNames).sorted {
            ($0.lowercased(), $0) < ($1.lowercased(), $1)
        }
    }

    /// The names that an extension's own module cannot have.
    var takenNames: Set<String> {
        Set(sdk.swiftModuleNames + Self.cNames + Self.toolchainNames + ["CBelfry"])
    }

    /// The linker's arguments for the modules that sources import.
    func linking(_ imports: [SourceFacts.Import]) -> [String] {
        let libraries = Set(imports.compactMap { Self.libraries[$0.module] }).sorted()
        guard let directory = sdk.swiftLibraryPath.map({ FilePath($0).directory }) else {
            return []
        }
        let there = libraries.filter { Self.isFile("\(directory)/lib\($0).so") }
        return ["-L", directory, "-lUserNotifications"] + there.map { "-l\($0)" }
    }

    private func hasHeaders(_ name: String) -> Bool {
        sdk.cModulePaths.contains { Self.isFile("\($0)/\(name)") }
    }

    private static func isFile(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}
