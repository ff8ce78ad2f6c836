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
    ///   - notes: What is known of modules of the project's own, by their names.
    /// - Returns: What and why, with the way out.
    func explanations(packages: [String], notes: [String: String]) -> [String] {
        names.map { name in
            if let note = notes[name] { return note }
            if let advice = AppleFrameworks.instead[name], !packages.contains(name) {
                return "\(name) is not offered here; \(advice) (`belfry help SwiftSDK`)"
            }
            guard packages.contains(name) || Self.isOfPackage(name) else {
                return "\(name) is not offered here; `belfry help SwiftSDK` and `belfry build "
                    + "--modules` list what is; #if canImport(\(name)) around its use makes it "
                    + "conditional"
            }
            return "\(name) is a package's module; name the package with --package, a folder or "
                + "ADDRESS@VERSION, if it is one for Linux, or make its use conditional with "
                + "#if canImport(\(name))"
        }
    }

    /// Whether it is a module of a package that extensions often use.
    private static func isOfPackage(_ name: String) -> Bool {
        known.contains(name) || beginnings.contains(where: name.hasPrefix)
    }

    private static let beginnings = [
        "Airship", "Braze", "CleverTap", "Firebase", "Google", "MoEngage", "OneSignal", "Sentry",
    ]

    private static let known: Set<String> = [
        "Alamofire", "AlamofireImage", "CryptoSwift", "GRDB", "IterableAppExtensions",
        "KeychainAccess", "KeychainSwift", "Kingfisher", "Mixpanel", "Moya", "Nuke", "RealmSwift",
        "RxSwift", "SDWebImage", "SnapKit", "SwiftProtobuf", "SwiftyJSON", "WebPush",
    ]
}
