// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a module is not there, for those that the compiler did not find.
struct MissingModules {
    /// The modules, in the order of the compiler's complaints.
    let names: [String]

    /// Reads what the compiler wrote.
    init(output: String) {
        var names: [String] = []
        for match in output.matches(of: /error: no such module '([^']+)'/) {
            let name = String(match.1)
            if !names.contains(name) { names.append(name) }
        }
        self.names = names
    }

    /// One line for each.
    ///
    /// - Parameters:
    ///   - packages: The modules of packages that a project links.
    ///   - built: The modules that were to come of the packages that were built.
    ///   - notes: What is known of modules of the project's own, by their names.
    /// - Returns: What and why, with the way out.
    func explanations(
        packages: [String],
        built: Set<String>,
        notes: [String: String]
    ) -> [String] {
        names.map { name in
            if let note = notes[name] { return note }
            if let advice = AppleFrameworks.instead[name], !packages.contains(name) {
                return "\(name) is not offered here; \(advice) (`belfry help SwiftSDK`)"
            }
            if built.contains(name) || Self.appleOnly.contains(where: name.hasPrefix) {
                return "\(name) is not there for Linux: Objective-C has no runtime here, and a "
                    + "package's binaries are for Apple's systems; send what it reports by URLSession, "
                    + "and make its use conditional with #if canImport(\(name))"
            }
            guard packages.contains(name) || Self.known.contains(name) else {
                return "\(name) is not offered here; `belfry help SwiftSDK` and `belfry build "
                    + "--modules` list what is; #if canImport(\(name)) around its use makes it "
                    + "conditional"
            }
            return "\(name) is a package's module; name the package with --package, a folder or "
                + "ADDRESS@VERSION, if it is one for Linux, or make its use conditional with "
                + "#if canImport(\(name))"
        }
    }

    /// How modules begin that are in Objective-C or come as binaries, of those that extensions often use.
    private static let appleOnly = [
        "Airship", "Braze", "CleverTap", "Firebase", "Google", "MoEngage", "OneSignal",
        "RealmSwift", "SDWebImage", "Sentry",
    ]

    /// Modules of packages that extensions often use.
    private static let known: Set<String> = [
        "Alamofire", "AlamofireImage", "CryptoSwift", "GRDB", "IterableAppExtensions",
        "KeychainAccess", "KeychainSwift", "Kingfisher", "Mixpanel", "Moya", "Nuke", "RxSwift",
        "SnapKit", "SwiftProtobuf", "SwiftyJSON", "WebPush",
    ]
}
