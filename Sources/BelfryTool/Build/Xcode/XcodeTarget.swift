// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an Xcode project says of one target.
struct XcodeTarget: Equatable {
    /// What a target makes, as far as it matters here.
    enum Kind: Equatable {
        /// An `.appex`.
        case appExtension
        /// A framework or a library, static or not.
        case library
        /// A bundle of resources.
        case bundle
        /// Nothing: it has others built.
        case aggregate
        /// Anything else.
        case other

        /// Reads a target's type, and the class that the project has of it.
        init(type: String, class name: String?) {
            let type = type.replacing("com.apple.product-type.", with: "", maxReplacements: 1)
            switch type {
            case let type where type.hasPrefix("app-extension"): self = .appExtension
            case "framework", "framework.static", "library.static", "library.dynamic":
                self = .library
            case "bundle": self = .bundle
            default: self = name == "PBXAggregateTarget" ? .aggregate : .other
            }
        }
    }

    /// The file that a target makes, such as `Kit.framework`.
    struct Product: Equatable {
        /// The project's id of the file.
        let id: String
        let fileName: String
    }

    /// The project's id of the target.
    let id: String

    let name: String

    let kind: Kind

    /// The file that it makes; nil where the project names none.
    let product: Product?

    /// The targets that it links or depends on, in that order.
    let references: [XcodeTargetReference]

    /// The files of its Compile Sources phase and of its synchronised folders, headers too.
    var sources: [String]

    /// The headers of its phases.
    let headers: [String]

    /// Those that it installs for others to see.
    let publicHeaders: [String]

    /// The files of its Copy Bundle Resources phase.
    var resources: [String]

    /// Its build settings in the chosen configuration.
    let settings: BuildSettings

    /// The `.xcconfig` files that some of the settings are from.
    let settingsFiles: [String]

    /// The products of Swift packages that it links, by their names.
    let packages: [String]

    /// Those of them that the project says where to get.
    let packageSet: PackageSet

    /// The project's directory.
    let root: String

    /// Whether it makes an `.appex`.
    var isExtension: Bool { kind == .appExtension }

    /// What it makes instead of an extension, for people; nil for an extension.
    var otherProduct: String? {
        let ending = product.map { FilePath($0.fileName).ending }
        switch (kind, ending) {
        case (.appExtension, _): return nil
        case (_, "framework"?): return "a framework"
        case (_, "app"?): return "an app"
        case (_, "xctest"?): return "a bundle of tests"
        case (.library, _): return "a framework or a library"
        case (.bundle, _): return "a bundle of resources"
        default: return "a target of another kind"
        }
    }

    /// The module that its Swift is compiled as.
    var moduleName: String { settings["PRODUCT_MODULE_NAME"] ?? name }

    /// The path of the `Info.plist` that its settings name.
    var infoPlist: String? { path("INFOPLIST_FILE") }

    /// A setting that is a path, as seen from the project.
    func path(_ setting: String) -> String? {
        settings[setting].map { SourcePath.resolve($0, in: root) }
    }
}
