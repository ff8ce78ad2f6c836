// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// Follows the references between a project's objects.
struct XcodeProjectReader {
    private let list: PropertyList
    let objects: [String: PropertyList]
    let path: String
    let root: String
    private let configuration: String

    /// Where the folders and the files of settings may be that it looks into.
    private let places: BuildPlaces

    /// What the settings of all targets may do together.
    private let work = ExpansionWork()

    /// The folders that Xcode 16 keeps in step with targets, by their ids.
    private let synchronised: [String]

    /// Which group each file and group is in.
    private let parents: [String: String]

    /// The files that the project's own targets make, by their ids.
    let products: Set<String>

    init(
        _ list: PropertyList,
        path: String,
        configuration: String,
        within places: BuildPlaces
    ) {
        self.list = list
        self.places = places
        var objects: [String: PropertyList] = [:]
        if case .dictionary(let members) = list["objects"] { objects = members }
        self.objects = objects
        self.path = path
        self.configuration = configuration
        let project = list["rootObject"]?.text.flatMap { objects[$0] }
        let directory = project?["projectDirPath"]?.text ?? ""
        root = SourcePath.resolve(directory, in: FilePath(path).directory)
        var parents: [String: String] = [:]
        for (id, object) in objects {
            for child in object["children"]?.texts ?? [] { parents[child] = id }
        }
        self.parents = parents
        synchronised = objects.filter {
            $0.value["isa"]?.text == "PBXFileSystemSynchronizedRootGroup"
        }
        .keys.sorted()
        products = Set(objects.values.compactMap { $0["productReference"]?.text })
    }

    /// The project's targets; nil when it has no root.
    func targets() -> [XcodeTarget]? {
        if let project = object(list["rootObject"]) {
            return (project["targets"]?.texts ?? []).compactMap { target($0, of: project) }
        }
        // A damaged project may still have its targets, which is all that is needed of it.
        let ids = objects.filter { $0.value["isa"]?.text == "PBXNativeTarget" }.keys.sorted()
        return ids.isEmpty ? nil : ids.compactMap { target($0, of: .dictionary([:])) }
    }

    func object(_ id: PropertyList?) -> PropertyList? { id?.text.flatMap { objects[$0] } }

    private func target(_ id: String, of project: PropertyList) -> XcodeTarget? {
        guard let target = objects[id], let name = target["name"]?.text else { return nil }
        let type = target["productType"]?.text ?? ""
        let synchronised = synchronisedFiles(of: id, target)
        let sources = files(of: target, phase: "PBXSourcesBuildPhase")
        let resources = files(of: target, phase: "PBXResourcesBuildPhase")
        let settings = settings(of: target, named: name, project)
        return XcodeTarget(
            id: id,
            name: name,
            kind: XcodeTarget.Kind(type: type, class: target["isa"]?.text),
            product: product(of: target),
            references: references(of: target),
            sources: sources + synchronised.filter { !ResourceKind.isResource($0) },
            headers: headers(of: target),
            publicHeaders: publicHeaders(of: id, target),
            resources: resources + synchronised.filter(ResourceKind.isResource),
            settings: settings.settings,
            settingsFiles: settings.files,
            packages: packageProducts(of: target).compactMap { $0["productName"]?.text },
            packageSet: packageSet(of: target),
            root: root
        )
    }

    // MARK: Files

    private func files(of target: PropertyList, phase type: String) -> [String] {
        places(of: buildFiles(of: target, phase: type))
    }

    /// The entries of all of a target's phases of one kind.
    func buildFiles(of target: PropertyList, phase type: String) -> [PropertyList] {
        let phases = (target["buildPhases"]?.texts ?? []).compactMap { objects[$0] }
        return phases.filter { $0["isa"]?.text == type }.flatMap { $0["files"]?.texts ?? [] }
            .compactMap { objects[$0] }
    }

    /// The paths of the files that entries of phases stand for.
    func places(of buildFiles: [PropertyList]) -> [String] {
        buildFiles.flatMap { file -> [String] in
            guard let reference = file["fileRef"]?.text else { return [] }
            // A localised file is a group of its translations.
            let isGroup = objects[reference]?["isa"]?.text == "PBXVariantGroup"
            let variants = isGroup ? objects[reference]?["children"]?.texts ?? [] : [reference]
            return variants.compactMap { place(of: $0) }
        }
    }

