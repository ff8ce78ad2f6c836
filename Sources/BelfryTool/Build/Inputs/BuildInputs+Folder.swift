// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal
internal import Foundation

extension BuildInputs {
    /// A folder: as its Xcode project has it when it belongs to one, else all that lies in it.
    static func folder(_ path: String, _ options: BuildOptions) throws(ToolFailure) -> BuildInputs {
        let folder = FilePath(path).text
        var unreadable: [String] = []
        for path in XcodeProject.above(folder) {
            let places = BuildPlaces([FilePath(path).directory, folder] + options.allowedPlaces)
            let project: XcodeProject
            do throws(ToolFailure) {
                project = try XcodeProject(
                    path,
                    configuration: options.configuration,
                    within: places
                )
            } catch {
                unreadable.append("\(error.message); built without the project")
                continue
            }
            let choice = XcodeTargetChoice(project)
            if let target = try choice.target(for: folder, named: options.target) {
                return .target(
                    target,
                    of: project,
                    within: places,
                    choice.warnings(taking: target, from: folder)
                )
            }
        }
        var inputs = loose(folder)
        guard options.target == nil || inputs.sources.language == .cmake else {
            throw ToolFailure(
                "--target names a target of a project, and \(folder) belongs to none; leave it out",
                .usage
            )
        }
        inputs.warnings = unreadable + inputs.warnings
        return inputs
    }

    /// A folder without a project.
    private static func loose(_ folder: String) -> BuildInputs {
        var files = FolderListing(folder).files
        let manifests = FoundManifest.all(among: files)
        var origin = folder
        var warnings: [String] = []
        if let chosen = FoundManifest.best(of: manifests) {
            let others = manifests.filter { $0 != chosen }
            if !others.isEmpty {
                warnings.append(
                    "\(folder) has more than one extension; \(chosen.path) was taken, and "
                        + "\(others.map(\.path).joined(separator: ", ")) left: name its folder to "
                        + "build it"
                )
                let rest = others.map { FilePath($0.path).directory }
                let own = FilePath(chosen.path).directory
                files.removeAll { file in
                    rest.contains { $0 != own && SourcePath.isInside(file, $0) }
                }
                if !own.isEmpty, FilePath(own) != FilePath(folder), !rest.contains(own) {
                    files = files.filter { SourcePath.isInside($0, own) }
                    origin = own
                }
            }
        }
        let name = FilePath(SourcePath.absolute(origin)).name
        var inputs = BuildInputs(name: name, sources: SourceFiles(among: files))
        inputs.origin = origin
        inputs.warnings = warnings
        // One that is no regular file, or that nobody can read, is an error of whoever reads it.
        inputs.infoPlist =
            FoundManifest.best(of: FoundManifest.all(among: files))?.path
            ?? files.first {
                ResourceKind.isManifest(FilePath($0).name)
                    && (BuildFile.oddKind($0) != nil
                        || (FilePath(FilePath($0).directory) == FilePath(origin)
                            && FoundManifest.isMalformed($0)))
            }
        inputs.resources = files.filter(ResourceKind.isResource)
        let entitlements = files.filter { FilePath($0).ending == "entitlements" }
        inputs.entitlements = entitlements.first
        if entitlements.count > 1 {
            inputs.warnings.append(
                "\(SourceFiles.described(entitlements)): the first was taken; name another with "
                    + "--entitlements"
            )
        }
        inputs.bridgingHeader = inputs.sources.headers.first {
            FilePath($0).nameWithoutEnding.hasSuffix("Bridging-Header")
        }
        inputs.noteOddFiles(among: files)
        inputs.places.add(folder)
        return inputs
    }

    /// Warns of what is no regular file and would not be read; what would be is an error where it is.
    private mutating func noteOddFiles(among files: [String]) {
        let used = Set(sources.all + resources + [infoPlist, entitlements].compactMap(\.self))
        for path in files where !used.contains(path) {
            guard let kind = BuildFile.oddKind(path) else { continue }
            warnings.append("\(path) is \(kind), so it is left out")
        }
    }

    /// A project that was named itself.
    static func project(_ path: String, _ options: BuildOptions) throws(ToolFailure) -> BuildInputs
    {
        let places = BuildPlaces([FilePath(path).directory] + options.allowedPlaces)
        let project = try XcodeProject(
            path,
            configuration: options.configuration,
            within: places
        )
        let choice = XcodeTargetChoice(project)
        guard let target = try choice.target(for: nil, named: options.target) else {
            throw ToolFailure(
                "\(project.path) has no target that makes a notification extension; name the "
                    + "extension's folder or files",
                .noInput
            )
        }
        return .target(
            target,
            of: project,
            within: places,
            choice.warnings(taking: target, from: nil)
        )
    }

