// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The frameworks, libraries and bundles that an extension's target needs of its project and of
/// others.
struct XcodeDependencies {
    /// A target with the project that it is of.
    struct Library: Hashable {
        let target: XcodeTarget

        /// The project's path.
        let project: String

        static func == (one: Self, other: Self) -> Bool {
            one.target.id == other.target.id && one.project == other.project
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(target.id)
            hasher.combine(project)
        }
    }

    /// A bundle that is made of resources.
    struct Bundle {
        /// The target that makes it.
        let maker: Library

        /// The framework that copies it; nil where it goes into the extension's own bundle.
        let owner: Library?

        /// Whether a target copies it, rather than depending on it alone.
        let isCopied: Bool
    }

    /// The libraries that are needed, directly or by others, each once and in the order they are linked.
    private(set) var libraries: [Library] = []

    /// The libraries of the projects that were read which are not needed.
    private(set) var others: [Library] = []

    /// The bundles of resources that are needed, each once for each target whose bundle has them.
    private(set) var bundles: [Bundle] = []

    /// What is referred to and made by no target that was found, as it is called.
    private(set) var missing: [String] = []

    private let configuration: String
    private let places: BuildPlaces
    private var projects: [String: XcodeProject]

    /// The projects beside them that were looked at; nil for those that cannot be read.
    private var neighbours: [String: XcodeProject?] = [:]

    /// The targets whose references have been followed.
    private var followed: Set<Library> = []

    /// The targets whose references are being followed, the outermost first.
    private var path: [Library] = []

    /// Follows what a target refers to.
    ///
    /// - Parameters:
    ///   - target: The extension's target.
    ///   - project: Its project.
    ///   - configuration: `Release` or `Debug`.
    ///   - places: Where other projects may be.
    /// - Throws: ``ToolFailure`` for targets that need each other, and for a project that cannot be
    ///   read or is elsewhere.
    init(
        of target: XcodeTarget,
        in project: XcodeProject,
        configuration: String,
        within places: BuildPlaces
    ) throws(ToolFailure) {
        self.configuration = configuration
        self.places = places
        projects = [SourcePath.absolute(project.path): project]
        try follow(Library(target: target, project: SourcePath.absolute(project.path)))
        let needed = Set(libraries)
        for (path, project) in projects.sorted(by: { $0.key < $1.key }) {
            others += project.targets.filter { $0.kind == .library }
                .map { Library(target: $0, project: path) }
                .filter { !needed.contains($0) }
        }
    }

    /// Projects whose targets need each other over more steps than these are not made by people.
    private static let maximumDepth = 64

    private mutating func follow(_ library: Library) throws(ToolFailure) {
        path.append(library)
        defer { path.removeLast() }
        guard path.count <= Self.maximumDepth else {
            throw ToolFailure(
                "\(shown(path[0])) needs other targets over more than \(Self.maximumDepth) steps: "
                    + names(path.prefix(3)) + ", …; take some of the dependencies out",
                .badData
            )
        }
        for reference in library.target.references {
            guard let found = try target(reference, of: library.project) else {
                // What another program has built is found as modules are, or not at all.
                if !missing.contains(reference.shown) { missing.append(reference.shown) }
                continue
            }
            if let first = path.firstIndex(of: found) {
                throw ToolFailure(
                    "\(shown(found)) needs itself: \(names(path[first...])), "
                        + "\(found.target.name); take one of these dependencies out",
                    .badData
                )
            }
            if found.target.kind == .bundle { add(found, isCopied: reference.isCopied) }
            guard [.library, .bundle, .aggregate].contains(found.target.kind),
                followed.insert(found).inserted
            else { continue }
            try follow(found)
            if found.target.kind == .library { libraries.append(found) }
        }
    }

    /// Adds a bundle for the target whose references are being followed.
    ///
    /// One that no target copies is copied by a script, as CocoaPods does it: into the extension.
    private mutating func add(_ bundle: Library, isCopied: Bool) {
        let last = path.last.flatMap { $0.target.kind == .library ? $0 : nil }
        let owner = isCopied ? last : nil
        let same = bundles.filter { $0.maker == bundle }
        guard !same.contains(where: { $0.owner == owner || !isCopied }) else { return }
        if isCopied { bundles.removeAll { $0.maker == bundle && !$0.isCopied } }
        bundles.append(Bundle(maker: bundle, owner: owner, isCopied: isCopied))
    }

    private func names(_ path: some Sequence<Library>) -> String {
        path.map(\.target.name).joined(separator: ", ")
    }

    private func shown(_ library: Library) -> String {
        "\(SourcePath.shown(library.project)): the target \(library.target.name)"
    }

    // MARK: References

    private mutating func target(
        _ reference: XcodeTargetReference,
        of project: String
    ) throws(ToolFailure) -> Library? {
        let path = reference.project ?? project
        if let named = reference.project {
            guard try read(named) else { return nil }
        }
        switch reference.name {
        case .target(let id): return library(in: path) { $0.id == id }
        case .product(let id): return library(in: path) { $0.product?.id == id }
        case .file(let name):
            if let own = library(in: path, making: name) { return own }
            return try neighbour(of: path, making: name)
        }
    }

    /// The target of another project of a workspace that makes a file of a name.
    private mutating func neighbour(
        of project: String,
        making name: String
    ) throws(ToolFailure) -> Library? {
        for other in XcodeWorkspace.showing(project).flatMap(\.projects) where other != project {
            guard look(other)?.targets.contains(where: { $0.makes(name) }) == true,
                try read(other)
            else { continue }
            return library(in: other, making: name)
        }
        return nil
    }

    private func library(
        in project: String,
        where isMeant: (XcodeTarget) -> Bool
    ) -> Library? {
        projects[project]?.targets.first(where: isMeant)
            .map { Library(target: $0, project: project) }
    }

    /// The target that makes a framework, a library or a bundle of a name; of several the one for phones.
    private func library(in project: String, making name: String) -> Library? {
        library(in: project) { $0.makes(name) && $0.isForPhones }
            ?? library(in: project) { $0.makes(name) }
    }

    /// Reads another project, of which something is taken; false where it is not there.
    private mutating func read(_ path: String) throws(ToolFailure) -> Bool {
        guard projects[path] == nil else { return true }
        guard FileManager.default.fileExists(atPath: "\(path)/project.pbxproj") else {
            return false
        }
        // Of one that is elsewhere its sources are needed as well.
        if !places.allow("\(path)/project.pbxproj") { try places.check(FilePath(path).directory) }
        projects[path] = try XcodeProject(path, configuration: configuration, within: places)
        return true
    }

    /// Looks at another project, of which something may be taken.
    private mutating func look(_ path: String) -> XcodeProject? {
        if let project = projects[path] { return project }
        if let project = neighbours[path] { return project }
        let project = try? XcodeProject(path, configuration: configuration, within: places)
        neighbours[path] = .some(project)
        return project
    }
}

extension XcodeTarget {
    /// Whether it makes a framework, a library or a bundle of a name.
    fileprivate func makes(_ name: String) -> Bool {
        [.library, .bundle].contains(kind) && product?.fileName == name
    }

    /// Whether its settings do not say that it is for another platform.
    fileprivate var isForPhones: Bool {
        !["appletvos", "macosx", "watchos", "xros"].contains(settings["SDKROOT"])
    }
}
