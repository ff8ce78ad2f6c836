// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A framework or library of the project's that is built into the extension's own library.
struct LibraryInputs: Sendable {
    /// The module that its Swift is compiled as, and that its C is seen as.
    let moduleName: String

    /// Its sources, settings, resources and packages.
    let inputs: BuildInputs

    /// The target and its project, for people.
    let shown: String

    /// The headers that it shows to others.
    let publicHeaders: [String]

    /// The module map that its settings name; nil where they name none that is there.
    let moduleMap: String?

    let target: XcodeTarget

    /// Whether it is there for its resources, which are found by its identifier.
    var hasResourcesAlone: Bool {
        inputs.sources.paths.isEmpty && inputs.sources.objectiveC.isEmpty
            && !(inputs.resources.isEmpty && inputs.bundles.isEmpty)
    }
}

extension LibraryInputs {
    fileprivate init(
        _ library: XcodeDependencies.Library,
        bundles: [ResourceBundle],
        _ places: BuildPlaces
    ) {
        let target = library.target
        var inputs = BuildInputs.library(library, places)
        moduleMap = inputs.existing(target.path("MODULEMAP_FILE"), "MODULEMAP_FILE")
        // It is checked as these are: what the settings name is not looked for elsewhere.
        inputs.settingsFiles += [moduleMap].compactMap(\.self)
        publicHeaders = target.publicHeaders.map(SourcePath.shown)
            .filter(Set(inputs.sources.headers).contains)
        moduleName = target.moduleName
        shown = library.shown
        inputs.bundles = bundles
        self.target = target
        self.inputs = inputs
    }
}

extension BuildInputs {
    /// Finds the project's frameworks and libraries that the target needs.
    ///
    /// - Parameter options: What the command line says.
    /// - Throws: ``ToolFailure`` for targets that need each other, or that are elsewhere.
    mutating func addLibraries(_ options: BuildOptions) throws(ToolFailure) {
        guard let (target, project) = target else { return }
        let found = try XcodeDependencies(
            of: target,
            in: project,
            configuration: options.configuration,
            within: places
        )
        bundles = try bundles(found, of: nil)
        for library in found.libraries {
            let bundles = try bundles(found, of: library)
            libraries.append(LibraryInputs(library, bundles: bundles, places))
        }
        for name in found.missing {
            let module = FilePath(name).nameWithoutEnding
            moduleNotes[module] =
                "\(module): \(name) is linked, but no target of \(SourcePath.shown(project.path)) or of "
                + "a workspace that shows it makes it; add the target's project, name a package with "
                + "--package, or make the use of \(module) conditional with #if canImport(\(module))"
        }
        for library in found.others {
            let module = library.target.moduleName
            moduleNotes[module] =
                "\(module) is \(library.shown), and nothing that is built depends on it; in Xcode, link "
                + "it with what imports it (Build Phases, Link Binary With Libraries)"
        }
        for library in libraries where library.inputs.sources.paths.isEmpty {
            let module = library.moduleName
            let cause =
                if library.hasResourcesAlone {
                    "it has resources and no sources"
                } else if library.inputs.sources.objectiveC.isEmpty {
                    "none of its sources is there"
                } else {
                    "it is in Objective-C alone, which has no runtime here"
                }
            moduleNotes[module] =
                "\(module) is \(library.shown): \(cause); #if canImport(\(module)) around its use makes "
                + "it conditional"
        }
    }

    /// A library's own inputs, without what only an extension has.
    static func library(
        _ library: XcodeDependencies.Library,
        _ places: BuildPlaces
    ) -> BuildInputs {
        let target = library.target
        var seen: Set<String> = []
        let files = (target.sources + target.headers + target.publicHeaders + target.resources)
            .map(SourcePath.shown).filter { seen.insert($0).inserted }
        var inputs = BuildInputs(name: target.name, sources: SourceFiles(among: files))
        inputs.places = places
        inputs.settings = target.settings
        inputs.settingsFiles = target.settingsFiles
        inputs.packages = target.packages
        inputs.packageSet = target.packageSet
        inputs.resources = files.filter(isCopied)
        inputs.bridgingHeader = inputs.existing(
            target.path("SWIFT_OBJC_BRIDGING_HEADER"),
            "SWIFT_OBJC_BRIDGING_HEADER"
        )
        inputs.leaveOutMissing()
        if !inputs.sources.objectiveC.isEmpty, !inputs.sources.paths.isEmpty {
            let left = SourceFiles.described(inputs.sources.objectiveC)
            inputs.warnings.append("\(left): Objective-C has no runtime here, so it is left out")
        }
        return inputs
    }
}

extension XcodeDependencies.Library {
    /// The target and its project, for people.
    var shown: String {
        "the target \(target.name) of \(SourcePath.shown(project))"
    }
}

extension PackageSet {
    /// Adds what another part of the same build takes.
    mutating func add(_ other: PackageSet) {
        guard !isNamed else { return }
        packages += other.packages.filter { !packages.contains($0) }
        products += other.products.filter { !products.contains($0) }
        unplaced += other.unplaced.filter { !unplaced.contains($0) }
        shown += other.shown.filter { !shown.contains($0) }
        pins = pins ?? other.pins
    }
}
