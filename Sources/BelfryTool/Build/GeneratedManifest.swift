// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The `Info.plist` of an extension that comes without one: Apple's keys of an extension.
struct GeneratedManifest {
    /// The bundle's name.
    let name: String

    /// `CFBundleIdentifier`.
    let identifier: String

    /// What it is an extension of.
    var extensionPoint = Manifest.ExtensionPoint.service

    /// `NSExtensionPrincipalClass`; nil for an extension in C, which has no class, and for one that has
    /// a storyboard.
    var principalClass: String?

    /// `NSExtensionMainStoryboard`.
    var mainStoryboard: String?

    /// The category in Xcode's template, which a project replaces with its own.
    static let templateCategory = "myNotificationCategory"

    /// The property list as XML.
    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(entries(Self.rootEntries(name: name, identifier: identifier), indent: "\t"))
        \t<key>NSExtension</key>
        \t<dict>
        \(attributes)\(entries(extensionEntries, indent: "\t\t"))
        \t</dict>
        </dict>
        </plist>

        """
    }

    private static func rootEntries(name: String, identifier: String) -> [(String, String)] {
        [
            ("CFBundleDevelopmentRegion", "en"),
            ("CFBundleDisplayName", name),
            ("CFBundleExecutable", name),
            ("CFBundleIdentifier", identifier),
            ("CFBundleInfoDictionaryVersion", "6.0"),
            ("CFBundleName", name),
            ("CFBundlePackageType", "XPC!"),
            ("CFBundleShortVersionString", "1.0"),
            ("CFBundleVersion", "1"),
        ]
    }

    private var extensionEntries: [(String, String)] {
        let entries = [
            ("NSExtensionMainStoryboard", mainStoryboard),
            ("NSExtensionPointIdentifier", extensionPoint.rawValue),
            ("NSExtensionPrincipalClass", principalClass),
        ]
        return entries.compactMap { key, value in value.map { (key, $0) } }
    }

    private var attributes: String {
        guard extensionPoint == .content else { return "" }
        return [
            "\t\t<key>NSExtensionAttributes</key>",
            "\t\t<dict>",
            entries([("UNNotificationExtensionCategory", Self.templateCategory)], indent: "\t\t\t"),
            "\t\t\t<key>UNNotificationExtensionInitialContentSizeRatio</key>",
            "\t\t\t<real>1</real>",
            "\t\t</dict>\n",
        ].joined(separator: "\n")
    }

    private func entries(_ entries: [(String, String)], indent: String) -> String {
        entries.map { key, value in
            "\(indent)<key>\(key)</key>\n\(indent)<string>\(Self.escaped(value))</string>"
        }
        .joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
