// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a target needs of other targets, and what it shows them.
extension XcodeProjectReader {
    /// The targets that a target links, those whose bundles it copies, then those that it depends on,
    /// each once.
    func references(of target: PropertyList) -> [XcodeTargetReference] {
        let dependencies = (target["dependencies"]?.texts ?? []).compactMap { objects[$0] }
        var seen: Set<XcodeTargetReference> = []
        let all = linked(target) + copiedBundles(of: target) + dependencies.compactMap(dependency)
        return all.filter {
            seen.insert($0).inserted
        }
    }

    /// The id and the name of the file that a target makes.
    func product(of target: PropertyList) -> XcodeTarget.Product? {
        guard let id = target["productReference"]?.text, let name = objects[id]?["path"]?.text
        else { return nil }
        return XcodeTarget.Product(id: id, fileName: FilePath(name).name)
    }

    /// All headers that a target has a phase for.
    func headers(of target: PropertyList) -> [String] {
        let phases = ["PBXHeadersBuildPhase", "PBXCopyFilesBuildPhase"]
        return phases.flatMap { places(of: buildFiles(of: target, phase: $0)) }
            .filter { SourceFiles.isHeader($0) }
    }

    /// The headers that a target installs for others to see.
    ///
    /// A framework marks them as public; a library copies them.
    func publicHeaders(of id: String, _ target: PropertyList) -> [String] {
        let installed = buildFiles(of: target, phase: "PBXHeadersBuildPhase").filter { file in
            file["settings"]?["ATTRIBUTES"]?.texts.contains("Public") == true
        }
        let copied = buildFiles(of: target, phase: "PBXCopyFilesBuildPhase")
        return places(of: installed + copied).filter { SourceFiles.isHeader($0) }
            + synchronisedPublicHeaders(of: id, target)
    }

    private func linked(_ target: PropertyList) -> [XcodeTargetReference] {
        buildFiles(of: target, phase: "PBXFrameworksBuildPhase").compactMap(made)
    }

    private func copiedBundles(of target: PropertyList) -> [XcodeTargetReference] {
        ["PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase"]
            .flatMap { buildFiles(of: target, phase: $0) }
            .compactMap(made)
            .filter { FilePath($0.shown).ending == "bundle" }
            .map { reference in
                var reference = reference
                reference.isCopied = true
                return reference
            }
    }

    /// The target that makes the file of a phase's entry; nil where the file is there already.
    private func made(_ file: PropertyList) -> XcodeTargetReference? {
        guard let id = file["fileRef"]?.text, let object = objects[id] else { return nil }
        switch object["isa"]?.text {
        case "PBXReferenceProxy":
            let shown = FilePath(object["path"]?.text ?? id).name
            return self.object(object["remoteRef"]).flatMap { remote($0, shown: shown) }
        case "PBXFileReference":
            guard object["sourceTree"]?.text == "BUILT_PRODUCTS_DIR",
                let name = object["path"]?.text.map({ FilePath($0).name })
            else { return nil }
            return XcodeTargetReference(
                project: nil,
                name: products.contains(id) ? .product(id) : .file(name),
                shown: name
            )
        default: return nil
        }
    }

    private func dependency(_ object: PropertyList) -> XcodeTargetReference? {
        if let id = object["target"]?.text {
            let shown = objects[id]?["name"]?.text ?? id
            return XcodeTargetReference(project: nil, name: .target(id), shown: shown)
        }
        return self.object(object["targetProxy"]).flatMap { proxy in
            remote(proxy, shown: proxy["remoteInfo"]?.text ?? object["name"]?.text ?? "a target")
        }
    }

    /// What a proxy stands for: a target (1), or a file that a target makes (2).
    private func remote(_ proxy: PropertyList, shown: String) -> XcodeTargetReference? {
        guard let id = proxy["remoteGlobalIDString"]?.text,
            let portal = proxy["containerPortal"]?.text
        else { return nil }
        let isOwn = objects[portal]?["isa"]?.text == "PBXProject"
        guard let project = isOwn ? path : place(of: portal) else { return nil }
        return XcodeTargetReference(
            project: isOwn ? nil : SourcePath.absolute(project),
            name: proxy["proxyType"]?.text == "2" ? .product(id) : .target(id),
            shown: shown
        )
    }

    /// The headers that exceptions of a target's synchronised folders make public.
    private func synchronisedPublicHeaders(of id: String, _ target: PropertyList) -> [String] {
        (target["fileSystemSynchronizedGroups"]?.texts ?? []).flatMap { group -> [String] in
            guard let object = objects[group], let folder = place(of: group) else { return [] }
            return (object["exceptions"]?.texts ?? []).compactMap { objects[$0] }
                .filter { $0["target"]?.text == id }
                .flatMap { $0["publicHeaders"]?.texts ?? [] }
                .map { SourcePath.resolve($0, in: folder) }
        }
    }
}
