// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What is known of a framework or library of the project's before a compiler is started.
struct LibraryPlan {
    /// Its sources, settings and resources.
    let library: LibraryInputs

    let swift: SwiftModule

    /// How its C is seen.
    let headers: LibraryHeaders

    /// Where its resources go; nil where it has none.
    let bundle: FrameworkBundle?

    var inputs: BuildInputs { library.inputs }
    var moduleName: String { library.moduleName }

    /// Reads those libraries that an extension needs, each after those that it imports itself.
    ///
    /// One is needed when something imports its module, or includes a header of its C, or when it has
    /// resources alone. The others may be for Apple's platforms alone.
    ///
    /// - Parameters:
    ///   - inputs: What the extension is built from.
    ///   - module: Its own Swift.
    ///   - taken: The names that no module of a library's can have, the extension's own too.
    ///   - absent: The frameworks of Apple's that are not here.
    /// - Returns: The libraries, in the order they are compiled.
    /// - Throws: ``ToolFailure`` for a source that cannot be read, and for a name of a module that
    ///   another one has.
    static func needed(
        by inputs: BuildInputs,
        _ module: SwiftModule,
        taken: Set<String>,
        absent: Set<String>
    ) throws(ToolFailure) -> [LibraryPlan] {
        let isSwift = inputs.sources.language == .swift
        var rest = inputs.libraries.filter { library in
            let sources = library.inputs.sources
            return library.hasResourcesAlone
                || !sources.paths.isEmpty && (isSwift || sources.swift.isEmpty)
        }
        .map { (library: $0, headers: headers(of: $0)) }
        guard !rest.isEmpty else { return [] }
        var needs = Needs()
        needs.add(inputs, module)
        var plans: [LibraryPlan] = []
        while let index = rest.firstIndex(where: {
            needs.include($0.library, showing: $0.headers, isSwift: isSwift)
        }) {
            let library = rest.remove(at: index).library
            try check(library, plans, taken)
            try library.inputs.checkCompiled()
            let swift = try SwiftModule(
                library.inputs.sources.swift,
                absent: absent,
                within: inputs.places
            )
            needs.add(library.inputs, swift)
            plans.append(
                LibraryPlan(
                    library: library,
                    swift: swift,
                    headers: LibraryHeaders(library),
                    bundle: try FrameworkBundle(library, within: inputs.places)
                )
            )
        }
        return inOrder(plans)
    }

    /// What the parts that are built refer to.
    private struct Needs {
        private var modules: Set<String> = []
        private var headers: Set<String> = []
        private var hasForeignFunctions = false

        mutating func add(_ inputs: BuildInputs, _ module: SwiftModule) {
            modules.formUnion(module.imports.map(\.module))
            hasForeignFunctions = hasForeignFunctions || module.facts.declaresForeignFunctions
            let own =
                inputs.sources.c + inputs.sources.headers
                + [inputs.bridgingHeader].compactMap(\.self)
            headers.formUnion(IncludedHeaders.named(in: own + IncludedHeaders.of(own)))
        }

        /// Whether a library is among it; an extension in C may declare functions itself.
        func include(
            _ library: LibraryInputs,
            showing shown: Set<String>,
            isSwift: Bool
        ) -> Bool {
            if library.hasResourcesAlone || modules.contains(library.moduleName) { return true }
            guard !library.inputs.sources.c.isEmpty else { return false }
            return !isSwift || hasForeignFunctions || !headers.isDisjoint(with: shown)
        }
    }

    /// The names of a library's headers, and of those beside its C.
    private static func headers(of library: LibraryInputs) -> Set<String> {
        let sources = library.inputs.sources
        let beside = Set(sources.c.map { FilePath($0).directory }).flatMap { folder in
            (FolderListing.names(in: folder) ?? []).filter(SourceFiles.isHeader)
        }
        return Set(sources.headers.map { FilePath($0).name } + beside)
    }

    private static func check(
        _ library: LibraryInputs,
        _ others: [LibraryPlan],
        _ taken: Set<String>
    ) throws(ToolFailure) {
        let name = library.moduleName
        guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
            throw ToolFailure(
                "\(library.shown): \(name) cannot be a module's name; set PRODUCT_MODULE_NAME to "
                    + "letters and digits",
                .badData
            )
        }
        let other = others.first { $0.moduleName == name }?.library.shown
        guard other != nil || taken.contains(name) else { return }
        throw ToolFailure(
            "\(library.shown): its module is called \(name), as is "
                + "\(other ?? "another module that the extension is built with"); set its "
                + "PRODUCT_MODULE_NAME to another name",
            .badData
        )
    }

    /// Each after those that it imports.
    private static func inOrder(_ plans: [LibraryPlan]) -> [LibraryPlan] {
        var rest = plans
        var ordered: [LibraryPlan] = []
        while !rest.isEmpty {
            let waiting = Set(rest.map(\.moduleName))
            // Of modules that import each other the compiler will say that one is not there.
            let next = rest.firstIndex { plan in
                plan.swift.imports.allSatisfy {
                    $0.module == plan.moduleName || !waiting.contains($0.module)
                }
            }
            ordered.append(rest.remove(at: next ?? 0))
        }
        return ordered
    }
}
