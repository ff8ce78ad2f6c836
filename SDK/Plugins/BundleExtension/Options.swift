// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// The plugin's command line.
struct Options {
    static let help = """
        swift package bundle-extension [--product NAME] [OPTIONS]

          --product NAME       the dynamic library to bundle (default: the only one there is)
          --info-plist FILE    its Info.plist (default: the target's, or a new one)
          --entitlements FILE  its entitlements (default: the target's only .entitlements file)
          --identifier ID      CFBundleIdentifier, where Info.plist has none
          --resources DIR      a folder whose contents go into the bundle
          --output NAME.appex  where to make it (default: beside the library)
          --debug              no optimisation (default: release)
        """

    let product: String?
    let infoPlist: URL?
    let entitlements: URL?
    let identifier: String?
    let resources: URL?
    let output: URL?
    let isDebug: Bool
    let isHelp: Bool

    /// Reads the arguments.
    init(_ arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        func option(_ name: String) throws -> String? {
            let values = extractor.extractOption(named: name)
            guard values.count < 2 else {
                throw BundleFailure("--\(name) is given more than once; name one")
            }
            return values.first
        }
        func file(_ name: String) throws -> URL? {
            try option(name).map { URL(filePath: $0) }
        }
        product = try option("product")
        infoPlist = try file("info-plist")
        entitlements = try file("entitlements")
        identifier = try option("identifier")
        resources = try file("resources")
        output = try file("output")
        isDebug = extractor.extractFlag(named: "debug") > 0
        isHelp = extractor.extractFlag(named: "help") > 0
        guard extractor.remainingArguments.isEmpty else {
            let rest = extractor.remainingArguments.joined(separator: " ")
            throw BundleFailure("\(rest): no such option\n\n\(Self.help)")
        }
    }
}
