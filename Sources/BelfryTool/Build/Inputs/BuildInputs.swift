// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What an extension is built from, however it was named: files, a folder, or a project's target.
struct BuildInputs: Sendable {
    /// What the bundle is called unless told otherwise.
    let name: String

    /// Where the inputs are from, for people; nil for files that were named themselves.
    var origin: String?

    var sources: SourceFiles

    /// Files, asset catalogues and bundles that go into the bundle.
    var resources: [String] = []

    /// The `Info.plist`, where there is one.
    var infoPlist: String?

    /// The `.entitlements` file, where there is one.
    var entitlements: String?

    /// The header whose C declarations Swift sees, where there is one.
    var bridgingHeader: String?

    /// A project's build settings.
    var settings: BuildSettings?

    /// The products of Swift packages that a project's target links, by their names.
    var packages: [String] = []

    /// The packages to build, as far as it is known where they are.
    var packageSet = PackageSet()

    /// The files of build settings that a project's target has.
    var settingsFiles: [String] = []

    /// A project's target with its project, whose other targets it may need.
    var target: (target: XcodeTarget, project: XcodeProject)?

    /// The project's frameworks and libraries that the target needs, in the order they are linked.
    var libraries: [LibraryInputs] = []

    /// The bundles that targets of the project make and that go into the bundle.
    var bundles: [ResourceBundle] = []

    /// Why a module of the project's own is not there, by the module's name.
    var moduleNotes: [String: String] = [:]

    /// The classes of libraries that can be an extension's principal class, with their modules.
    var libraryClasses: [String] = []

    /// Where all of it may be.
    var places = BuildPlaces()

    /// What is odd, one line each.
    var warnings: [String] = []

    /// Finds out what the command line names.
    ///
    /// - Parameter options: What the command line says.
    /// - Throws: ``ToolFailure`` when nothing can be built from it.
    init(_ options: BuildOptions) throws(ToolFailure) {
        guard let first = options.sources.first else {
            throw ToolFailure(
                "nothing to build; name an extension's sources, its folder or its Xcode project",
                .usage
            )
        }
        let isProject = FilePath(first).ending == "xcodeproj"
        let isWorkspace = FilePath(first).ending == "xcworkspace"
        guard isProject || isWorkspace || FolderListing.isPlainFolder(first) else {
            guard options.target == nil else {
                throw ToolFailure(
                    "--target names a target of a project; name the project before it, such as "
                        + "App.xcodeproj",
                    .usage
                )
            }
            self = try Self.files(options.sources)
            try apply(options)
            return
        }
        guard options.sources.count == 1 else {
            throw ToolFailure(
                "\(first) and \(options.sources[1]): an extension is built from one folder, from one "
                    + "project, or from source files; name one",
                .usage
            )
        }
        if isWorkspace {
            self = try .workspace(first, options)
        } else {
            self = try isProject ? .project(first, options) : .folder(first, options)
        }
        try apply(options)
        try addLibraries(options)
    }

    /// The storyboard that an extension without an `Info.plist` begins with: Xcode's, else the only one.
    var mainStoryboard: String? {
        let names = resources.map(FilePath.init).filter { $0.ending == "storyboard" }
            .map(\.nameWithoutEnding)
        return names.contains("MainInterface") || names.count > 1
            ? names.first { $0 == "MainInterface" } : names.first
    }

    init(name: String, sources: SourceFiles) {
        self.name = name
        self.sources = sources
    }

