// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension BuildInputs {
    /// A workspace that was named itself: the first of its projects that has the target, or a target
    /// that makes a notification extension.
    ///
    /// The folder that it lies in may be read. A project that it shows elsewhere is not looked at: it
    /// may be of a stranger, who named it and not the user.
    ///
    /// - Parameters:
    ///   - path: The workspace's path.
    ///   - options: What the command line says.
    /// - Returns: The target's inputs.
    /// - Throws: ``ToolFailure`` when no project in the folder has such a target.
    static func workspace(
        _ path: String,
        _ options: BuildOptions
    ) throws(ToolFailure) -> BuildInputs {
        let workspace = XcodeWorkspace(path)
        guard !workspace.places.isEmpty else {
            throw ToolFailure(
                "\(path) is no workspace that shows anything; name one that is there, a project, or "
                    + "the extension's folder",
                .noInput
            )
        }
        let places = BuildPlaces([workspace.folder] + options.allowedPlaces)
        var found: [BuildInputs] = []
        var elsewhere: [String] = []
        var unreadable: [String] = []
        var known: [String] = []
        var other: XcodeTarget?
        for path in workspace.projects where BuildPlaces.resolved(path) != nil {
            guard places.allow("\(path)/project.pbxproj") else {
                elsewhere.append(SourcePath.shown(path))
                continue
            }
            // Of a project that is allowed its folder may be read, as when it is named itself.
            var places = places
            places.add(FilePath(path).directory)
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
            known += choice.extensionNames
            if let name = options.target {
                let named = project.targets.filter { $0.name == name }
                other = other ?? named.first { !$0.isExtension }
                guard named.contains(where: \.isExtension) else { continue }
            }
            guard let target = try choice.target(for: nil, named: options.target) else { continue }
            found.append(
                .target(
                    target,
                    of: project,
                    within: places,
                    choice.warnings(taking: target, from: nil)
                )
            )
        }
        guard var inputs = found.first else {
            throw other.flatMap { XcodeTargetChoice.refusal(of: $0, extensions: known) }
                ?? noTarget(of: path, options, known, elsewhere)
        }
        inputs.noteOthers(found.dropFirst(), of: path)
        inputs.warnings += unreadable
        return inputs
    }

    /// Warns of the workspace's other projects that could have been built.
    private mutating func noteOthers(_ found: ArraySlice<BuildInputs>, of path: String) {
        let others = found.compactMap { $0.target?.project.path }.map(SourcePath.shown)
        guard let taken = target?.project.path, !others.isEmpty else { return }
        warnings.append(
            "\(path) shows more than one project with a notification extension; "
                + "\(SourcePath.shown(taken)) was taken: name another one "
                + "(\(others.joined(separator: ", "))), or its target with --target"
        )
    }

    private static func noTarget(
        of path: String,
        _ options: BuildOptions,
        _ known: [String],
        _ elsewhere: [String]
    ) -> ToolFailure {
        let others = known.isEmpty ? "" : " (known are \(known.joined(separator: ", ")))"
        let wanted =
            options.target.map { "a target \($0)" }
            ?? "a target that makes a notification extension"
        let left =
            elsewhere.isEmpty
            ? ""
            : "; outside of its folder it shows \(elsewhere.joined(separator: ", ")), which is read "
                + "when it is named itself or with --allow-outside"
        return ToolFailure(
            "\(path) shows no project with \(wanted)\(others)\(left); name the project, or the "
                + "extension's folder or files",
            .noInput
        )
    }
}
