// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The folder of a framework's resources in the extension's bundle, with an `Info.plist` of its own.
///
/// The framework is linked into the extension's library, so that Foundation takes the extension's
/// bundle for that of the framework's classes. Each module gets a source that tells them apart.
struct FrameworkBundle {
    /// The folder in the extension's bundle that has the folders of all frameworks.
    static let top = "Frameworks"

    /// What is in it.
    let contents: ResourceBundle

    private let moduleName: String

    /// Plans where a framework's resources go; nil where it has none.
    ///
    /// - Parameters:
    ///   - library: The framework or library.
    ///   - places: Where its files may be.
    /// - Throws: ``ToolFailure`` when two resources would have one place, or one is elsewhere.
    init?(_ library: LibraryInputs, within places: BuildPlaces) throws(ToolFailure) {
        let inputs = library.inputs
        guard !inputs.resources.isEmpty || !inputs.bundles.isEmpty else { return nil }
        moduleName = library.moduleName
        contents = try ResourceBundle(
            .framework,
            named: "\(moduleName).framework",
            of: library.target,
            resources: inputs.resources,
            bundles: inputs.bundles,
            within: places
        )
    }

    /// Copies it into the extension's bundle.
    ///
    /// - Parameter staging: Where the bundle is made.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(_ staging: borrowing StagingFolder) throws(ToolFailure) {
        try contents.copy(staging, into: Self.top)
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
                    let folders = [\(table(\.contents.identifier))]
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

    private var folder: String { "\(Self.top)/\(contents.name)" }
}
