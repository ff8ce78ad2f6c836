// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Which target of a project is built.
struct XcodeTargetChoice {
    private let project: XcodeProject

    /// The targets that make notification extensions, service extensions first.
    private let candidates: [(target: XcodeTarget, point: Manifest.ExtensionPoint)]

    init(_ project: XcodeProject) {
        self.project = project
        let found = project.targets.filter(\.isExtension).compactMap { target in
            target.infoPlist.flatMap(FoundManifest.init).map { (target, $0.extensionPoint) }
        }
        candidates = found.filter { $0.1 == .service } + found.filter { $0.1 == .content }
    }

    /// The target of a name, or of a folder, or the first.
    ///
    /// - Parameters:
    ///   - folder: The folder that its `Info.plist` or its sources are in; nil for anywhere.
    ///   - name: Its name; nil for any.
    /// - Returns: The target; nil when none fits the folder.
    /// - Throws: ``ToolFailure`` when there is none of the name, and for build settings that come to
    ///   more than they may.
    func target(for folder: String?, named name: String?) throws(ToolFailure) -> XcodeTarget? {
        // They share what they may do.
        try project.targets.first?.settings.checkSoFar(SourcePath.shown(project.path))
        if let name {
            guard let target = project.targets.first(where: { $0.name == name }) else {
                let names = extensionNames.joined(separator: ", ")
                let known =
                    names.isEmpty ? "it has no notification extension" : "known are \(names)"
                throw ToolFailure(
                    "--target \(name): \(project.path) has no such target; \(known)",
                    .usage
                )
            }
            if let refusal = Self.refusal(of: target, extensions: extensionNames) { throw refusal }
            return target
        }
        return fitting(folder).first
    }

    /// The targets that can be named: those of notification extensions, and extensions whose `Info.plist`
    /// is not there to tell.
    var extensionNames: [String] {
        let untold = project.targets.filter { target in
            target.isExtension && target.infoPlist.flatMap(FileContents.of) == nil
        }
        return (candidates.map(\.target) + untold).map(\.name)
    }

    /// Why a target that was named cannot be built; nil where it makes an extension.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - extensions: The names of those that can be.
    /// - Returns: The error.
    static func refusal(of target: XcodeTarget, extensions: [String]) -> ToolFailure? {
        guard let product = target.otherProduct else { return nil }
        let known =
            extensions.isEmpty
            ? "there is no notification extension"
            : "the extensions are: \(extensions.joined(separator: ", "))"
        return ToolFailure(
            "--target \(target.name): \(target.name) is \(product), no notification extension; "
                + known,
            .usage
        )
    }

    /// Says which target was taken where there are others.
    func warnings(taking target: XcodeTarget, from folder: String?) -> [String] {
        let others = fitting(folder).filter { $0 != target }
        guard !others.isEmpty else { return [] }
        let names = others.map(\.name).joined(separator: ", ")
        return [
            "\(SourcePath.shown(project.path)) has more than one notification extension; "
                + "\(target.name) was taken: name another with --target (\(names))"
        ]
    }

    /// The targets whose `Info.plist` is in a folder, else those that have a source in it.
    private func fitting(_ folder: String?) -> [XcodeTarget] {
        let targets = candidates.map(\.target)
        guard let folder else { return targets }
        let place = SourcePath.absolute(folder)
        let isInside = { (path: String) in SourcePath.isInside(SourcePath.absolute(path), place) }
        let byManifest = targets.filter { $0.infoPlist.map(isInside) == true }
        return byManifest.isEmpty
            ? targets.filter { $0.sources.contains(where: isInside) } : byManifest
    }
}
