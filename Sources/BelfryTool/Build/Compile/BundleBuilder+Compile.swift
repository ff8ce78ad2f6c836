// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

/// Compiles and links what is written in Swift, C and C++.
extension BundleBuilder {
    /// Runs the compilers and returns what they said.
    func compile(
        _ plan: BuildPlan,
        with packages: BuiltPackages?,
        to library: String,
        _ staging: borrowing StagingFolder
    ) async throws(ToolFailure) -> String {
        var said = ""
        for step in try steps(plan, packages, library: library, staging) {
            let outcome = try await run(step)
            said += outcome.output
            guard let failure = outcome.failure else { continue }
            let missing = MissingModules(output: outcome.output)
            let explained = missing.explanations(
                packages: plan.inputs.packages,
                built: packages == nil ? [] : plan.inputs.packageModules,
                notes: plan.inputs.moduleNotes
            )
            let older = OlderSwift(output: outcome.output).explanation
            let observer = ObserverOverride.explanation(output: outcome.output)
            for line in explained + [older, observer].compactMap(\.self) {
                log.write("belfry: \(line.neutralised())\n")
            }
            throw failure
        }
        return said
    }

    private func steps(
        _ plan: BuildPlan,
        _ packages: BuiltPackages?,
        library: String,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> [CompilerStep] {
        let sources = plan.inputs.sources
        var built = try BuiltLibraries(plan.libraries, staging)
        let shared = try bundles(plan, staging)
        var steps: [CompilerStep] = []
        for (index, part) in plan.libraries.enumerated() {
            steps += try self.steps(part, index, packages, shared, &built, staging)
        }
        let own = sources.c.indices.map { staging.scratch("\($0).o") }
        let c = CCompilation(
            inputs: plan.inputs,
            libraries: built,
            options: options,
            sdk: sdk
        )
        steps += try c.steps(toolchain, objects: own)
        let objects = own + built.objects
        guard sources.language == .swift else {
            return steps + [
                try c.link(objects, to: library, toolchain)
            ]
        }
        let swift = SwiftCompilation(
            inputs: plan.inputs,
            sources: plan.swift,
            moduleName: plan.output.moduleName,
            options: options,
            sdk: sdk,
            packages: packages,
            libraries: built
        )
        let module = plan.output.moduleName
        return steps + [
            try swift.step(
                toolchain,
                library: library,
                imports: plan.imports,
                module: staging.scratch("\(module).swiftmodule"),
                overlay: try overlay(plan.swift, "", staging),
                extra: try shared + note(plan, staging) + members(plan.members, "", staging),
                objects: objects
            )
        ]
    }

    /// The calls that compile one of the project's libraries; what they make is added to the others'.
    private func steps(
        _ part: LibraryPlan,
        _ index: Int,
        _ packages: BuiltPackages?,
        _ shared: [String],
        _ built: inout BuiltLibraries,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> [CompilerStep] {
        let sources = part.inputs.sources
        // No name of a file that the tool writes is taken from a project.
        let prefix = "library-\(index)-"
        let objects = sources.c.indices.map { staging.scratch("\(prefix)\($0).o") }
        let c = CCompilation(
            inputs: part.inputs,
            libraries: built,
            options: options,
            sdk: sdk
        )
        built.objects += objects
        var steps = try c.steps(toolchain, objects: objects)
        guard !sources.swift.isEmpty else { return steps }
        let swift = SwiftCompilation(
            inputs: part.inputs,
            sources: part.swift.sources,
            moduleName: part.moduleName,
            options: options,
            sdk: sdk,
            packages: packages,
            libraries: built,
            hasOwnC: part.headers.map != nil
        )
        let object = staging.scratch("\(prefix)swift.o")
        built.objects.append(object)
        steps.append(
            try swift.step(
                toolchain,
                object: object,
                module: built.module(part.moduleName),
                overlay: try overlay(part.swift.sources, prefix, staging),
                extra: try shared + members(part.swift.members, prefix, staging)
            )
        )
        return steps
    }

    /// Writes the sources that were rewritten, and the file that puts them in place.
    private func overlay(
        _ sources: [SwiftSource],
        _ prefix: String,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> String? {
        var files: [(path: String, contents: String)] = []
        for source in sources {
            guard let bytes = source.rewritten else { continue }
            let name = "\(prefix)\(files.count).swift"
            try staging.write(bytes, toScratch: name)
            files.append((source.path, SourcePath.absolute(staging.scratch(name))))
        }
        guard !files.isEmpty else { return nil }
        let overlay = SourceOverlay(files: files)
        try staging.write(Array(overlay.text.utf8), toScratch: "\(prefix)overlay.yaml")
        return staging.scratch("\(prefix)overlay.yaml")
    }

    /// Writes the source that notes which of the SDK's libraries the extension is linked with.
    private func note(
        _ plan: BuildPlan,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> [String] {
        let libraries = SDKModules(sdk: sdk).libraries(plan.imports).map { "lib\($0).so" }
        let pairs = libraries.compactMap { name in sdk.buildID(ofLibrary: name).map { (name, $0) } }
        let shared = SDKRecord(buildIDs: Dictionary(pairs) { first, _ in first })
        let record = options.isStatic ? .selfContained : shared
        try staging.write(Array(SDKNote(record).source.utf8), toScratch: "sdk-note.swift")
        return [staging.scratch("sdk-note.swift")]
    }

    /// Writes the source by which every module finds the bundles of frameworks, where there are some.
    private func bundles(
        _ plan: BuildPlan,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> [String] {
        guard let source = FrameworkBundle.lookup(plan.libraries.compactMap(\.bundle)) else {
            return []
        }
        try staging.write(Array(source.utf8), toScratch: "bundles.swift")
        return [staging.scratch("bundles.swift")]
    }

    /// Writes the source that collects the members of a module's classes, where there are some.
    private func members(
        _ members: MemberTables,
        _ prefix: String,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> [String] {
        guard let source = members.collection else { return [] }
        try staging.write(Array(source.utf8), toScratch: "\(prefix)members.swift")
        return [staging.scratch("\(prefix)members.swift")]
    }
}
