// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

/// A folder of a target's resources in the extension's bundle, with an `Info.plist` of its own.
struct ResourceBundle: Sendable {
    /// What kind of target it is of.
    enum Kind: String {
        case framework = "FMWK"
        case bundle = "BNDL"
    }

    /// The bundles of other targets that are in it.
    let bundles: [ResourceBundle]

    /// What goes into it besides.
    let resources: ResourcePlan

    /// What it is called, with its ending.
    let name: String

    /// What `Info.plist` says that it is.
    let identifier: String

    private let infoPlist: [UInt8]

    /// Plans what goes into it.
    ///
    /// - Parameters:
    ///   - kind: What kind of target it is of.
    ///   - name: What it is called.
    ///   - target: The target.
    ///   - resources: The target's files that are there.
    ///   - bundles: The bundles of other targets that are in it.
    ///   - places: Where its files may be.
    /// - Throws: ``ToolFailure`` when two resources would have one place, or one is elsewhere.
    init(
        _ kind: Kind,
        named name: String,
        of target: XcodeTarget,
        resources: [String],
        bundles: [ResourceBundle] = [],
        within places: BuildPlaces
    ) throws(ToolFailure) {
        self.name = name
        self.bundles = bundles
        self.resources = try ResourcePlan(
            resources,
            reserved: ["Info.plist"] + bundles.map(\.name),
            within: places
        )
        let settings = target.settings
        var variables = ["PRODUCT_BUNDLE_PACKAGE_TYPE": kind.rawValue]
        for name in settings.names(beginning: "") where variables[name] == nil {
            variables[name] = settings[name]
        }
        let context = BuildContext(
            bundleName: FilePath(name).nameWithoutEnding,
            overrides: variables
        )
        let completion = ManifestCompletion(
            context: context,
            settings: settings,
            principalClass: nil,
            packageType: kind.rawValue
        )
        infoPlist = try completion.complete(try Self.written(target.infoPlist, places))
        let list = try? PropertyList.parse(infoPlist)
        identifier = list?["CFBundleIdentifier"]?.text ?? ""
    }

    /// What is odd, one line each.
    var warnings: [String] { resources.warnings + bundles.flatMap(\.warnings) }

    /// Copies it into the extension's bundle.
    ///
    /// - Parameters:
    ///   - staging: Where the bundle is made.
    ///   - parent: The folder in the bundle that it goes into; nil for the bundle's top.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(
        _ staging: borrowing StagingFolder,
        into parent: String? = nil
    ) throws(ToolFailure) {
        let path = parent.map { "\($0)/\(name)" } ?? name
        do throws(SystemError) {
            if let parent { try staging.makeFolder(parent, isNew: false) }
            try staging.makeFolder(path, isNew: false)
        } catch {
            throw ToolFailure(
                "\(staging.inBundle(path)) could not be made: "
                    + "\(SystemError.sentence(of: error.errno)); check its permissions and the disk's "
                    + "space",
                .cannotCreate
            )
        }
        try resources.copy(to: staging, in: path)
        try staging.write(infoPlist, to: "\(path)/Info.plist")
        for bundle in bundles { try bundle.copy(staging, into: path) }
    }

    /// Adds all that it is made from.
    func add(to digest: inout InputDigest) {
        digest.add(name)
        digest.add(infoPlist)
        for item in resources.items {
            digest.add(item.destination)
            digest.add(file: item.source)
        }
        for bundle in bundles { bundle.add(to: &digest) }
    }

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
