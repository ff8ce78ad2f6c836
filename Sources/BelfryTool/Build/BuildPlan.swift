// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

/// Everything that is known of a build before a compiler is started.
struct BuildPlan {
    let inputs: BuildInputs
    let swift: [SwiftSource]
    let members: MemberTables

    /// The project's frameworks and libraries, in the order they are compiled.
    let libraries: [LibraryPlan]

    let output: BundleOutput
    let manifest: BuildManifest
    let entitlements: Entitlements
    let resources: ResourcePlan
    let folder: ResourceFolder?

    /// Finds out what is to be built.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - sdk: What extensions are built against.
    /// - Throws: ``ToolFailure`` with the first thing that is in the way.
    init(_ options: BuildOptions, _ sdk: SDKLocation) throws(ToolFailure) {
        var inputs = try BuildInputs(options)
        let language = inputs.sources.language
        if language != .swift, let name = options.swiftOnly.first {
            throw ToolFailure("\(name) is for Swift sources; leave it out for others", .usage)
        }
        if language == .rust, let name = options.compilerOnly.first {
            let crate = inputs.sources.crate == nil ? "a crate" : "the crate"
            throw ToolFailure("\(name) is not for Rust; say it in \(crate)'s Cargo.toml", .usage)
        }
        if language == .cmake, let name = options.compilerOnly.first {
            throw ToolFailure("\(name) is not for CMake; say it in CMakeLists.txt", .usage)
        }
        if let library = inputs.sources.library,
            let name = options.compilerOnly.first ?? (options.isDebug ? "--debug" : nil)
        {
            throw ToolFailure(
                "\(name) is for sources, and \(library) is linked already; leave it out",
                .usage
            )
        }
        let modules = SDKModules(sdk: sdk)
        let absent = modules.absentFrameworks(options)
            .subtracting(inputs.libraries.map(\.moduleName)).subtracting(inputs.moduleNotes.keys)
            .subtracting(inputs.packageModules)
        let module = try SwiftModule(inputs.sources.swift, absent: absent, within: inputs.places)
        swift = module.sources
        members = module.members
        var facts = module.facts
        inputs.leaveOutUnusedC(facts, options)
        output = try Self.output(options, inputs, facts)
        try output.checkReplaceable()
        if language == .swift { try Self.check(moduleName: output.moduleName, inputs) }
        libraries = try LibraryPlan.needed(
            by: inputs,
            module,
            taken: modules.takenNames.union([output.moduleName]),
            absent: absent
        )
        inputs.warnings += SwiftSource.warnings(
            of: swift + libraries.flatMap(\.swift.sources)
        )
        // Each comes after those that its own classes can inherit from.
        var others = SourceFacts(merging: [])
        for library in libraries {
            var own = library.swift.facts
            own.addInheritors(of: others)
            others = SourceFacts(merging: [others, own])
            inputs.add(library, own)
        }
        facts.addInheritors(of: others)
        facts.appGroups += others.appGroups
        manifest = try BuildManifest(options, inputs, facts, output)
        entitlements = try Self.entitlements(options, inputs, facts, output)
        let top = libraries.contains { $0.bundle != nil } ? [FrameworkBundle.top] : []
        let reserved =
            BuildManifest.reserved + [manifest.manifest.executable] + top
            + inputs.bundles.map(\.name)
        resources = try ResourcePlan(
            inputs.resources,
            reserved: reserved,
            within: inputs.places
        )
        let (output, places) = (output, inputs.places)
        folder = try options.resources.map { path throws(ToolFailure) in
            try ResourceFolder(path, output: output, reserved: reserved, within: places)
        }
        self.inputs = inputs
    }

    /// What is odd, one line each.
    var warnings: [String] {
        inputs.warnings + inputs.bundles.flatMap(\.warnings) + resources.warnings
            + manifest.warnings + entitlements.warnings
    }

    /// The modules that the Swift sources import, those of the libraries' too.
    var imports: [SourceFacts.Import] {
        swift.flatMap(\.facts.imports) + libraries.flatMap(\.swift.imports)
    }

