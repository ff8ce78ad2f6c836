// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an Xcode project says of one target.
struct XcodeTarget: Equatable {
    let name: String

    /// Whether it makes an `.appex`.
    let isExtension: Bool

    /// The files of its Compile Sources phase and of its synchronised folders, headers too.
    var sources: [String]

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

    /// The path of the `Info.plist` that its settings name.
    var infoPlist: String? { path("INFOPLIST_FILE") }

    /// A setting that is a path, as seen from the project.
    func path(_ setting: String) -> String? {
        settings[setting].map { SourcePath.resolve($0, in: root) }
    }
}