    /// Source files as they were named, with what lies beside the first.
    private static func files(_ paths: [String]) throws(ToolFailure) -> BuildInputs {
        let first = FilePath(paths.first ?? "")
        var inputs = BuildInputs(
            name: LibraryName(first.text)?.base ?? first.nameWithoutEnding,
            sources: try SourceFiles(paths)
        )
        let plist = first.sibling("Info.plist")
        inputs.places.add(first.directory)
        for path in paths { inputs.places.add(path) }
        if FileManager.default.fileExists(atPath: plist) { inputs.infoPlist = plist }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: first.directory)) ?? []
        let entitlements = names.filter { FilePath($0).ending == "entitlements" }
        // Of several none is known to be this extension's.
        if entitlements.count == 1 { inputs.entitlements = first.sibling(entitlements[0]) }
        return inputs
    }

    /// What the command line says goes before what was found.
    private mutating func apply(_ options: BuildOptions) throws(ToolFailure) {
        infoPlist = options.infoPlist ?? infoPlist
        entitlements = options.entitlements ?? entitlements
        bridgingHeader = options.bridgingHeader ?? bridgingHeader
        packageSet = try PackageSet.named(options) ?? packageSet
        try addPlaces(options)
        try settleObjectiveC()
        guard !sources.paths.isEmpty || [.rust, .cmake, .library].contains(sources.language) else {
            throw ToolFailure(
                "\(origin ?? name) has no source that can be compiled here (.swift, .c, .cc, .cpp, "
                    + ".cxx, one .rs, Cargo.toml, CMakeLists.txt); name the extension's own folder or files, or a "
                    + "library that is linked already, libNAME.so",
                .noInput
            )
        }
    }

    /// Adds what the command line names, and checks what only compilers and settings read.
    ///
    /// Whoever reads one of the other files checks it then.
    private mutating func addPlaces(_ options: BuildOptions) throws(ToolFailure) {
        for path in options.allowedPlaces where BuildPlaces.resolved(path) == nil {
            throw ToolFailure(
                "--allow-outside \(path): there is no such file or folder; name one that is there",
                .noInput
            )
        }
        let named =
            [options.infoPlist, options.entitlements, options.bridgingHeader, options.resources]
        for path in named.compactMap(\.self) + options.packages + options.allowedPlaces {
            places.add(path)
        }
        try checkCompiled()
    }

    /// Refuses what is elsewhere or no file, of what only compilers and settings read, and settings that
    /// come to more than they may.
    func checkCompiled() throws(ToolFailure) {
        try checkSettings(origin ?? name)
        let compiled = sources.c + sources.headers + sources.moduleMaps
        for path in compiled + [bridgingHeader, sources.singleRust].compactMap(\.self) {
            try check(path)
        }
    }

    /// Refuses settings that are elsewhere or in no file, or that come to more than they may.
    ///
    /// - Parameter subject: Whose settings they are, for the error.
    /// - Throws: ``ToolFailure`` that says which.
    func checkSettings(_ subject: String) throws(ToolFailure) {
        for path in settingsFiles { try check(path) }
        try settings?.check(subject)
    }

    private func check(_ path: String) throws(ToolFailure) {
        try places.check(path)
        guard let kind = BuildFile.oddKind(path) else { return }
        throw ToolFailure("\(path) is \(kind), and only regular files are read", .noInput)
    }

    /// Leaves Objective-C out where Swift can do without, and says so.
    private mutating func settleObjectiveC() throws(ToolFailure) {
        guard let first = sources.objectiveC.first else { return }
        let bridged = bridgingHeader.flatMap(FileContents.text)
        let needed = sources.objectiveC.first { path in
            bridged?.contains("\(FilePath(path).nameWithoutEnding).h\"") == true
        }
        if let needed {
            throw ToolFailure(
                "\(needed) is Objective-C, which has no runtime here, and \(bridgingHeader ?? "") "
                    + "shows it to Swift; write what it does in Swift or in C, and take it out of "
                    + "the bridging header",
                .badData
            )
        }
        guard !sources.paths.isEmpty else {
            throw ToolFailure(
                "\(first) is Objective-C, which has no runtime here; write the extension in Swift "
                    + "or in C",
                .badData
            )
        }
        let files = SourceFiles.described(sources.objectiveC)
        warnings.append("\(files): Objective-C has no runtime here, so it is left out")
    }
}

extension FolderListing {
    /// Whether there is a directory that is no source file by its name.
    static func isPlainFolder(_ path: String) -> Bool {
        isDirectory(path)
            && !["swift", "c", "cc", "cpp", "cxx", "m", "mm", "h"].contains(FilePath(path).ending)
    }
}
