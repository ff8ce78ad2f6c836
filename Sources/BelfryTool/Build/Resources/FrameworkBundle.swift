// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The folder of a framework's resources in the extension's bundle, with an `Info.plist` of its own.
///
/// The framework is linked into the extension's library, so that Foundation takes the extension's
/// bundle for that of the framework's classes. Each module gets a source that tells them apart.
struct FrameworkBundle {
    /// The folder in the extension's bundle that has the folders of all frameworks.
    static let top = "Frameworks"

    /// What goes into it.
    let resources: ResourcePlan

    private let moduleName: String
    private let identifier: String
    private let infoPlist: [UInt8]

    /// Plans where a framework's resources go; nil where it has none.
    ///
    /// - Parameters:
    ///   - library: The framework or library.
    ///   - places: Where its files may be.
    /// - Throws: ``ToolFailure`` when two resources would have one place, or one is elsewhere.
    init?(_ library: LibraryInputs, within places: BuildPlaces) throws(ToolFailure) {
        guard !library.inputs.resources.isEmpty else { return nil }
        resources = try ResourcePlan(
            library.inputs.resources,
            reserved: ["Info.plist"],
            within: places
        )
        moduleName = library.moduleName
        let settings = library.target.settings
        var variables = ["PRODUCT_BUNDLE_PACKAGE_TYPE": "FMWK"]
        for name in settings.names(beginning: "") where variables[name] == nil {
            variables[name] = settings[name]
        }
        let context = BuildContext(bundleName: moduleName, overrides: variables)
        let written = try Self.written(library.target.infoPlist, places)
        let completion = ManifestCompletion(
            context: context,
            settings: settings,
            principalClass: nil,
            packageType: "FMWK"
        )
        infoPlist = try completion.complete(written)
        let list = try? PropertyList.parse(infoPlist)
        identifier = list?["CFBundleIdentifier"]?.text ?? ""
    }

    /// Copies it into the extension's bundle.
    ///
    /// - Parameter staging: Where the bundle is made.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(_ staging: borrowing StagingFolder) throws(ToolFailure) {
        let folder = staging.inBundle(self.folder)
        try resources.copy { "\(folder)/\($0)" }
        try staging.write(infoPlist, to: "\(self.folder)/Info.plist")
    }

    /// Adds all that it is made from.
    func add(to digest: inout InputDigest) {
        digest.add(infoPlist)
        for item in resources.items {
            digest.add(item.destination)
            digest.add(file: item.source)
        }
    }

    /// The Swift by which a module finds the bundles of frameworks; nil where there are none.
    ///
    /// What a module declares itself goes before what it imports.
    static func lookup(_ bundles: [FrameworkBundle]) -> String? {
        guard !bundles.isEmpty else { return nil }
        func table(_ key: (FrameworkBundle) -> String) -> String {
            let folders = Dictionary(bundles.map { (key($0), $0.folder) }) { first, _ in first }
            let entries = folders.sorted { $0.key < $1.key }
                .map { "\($0.key.quotedForSwift): \($0.value.quotedForSwift)" }
            return entries.joined(separator: ", ")
        }
        return """
            import Foundation

            extension Bundle {
                /// The bundle of the framework that a class is of, else the extension's.
                convenience init(for type: AnyClass) {
                    let folders = [\(table(\.moduleName))]
                    let module = String(String(reflecting: type).prefix { $0 != "." })
                    let main = Bundle.main.bundlePath
                    self.init(path: folders[module].map { "\\(main)/\\($0)" } ?? main)!
                }

                /// The bundle of a framework, or the extension's, by its identifier.
                convenience init?(identifier: String) {
                    let folders = [\(table(\.identifier))]
                    let main = Bundle.main
                    if let folder = folders[identifier] {
                        self.init(path: "\\(main.bundlePath)/\\(folder)")
                    } else if identifier == main.bundleIdentifier {
                        self.init(path: main.bundlePath)
                    } else {
                        return nil
                    }
                }
            }

            """
    }

    private var folder: String { "\(Self.top)/\(moduleName).framework" }

    /// The `Info.plist` that a target's settings name, where there is one that can be read.
    private static func written(
        _ path: String?,
        _ places: BuildPlaces
    ) throws(ToolFailure) -> [UInt8] {
        let empty = Array("<plist version=\"1.0\"><dict/></plist>".utf8)
        guard let path, let bytes = FileContents.of(path), (try? PropertyList.parse(bytes)) != nil
        else { return empty }
        try places.check(path)
        return bytes
    }
}
