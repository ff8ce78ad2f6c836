// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A framework, a library or a bundle of a project, for ``SampleProject``.
struct SampleTarget {
    /// What the project calls it, and where its folder is.
    let name: String

    var type = "framework"
    var product: String?

    /// Its files, from its folder.
    var sources: [String] = []
    var headers: [String] = []
    var resources: [String] = []

    var settings = ""

    /// The targets that it depends on, and those whose products it links.
    var dependencies: [String] = []
    var linked: [String] = []

    /// The targets whose bundles it copies.
    var copied: [String] = []

    /// More of its own object.
    var more = ""

    /// The file that it makes.
    var fileName: String {
        if let product { return product }
        return ["framework", "bundle"].first(where: type.hasPrefix).map { "\(name).\($0)" }
            ?? "lib\(name).a"
    }

    /// The objects of the project that describe it; its own is called as it is.
    var objects: String {
        let phases = ["Sources": sources, "Headers": headers, "Resources": resources]
        let files = phases.sorted { $0.key < $1.key }.flatMap { phase, paths in
            paths.enumerated().map { index, path in
                let id = "\(name)\(phase)\(index)"
                let mark = phase == "Headers" ? "settings = {ATTRIBUTES = (Public); };" : ""
                return """
                    F\(id) = {isa = PBXFileReference; path = "\(name)/\(path)"; sourceTree = SOURCE_ROOT; };
                    B\(id) = {isa = PBXBuildFile; fileRef = F\(id); \(mark) };
                    """
            }
        }
        let lists = phases.sorted { $0.key < $1.key }.map { phase, paths in
            let bundles = phase == "Resources" ? copied.map { "Y\($0), " } : []
            let ids = (paths.indices.map { "B\(name)\(phase)\($0), " } + bundles).joined()
            return "P\(name)\(phase) = {isa = PBX\(phase)BuildPhase; files = (\(ids)); };"
        }
        return """
            \(name) = {isa = PBXNativeTarget; name = \(name); productReference = X\(name);
                productType = "com.apple.product-type.\(type)"; buildConfigurationList = L\(name);
                buildPhases = (P\(name)Sources, P\(name)Headers, P\(name)Resources, K\(name));
                dependencies = (\(dependencies.map { "D\($0), " }.joined())); \(more) };
            X\(name) = {isa = PBXFileReference; path = "\(fileName)"; sourceTree = BUILT_PRODUCTS_DIR; };
            D\(name) = {isa = PBXTargetDependency; target = \(name); };
            Y\(name) = {isa = PBXBuildFile; fileRef = X\(name); };
            K\(name) = {isa = PBXFrameworksBuildPhase; files = (\(linked.map { "Y\($0), " }.joined())); };
            L\(name) = {isa = XCConfigurationList; buildConfigurations = (C\(name)); };
            C\(name) = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(settings)}; };
            \((lists + files).joined(separator: "\n"))

            """
    }
}

extension SampleProject {
    /// A project whose service extension needs frameworks and libraries of it.
    ///
    /// - Parameters:
    ///   - libraries: All that the project has.
    ///   - linked: The names of those that the extension links.
    ///   - copied: The names of those whose bundles it copies.
    ///   - dependencies: The names of those that it depends on besides.
    ///   - settings: The extension's own settings in Release.
    ///   - more: Further objects of the project.
    /// - Returns: The project.
    static func text(
        libraries: [SampleTarget],
        linked: [String],
        copied: [String] = [],
        dependencies: [String] = [],
        settings: String = "",
        more: String = ""
    ) -> String {
        func files(_ names: [String]) -> String { names.map { "Y\($0), " }.joined() }
        return text(
            serviceSettings: settings,
            target: "dependencies = (\(dependencies.map { "D\($0), " }.joined()));",
            phases: "LINKED, COPIED",
            targets: libraries.map { "\($0.name), " }.joined(),
            more: "LINKED = {isa = PBXFrameworksBuildPhase; files = (\(files(linked))); };\n"
                + "COPIED = {isa = PBXResourcesBuildPhase; files = (\(files(copied))); };\n"
                + libraries.map(\.objects).joined() + more
        )
    }
}
