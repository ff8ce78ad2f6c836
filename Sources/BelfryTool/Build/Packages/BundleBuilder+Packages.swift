// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

extension BundleBuilder {
    /// Builds the packages that the extension is linked with.
    ///
    /// A project's that cannot be built is a warning: its extension may do without here.
    ///
    /// - Parameter plan: What is to be built.
    /// - Returns: The packages; nil where there are none.
    /// - Throws: ``ToolFailure`` for packages that the command line names, and for one in a folder
    ///   that the build may not read.
    func packages(_ plan: BuildPlan) async throws(ToolFailure) -> BuiltPackages? {
        let modules = Set(plan.imports.map(\.module))
        var set = plan.inputs.packageSet
        if !set.isNamed {
            let unknown = unknown(modules, plan)
            set = try await located(set, unknown, plan).needed(for: unknown)
        }
        guard !set.isEmpty else { return nil }
        try set.check(within: plan.inputs.places)
        guard let place = BuildStamp.place(of: plan.output) else {
            throw ToolFailure(
                "there is no place to build packages in; set XDG_CACHE_HOME or HOME",
                .cannotCreate
            )
        }
        let names = set.packages.map(\.identity).joined(separator: ", ")
        log.write("belfry: building \(names.neutralised()); the first time takes a while\n")
        let folder = "\(place).packages"
        do throws(ToolFailure) {
            return try await build(set, modules, in: folder, run: run)
        } catch {
            guard !set.isNamed, !Task.isCancelled else { throw error }
            set = try await buildable(of: set, modules, in: folder, error)
            guard !set.isEmpty else { return nil }
            return try await build(set, modules, in: folder, run: run)
        }
    }

    /// Finds the packages of products that no manifest names in plain words, where a module is missing:
    /// it asks the package manager what those in folders have.
    private func located(
        _ set: PackageSet,
        _ modules: Set<String>,
        _ plan: BuildPlan
    ) async throws(ToolFailure) -> PackageSet {
        var set = set
        for package in set.shown {
            guard !set.unplaced.isEmpty, !modules.isSubset(of: set.products.map(\.name)),
                case .folder(let folder) = package.place
            else { break }
            let description: PackageDescription
            do throws(ToolFailure) {
                try plan.inputs.places.check(folder)
                let manager = try toolchain.packageManager()
                description = try await .of(package, in: folder, manager: manager, run: run)
            } catch {
                guard !Task.isCancelled else { throw error }
                let line = "\(error.message); built without it".neutralised()
                log.write("belfry: warning: \(line)\n")
                continue
            }
            let found = description.libraries.map(\.name).filter(set.unplaced.contains)
            guard !found.isEmpty else { continue }
            if !set.packages.contains(package) { set.packages.append(package) }
            set.products += found.map { PackageSet.Product(name: $0, package: package) }
            set.unplaced.removeAll(where: found.contains)
        }
        set.unplaced = []
        set.shown = []
        return set
    }

    private func build(
        _ set: PackageSet,
        _ modules: Set<String>,
        in folder: String,
        run: @escaping (CompilerStep) async throws(ToolFailure) -> CompilerOutcome
    ) async throws(ToolFailure) -> BuiltPackages {
        let build = PackageBuild(
            set: set,
            imports: modules,
            isDebug: options.isDebug,
            moduleFolders: [sdk.swiftModulesPath, sdk.headersPath] + sdk.cModulePaths,
            manager: try toolchain.packageManager(),
            folder: folder,
            run: run
        )
        return try await build.build()
    }

    /// Those of a project's packages that can be built, each tried by itself; of the others it says why.
    ///
    /// One that cannot be fetched takes no other with it.
    private func buildable(
        of set: PackageSet,
        _ modules: Set<String>,
        in folder: String,
        _ failure: ToolFailure
    ) async throws(ToolFailure) -> PackageSet {
        guard set.packages.count > 1 else {
            log.write("belfry: warning: \(failure.message.neutralised()); built without it\n")
            return PackageSet()
        }
        // What it says was seen when all were built together.
        let silent = Terminal(descriptor: -1)
        var rest = set
        for package in set.packages {
            let one = set.only(package)
            do throws(ToolFailure) {
                _ = try await build(one, modules, in: folder) { step throws(ToolFailure) in
                    try await step.run(log: silent)
                }
            } catch {
                guard !Task.isCancelled else { throw error }
                rest = rest.without(package)
                let line = "\(package.shown): \(error.message); built without it".neutralised()
                log.write("belfry: warning: \(line)\n")
            }
        }
        return rest
    }

    /// The modules among these that neither the SDK nor the extension's project itself has.
    private func unknown(_ modules: Set<String>, _ plan: BuildPlan) -> Set<String> {
        modules.subtracting(SDKModules(sdk: sdk).takenNames)
            .subtracting(plan.libraries.map(\.moduleName))
            .subtracting(AppleFrameworks.names.subtracting(plan.inputs.packageModules))
            .subtracting([plan.output.moduleName, "Glibc"])
    }
}

extension PackageSet {
    /// One of the packages, with what is taken of it.
    func only(_ package: PackageReference) -> PackageSet {
        var set = self
        set.packages = [package]
        set.products = products.filter { $0.package == package }
        return set
    }

    /// The others, with what is taken of them.
    func without(_ package: PackageReference) -> PackageSet {
        var set = self
        set.packages.removeAll { $0 == package }
        set.products.removeAll { $0.package == package }
        return set
    }

    /// What of a project's packages an extension needs for modules that are not there otherwise.
    ///
    /// Products are mostly called as their modules; where one is missing, it can be of any.
    func needed(for modules: Set<String>) -> PackageSet {
        guard !modules.isEmpty else { return PackageSet() }
        let named = products.filter { modules.contains($0.name) }
        guard modules.isSubset(of: named.map(\.name)) else { return self }
        var set = self
        set.products = named
        set.packages = packages.filter { package in named.contains { $0.package == package } }
        return set
    }
}

extension BuiltPackages {
    /// Copies the packages' resources into the bundle.
    ///
    /// - Parameter staging: Where the bundle is made.
    /// - Throws: ``ToolFailure`` when a copy cannot be made.
    func copyResources(to staging: borrowing StagingFolder) throws(ToolFailure) {
        for folder in resources {
            var places = BuildPlaces()
            places.add(folder)
            let name = FilePath(folder).name
            try ResourceCopy(places: places).copy(folder, to: name, in: staging)
        }
    }
}
