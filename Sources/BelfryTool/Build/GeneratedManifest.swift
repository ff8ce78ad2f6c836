// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The `Info.plist` of an extension that comes without one: Apple's keys of a service extension.
struct GeneratedManifest {
    /// The bundle's name.
    let name: String

    /// `CFBundleIdentifier`.
    let identifier: String

    /// `NSExtensionPrincipalClass`; nil for an extension in C, which has no class.
    let principalClass: String?

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
        \(entries(extensionEntries, indent: "\t\t"))
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
        let point = Manifest.ExtensionPoint.service.rawValue
        let entries = [("NSExtensionPointIdentifier", point)]
        return entries + (principalClass.map { [("NSExtensionPrincipalClass", $0)] } ?? [])
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