    /// A project's target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - project: Its project.
    ///   - places: Where all of it may be.
    ///   - warnings: What is odd so far, one line each.
    /// - Returns: What it is built from.
    static func target(
        _ target: XcodeTarget,
        of project: XcodeProject,
        within places: BuildPlaces,
        _ warnings: [String]
    ) -> BuildInputs {
        let settings = target.settings
        var files = target.sources + target.resources
        if !files.contains(where: { FileManager.default.fileExists(atPath: $0) }) {
            // What the project says of its files is not to be made out; they are by its Info.plist.
            let folder = target.infoPlist.map { FilePath($0).directory }.flatMap {
                places.allow($0) ? $0 : nil
            }
            files = folder.map { FolderListing($0).files } ?? []
        }
        var inputs = BuildInputs(
            name: settings["PRODUCT_NAME"] ?? target.name,
            sources: SourceFiles(among: files.map(SourcePath.shown))
        )
        let configuration = settings["CONFIGURATION"] ?? ""
        inputs.places = places
        inputs.places.wider = XcodeWorkspace.showing(project.path).first.map { workspace in
            let path = SourcePath.shown(workspace.path).quotedForShell
            let command = "belfry build \(path) --target \(target.name.quotedForShell)"
            return BuildPlaces.Wider(folder: workspace.folder, command: command)
        }
        inputs.settingsFiles = target.settingsFiles
        inputs.origin =
            "\(SourcePath.shown(project.path)), target \(target.name), \(configuration)"
        inputs.warnings = warnings
        inputs.target = (target, project)
        inputs.settings = settings
        inputs.packages = target.packages
        inputs.packageSet = target.packageSet
        inputs.resources = files.filter(isCopied).map(SourcePath.shown)
        inputs.infoPlist = inputs.existing(target.infoPlist, "INFOPLIST_FILE")
        inputs.entitlements = inputs.existing(
            target.path("CODE_SIGN_ENTITLEMENTS"),
            "CODE_SIGN_ENTITLEMENTS"
        )
        inputs.bridgingHeader = inputs.existing(
            target.path("SWIFT_OBJC_BRIDGING_HEADER"),
            "SWIFT_OBJC_BRIDGING_HEADER"
        )
        inputs.leaveOutMissing()
        return inputs
    }

    /// Whether a target's file is no source: what its resources phase has is copied, whatever it is.
    static func isCopied(_ path: String) -> Bool {
        let sources = SourceFiles(among: [path])
        let isSource = !sources.paths.isEmpty || !sources.objectiveC.isEmpty
        return !isSource && sources.headers.isEmpty && sources.moduleMaps.isEmpty
            && !ResourceKind.isManifest(FilePath(path).name)
            && !["entitlements", "xcconfig", "md"].contains(FilePath(path).ending)
    }

    /// A file that a setting names, if it is there.
    mutating func existing(_ path: String?, _ setting: String) -> String? {
        guard let path else { return nil }
        let shown = SourcePath.shown(path)
        if FileManager.default.fileExists(atPath: path) { return shown }
        warnings.append("\(shown), which \(setting) names, is not there")
        return nil
    }

    /// Leaves out files of the project that are not there, such as those another build makes.
    mutating func leaveOutMissing() {
        let all = sources.paths + sources.headers + resources
        let missing = all.filter { !FileManager.default.fileExists(atPath: $0) }
        guard !missing.isEmpty else { return }
        warnings.append("\(SourceFiles.described(missing)): in the project, but not there")
        let gone = Set(missing)
        let files = sources.paths + sources.objectiveC + sources.headers + sources.moduleMaps
        sources = SourceFiles(among: files.filter { !gone.contains($0) })
        resources.removeAll(where: gone.contains)
    }
}

/// An `Info.plist` of a notification extension that was found, not named.
struct FoundManifest: Equatable {
    let path: String
    let extensionPoint: Manifest.ExtensionPoint

    /// Reads a file's extension point; nil when it is not a notification extension's.
    init?(_ path: String) {
        let limit = PropertyList.maximumByteCount
        guard let bytes = try? BuildFile.read(path, limit: limit, within: nil, wayOut: ""),
            let list = try? PropertyList.parse(bytes),
            let name = list["NSExtension"]?["NSExtensionPointIdentifier"]?.text,
            let point = Manifest.ExtensionPoint(rawValue: name)
        else { return nil }
        self.path = path
        extensionPoint = point
    }

    /// Whether a file can be read and is no property list.
    static func isMalformed(_ path: String) -> Bool {
        let limit = PropertyList.maximumByteCount
        guard let bytes = try? BuildFile.read(path, limit: limit, within: nil, wayOut: "") else {
            return false
        }
        return (try? PropertyList.parse(bytes)) == nil
    }

    /// Those among files of all kinds, the least deep first.
    static func all(among files: [String]) -> [FoundManifest] {
        files.filter { ResourceKind.isManifest(FilePath($0).name) }
            .compactMap(Self.init)
            .sorted { ($0.depth, $0.path) < ($1.depth, $1.path) }
    }

    /// The one to build: a service extension before a content extension.
    static func best(of manifests: [FoundManifest]) -> FoundManifest? {
        manifests.first { $0.extensionPoint == .service } ?? manifests.first
    }

    private var depth: Int { path.count { $0 == "/" } }
}