    /// The digest of everything that the bundle is made from.
    func digest(_ options: BuildOptions, _ sdk: SDKLocation, compilers: [String]) -> String {
        var digest = InputDigest()
        digest.add("\(options.deciding)")
        digest.add(output.moduleName)
        let modules = SDKModules(sdk: sdk)
        let linked = modules.libraries(imports).map {
            modules.path(ofLibrary: $0, isStatic: options.isStatic)
        }
        let programs = ["/proc/self/exe", sdk.swiftLibraryPath ?? "", sdk.versionScriptPath]
        for path in programs + linked + compilers { digest.add(identityOf: path) }
        inputs.add(to: &digest, swift)
        for library in libraries {
            digest.add(library.moduleName)
            library.inputs.add(to: &digest, library.swift.sources)
            digest.add(library.headers.map ?? "")
            library.bundle?.contents.add(to: &digest)
        }
        for bundle in inputs.bundles { bundle.add(to: &digest) }
        for path in options.includeFolders + options.libraryFolders + [options.resources ?? ""]
        where !path.isEmpty {
            digest.add(file: path)
        }
        if ([inputs] + libraries.map(\.inputs)).contains(where: { !$0.sources.c.isEmpty }) {
            for path in ["\(sdk.headersPath)/belfry", "\(sdk.cppHeadersPath)/belfry.hpp"] {
                digest.add(file: path)
            }
        }
        inputs.packageSet.add(to: &digest, within: inputs.places)
        digest.add(manifest.bytes)
        digest.add(entitlements.bytes ?? [])
        for item in resources.items {
            digest.add(item.destination)
            digest.add(file: item.source)
        }
        return digest.finish()
    }

    private static func output(
        _ options: BuildOptions,
        _ inputs: BuildInputs,
        _ facts: SourceFacts
    ) throws(ToolFailure) -> BundleOutput {
        var variables: [String: String] = [:]
        if let settings = inputs.settings {
            for name in settings.names(beginning: "") {
                variables[name] = settings[name] ?? ""
            }
        }
        if options.output == nil, let obstacle = FileName.obstacle(inputs.name) {
            let place = inputs.origin ?? inputs.name
            throw ToolFailure(
                inputs.settings == nil
                    ? "\(place) makes a bundle whose name \(obstacle); name the bundle with -o"
                    : "\(place), makes a bundle whose PRODUCT_NAME \(obstacle); write a file's name "
                        + "there, such as PRODUCT_NAME = Service",
                .badData
            )
        }
        let output = try BundleOutput(
            options.output,
            defaultName: inputs.name,
            variables: variables
        )
        guard inputs.settings == nil, let path = inputs.infoPlist,
            let module = PrincipalClassChoice.module(written: FileContents.of(path), facts)
        else { return output }
        return output.compiled(as: module)
    }

    /// Refuses a module's name that the compiler would take for something else: `@file` is a file of
    /// arguments.
    private static func check(
        moduleName: String,
        _ inputs: BuildInputs
    ) throws(ToolFailure) {
        guard !moduleName.isSwiftName else { return }
        throw ToolFailure(
            "\(inputs.origin ?? inputs.name): \(moduleName) cannot be a module's name; set "
                + "PRODUCT_MODULE_NAME to letters and digits",
            .badData
        )
    }

    private static func entitlements(
        _ options: BuildOptions,
        _ inputs: BuildInputs,
        _ facts: SourceFacts,
        _ output: BundleOutput
    ) throws(ToolFailure) -> Entitlements {
        let context = output.context
        let settings = inputs.settings
        return try Entitlements(
            inputs.entitlements,
            within: inputs.places,
            adding: options.appGroups,
            named: facts.appGroups
        ) { text throws(ToolFailure) in
            if let value = try? context.expand(text, requiresValues: true) { return value }
            return try settings?.expand(text) ?? text
        }
    }
}

extension BuildInputs {
    /// Adds what the compilers read of these, and the settings.
    fileprivate func add(to digest: inout InputDigest, _ swift: [SwiftSource]) {
        for source in swift {
            digest.add(source.path)
            digest.add(source.bytes)
        }
        let included = IncludedHeaders.of(sources.c + sources.headers)
        let read = sources.c + sources.headers + included + sources.moduleMaps
        for path in read + [bridgingHeader].compactMap(\.self) { digest.add(file: path) }
        for name in settings?.names(beginning: "") ?? [] {
            digest.add("\(name)=\(settings?[name] ?? "")")
        }
    }

    /// Takes what a library brings into the extension.
    fileprivate mutating func add(_ library: LibraryPlan, _ facts: SourceFacts) {
        warnings += library.inputs.warnings + library.headers.warnings
        warnings += library.bundle?.contents.warnings ?? []
        packages += library.inputs.packages
        packageSet.add(library.inputs.packageSet)
        let classes = facts.principalClasses(.service) + facts.principalClasses(.content)
        libraryClasses += classes.map { "\(library.moduleName).\($0)" }
    }

    /// Leaves out C beside Swift that nothing uses: no header shows it and no source declares it.
    fileprivate mutating func leaveOutUnusedC(_ facts: SourceFacts, _ options: BuildOptions) {
        let isUsed =
            bridgingHeader != nil || !sources.moduleMaps.isEmpty || facts.declaresForeignFunctions
        guard sources.language == .swift, !sources.c.isEmpty, !isUsed, origin != nil else { return }
        warnings.append(
            "\(SourceFiles.described(sources.c)): left out, since no bridging header or module map "
                + "shows it to Swift; name a header with --bridging-header"
        )
        sources.c = []
    }
}