    /// The path of a file or a group.
    func place(of id: String, depth: Int = 0) -> String? {
        guard let object = objects[id], depth < PropertyList.maximumDepth else { return nil }
        let own = object["path"]?.text
        switch object["sourceTree"]?.text ?? "<group>" {
        case "<absolute>": return own
        case "SOURCE_ROOT": return SourcePath.resolve(own ?? "", in: root)
        case "<group>":
            let above = parents[id].map { place(of: $0, depth: depth + 1) } ?? root
            guard let above else { return nil }
            return own.map { SourcePath.resolve($0, in: above) } ?? above
        default: return nil
        }
    }

    /// The files of the folders that Xcode 16 keeps in step with a target, but for the exceptions.
    ///
    /// Of a folder that may not be read it is the folder, which is an error of whoever reads it.
    private func synchronisedFiles(of id: String, _ target: PropertyList) -> [String] {
        let own = Set(target["fileSystemSynchronizedGroups"]?.texts ?? [])
        return synchronised.flatMap { group -> [String] in
            guard let object = objects[group], let folder = place(of: group) else { return [] }
            let exceptions = (object["exceptions"]?.texts ?? []).compactMap { objects[$0] }
            let names = exceptions.filter { $0["target"]?.text == id }
                .flatMap { $0["membershipExceptions"]?.texts ?? [] }
            let listed = Set(names.map { SourcePath.resolve($0, in: folder) })
            // For another target's folder the list says what this one has of it.
            guard own.contains(group) else { return listed.sorted() }
            guard places.allow(folder) else {
                return BuildPlaces.resolved(folder) == nil ? [] : [folder]
            }
            return FolderListing(folder).files.filter { !listed.contains($0) }
        }
    }

    // MARK: Settings

    private func settings(
        of target: PropertyList,
        named name: String,
        _ project: PropertyList
    ) -> (settings: BuildSettings, files: [String]) {
        var settings = BuildSettings(work)
        var files: [String] = []
        settings.add([
            "CONFIGURATION": configuration,
            "DEVELOPMENT_LANGUAGE": project["developmentRegion"]?.text ?? "en",
            "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            "PLATFORM_NAME": "iphoneos",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!",
            "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
            "PRODUCT_NAME": "$(TARGET_NAME)",
            "PROJECT_DIR": root,
            "PROJECT_NAME": FilePath(path).nameWithoutEnding,
            "SRCROOT": root,
            "TARGETNAME": name,
            "TARGET_NAME": name,
        ])
        for owner in [project, target] {
            guard let chosen = chosenConfiguration(of: owner) else { continue }
            if let path = settingsFile(of: chosen) {
                let file = BuildSettingsFile(path: path, within: places)
                settings.add(file.settings)
                files += file.paths
            }
            if case .dictionary(let members) = chosen["buildSettings"] {
                settings.add(
                    members.mapValues { value in
                        value.text ?? BuildSettings.joined(value.texts)
                    }
                )
            }
        }
        return (settings, files)
    }

    private func settingsFile(of configuration: PropertyList) -> String? {
        if let file = configuration["baseConfigurationReference"]?.text { return place(of: file) }
        // A file in a synchronised folder has no reference of its own.
        let anchor = configuration["baseConfigurationReferenceAnchor"]?.text
        let relative = configuration["baseConfigurationReferenceRelativePath"]?.text
        guard let folder = anchor.flatMap({ place(of: $0) }), let relative else { return nil }
        return SourcePath.resolve(relative, in: folder)
    }

    /// The configuration of the name that is asked for, else one whose name begins with it, else the
    /// project's default.
    private func chosenConfiguration(of owner: PropertyList) -> PropertyList? {
        guard let list = object(owner["buildConfigurationList"]) else { return nil }
        let all = (list["buildConfigurations"]?.texts ?? []).compactMap { objects[$0] }
        let standard = list["defaultConfigurationName"]?.text
        return all.first { $0["name"]?.text == configuration }
            ?? all.first { $0["name"]?.text?.hasPrefix(configuration) == true }
            ?? all.first { $0["name"]?.text == standard } ?? all.first
    }
}
