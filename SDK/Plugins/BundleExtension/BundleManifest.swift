// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import PackagePlugin

/// The `Info.plist` of a bundle: the one that is given, with what Xcode would fill in, or a new one.
struct BundleManifest {
    let bytes: Data

    /// The library's file name in the bundle.
    let executable: String

    /// Reads the file, or makes one.
    init(_ product: ExtensionProduct, _ options: Options) throws {
        var members: [String: Any] = [:]
        let file = options.infoPlist ?? product.file("Info.plist")
        if let file {
            let variables = Self.variables(product, options)
            members = try PropertyListFile.read(file).mapValues { Self.expand($0, variables) }
        }
        for (key, value) in Self.defaults(product, options) where members[key] == nil {
            members[key] = value
        }
        try Self.complete(&members, product, file)
        executable = members["CFBundleExecutable"] as? String ?? product.name
        bytes = try PropertyListFile.bytes(of: members)
    }

    /// What a bundle of Xcode's has, where the file says nothing else.
    private static func defaults(
        _ product: ExtensionProduct,
        _ options: Options
    ) -> [String: String] {
        [
            "CFBundleDevelopmentRegion": "en",
            "CFBundleDisplayName": product.name,
            "CFBundleExecutable": product.name,
            "CFBundleIdentifier": options.identifier ?? "local.\(hyphenated(product.name))",
            "CFBundleInfoDictionaryVersion": "6.0",
            "CFBundleName": product.name,
            "CFBundlePackageType": "XPC!",
            "CFBundleShortVersionString": "1.0",
            "CFBundleVersion": "1",
        ]
    }

    /// Xcode's variables, as they are for the product.
    private static func variables(
        _ product: ExtensionProduct,
        _ options: Options
    ) -> [String: String] {
        let defaults = defaults(product, options)
        return [
            "CURRENT_PROJECT_VERSION": "1",
            "DEVELOPMENT_LANGUAGE": "en",
            "EXECUTABLE_NAME": product.name,
            "MARKETING_VERSION": "1.0",
            "PRODUCT_BUNDLE_IDENTIFIER": defaults["CFBundleIdentifier"] ?? "",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!",
            "PRODUCT_MODULE_NAME": product.target.moduleName,
            "PRODUCT_NAME": product.name,
            "TARGET_NAME": product.target.name,
        ]
    }

    private static func expand(_ value: Any, _ variables: [String: String]) -> Any {
        switch value {
        case let text as String:
            return text.replacing(/\$[({](\w+)[)}]/) { match in
                variables[String(match.1)] ?? String(match.0)
            }
        case let list as [Any]: return list.map { expand($0, variables) }
        case let members as [String: Any]: return members.mapValues { expand($0, variables) }
        default: return value
        }
    }

    /// Fills in what makes the bundle a service extension.
    private static func complete(
        _ members: inout [String: Any],
        _ product: ExtensionProduct,
        _ file: URL?
    ) throws {
        var point = members["NSExtension"] as? [String: Any] ?? [:]
        if point["NSExtensionPointIdentifier"] == nil {
            point["NSExtensionPointIdentifier"] = "com.apple.usernotifications.service"
        }
        if point["NSExtensionPrincipalClass"] == nil,
            point["NSExtensionMainStoryboard"] == nil
        {
            guard let name = product.principalClass() else {
                throw BundleFailure(
                    "no source of \(product.target.name) has a class that inherits from "
                        + "UNNotificationServiceExtension; name the class as "
                        + "NSExtensionPrincipalClass in \(file?.path ?? "an Info.plist")"
                )
            }
            point["NSExtensionPrincipalClass"] = "\(product.target.moduleName).\(name)"
        }
        members["NSExtension"] = point
    }

    private static func hyphenated(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    }
}

/// Property lists as files.
enum PropertyListFile {
    /// Reads a dictionary.
    static func read(_ file: URL) throws -> [String: Any] {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw BundleFailure("\(file.path) cannot be read: \(error.localizedDescription)")
        }
        guard
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let members = list as? [String: Any]
        else { throw BundleFailure("\(file.path) is no property list with a dictionary in it") }
        return members
    }

    /// Writes a dictionary as XML.
    static func bytes(of members: [String: Any]) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
    }
}
