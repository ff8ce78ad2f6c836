// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The package manager's part of a build: it fetches and compiles the packages, as what a package of
/// our own depends on, in a folder that is kept for the next time.
struct PackageBuild {
    let set: PackageSet
    /// The modules that the extension's sources import.
    let imports: Set<String>
    let isDebug: Bool
    /// Where the SDK's modules are, C ones too, which a package may use as well.
    let moduleFolders: [String]
    /// The package manager's path.
    let manager: String
    /// The folder of the package of our own.
    let folder: String
    /// Runs a step and returns how it ended.
    let run: (CompilerStep) async throws(ToolFailure) -> CompilerOutcome

    /// What the package of our own is called, and its library.
    private static let name = "BelfryPackages"

    /// When the package manager counts as one that waits for itself for ever.
    ///
    /// SwiftPM 6.3 does so on a machine with few processors, most of all where a repository cannot be
    /// cloned. What it fetches it has other programs fetch, so that it does not stand still meanwhile.
    static let standstill = Standstill(limit: .seconds(30))

    /// Builds the packages, or as much of them as has changed.
    ///
    /// - Returns: What the extension is compiled and linked with.
    /// - Throws: ``ToolFailure`` that says which package or product it is about.
    func build() async throws(ToolFailure) -> BuiltPackages {
        let products = try await products()
        try write(manifest(taking: products), to: "Package.swift")
        // Before it plans, SwiftPM asks a plan that it has kept whether a manifest has changed, and on
        // a machine with few processors it then sometimes waits for itself for ever
        // (https://github.com/swiftlang/swift-package-manager/issues/9441). Without one it does not ask.
        let plan = ["--disable-build-manifest-caching"]
        try await call(
            ["build", "-c", configuration, "--product", Self.name, "--quiet"] + plan + search,
            "build \(names(products)) for Linux"
        )
        return BuiltPackages(folder: "\(folder)/.build/\(configuration)", name: Self.name)
    }

    private var configuration: String { isDebug ? "debug" : "release" }

    private var search: [String] {
        moduleFolders.flatMap { ["-Xswiftc", "-I", "-Xswiftc", $0] }
    }

    private func names(_ products: [PackageSet.Product]) -> String {
        products.map(\.name).joined(separator: ", ")
    }

    // MARK: Products

    /// What is taken, each with its package.
    private func products() async throws(ToolFailure) -> [PackageSet.Product] {
        if !set.products.isEmpty, set.products.allSatisfy({ $0.package != nil }) {
            return set.products
        }
        try write(manifest(taking: []), to: "Package.swift")
        if set.packages.contains(where: \.isFetched) {
            try await call(["package", "resolve", "--quiet"], "fetch the packages")
        }
        var offered: [PackageSet.Product] = []
        var imported: [PackageSet.Product] = []
        for package in set.packages {
            let description = try await describe(package)
            func product(_ found: PackageDescription.Product) -> PackageSet.Product {
                PackageSet.Product(name: found.name, package: package)
            }
            offered += description.libraries.map(product)
            imported += description.libraries(with: imports).map(product)
        }
        guard !set.products.isEmpty else {
            guard imported.isEmpty else { return imported }
            throw ToolFailure(
                "the sources import no module of \(set.packages.map(\.shown).joined(separator: ", "))"
                    + "; it has \(names(offered)): import one, name it with --product, or leave "
                    + "--package out",
                .usage
            )
        }
        var taken: [PackageSet.Product] = []
        for product in set.products {
            guard let found = offered.first(where: { $0.name == product.name }) else {
                throw ToolFailure(
                    "--product \(product.name): no package has that library; there are "
                        + names(offered),
                    .usage
                )
            }
            taken.append(found)
        }
        return taken
    }

    private func describe(
        _ package: PackageReference
    ) async throws(ToolFailure) -> PackageDescription {
        let place =
            switch package.place {
            case .folder(let path): path
            case .address(let text): checkout(of: text)
            }
        return try await .of(package, in: place, manager: manager, run: run)
    }

    /// Where the package manager puts what it fetches.
    private func checkout(of address: String) -> String {
        let name = FilePath(address).name
        return "\(folder)/.build/checkouts/"
            + (name.hasSuffix(".git") ? String(name.dropLast(4)) : name)
    }

    // MARK: The package of our own

    private func manifest(taking products: [PackageSet.Product]) -> String {
        let dependencies = set.packages.map { "        \($0.dependency),\n" }.joined()
        let taken = products.map { product in
            let package = product.package?.identity ?? ""
            return "            .product(name: \(product.name.quotedForSwift), "
                + "package: \(package.quotedForSwift)),\n"
        }
        let name = Self.name
        return """
            // swift-tools-version: 5.9
            // Written by belfry build.
            import PackageDescription

            let package = Package(
                name: "\(name)",
                products: [.library(name: "\(name)", type: .static, targets: ["\(name)"])],
                dependencies: [
            \(dependencies)    ],
                targets: [
                    .target(name: "\(name)", dependencies: [
            \(taken.joined())        ], path: "Sources")
                ]
            )

            """
    }

    /// Writes a file of the package, unless it says that already.
    private func write(_ text: String, to name: String) throws(ToolFailure) {
        let path = "\(folder)/\(name)"
        do {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/Sources",
                withIntermediateDirectories: true
            )
            let source = "\(folder)/Sources/Empty.swift"
            if !FileManager.default.fileExists(atPath: source) {
                try Data().write(to: URL(fileURLWithPath: source))
            }
            if let pins = set.pins, let bytes = FileContents.of(pins) {
                try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/Package.resolved"))
            }
            guard FileManager.default.contents(atPath: path) != Data(text.utf8) else { return }
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw ToolFailure(
                "\(path) cannot be written: \(error.localizedDescription); set XDG_CACHE_HOME to a "
                    + "folder of yours",
                .cannotCreate
            )
        }
    }

    private func call(_ arguments: [String], _ purpose: String) async throws(ToolFailure) {
        var step = CompilerStep(
            program: manager,
            arguments: Array(arguments.prefix(1)) + ["--package-path", folder]
                + arguments.dropFirst(),
            purpose: purpose,
            standstill: Self.standstill,
            attemptLimit: 1
        )
        var outcome = try await run(step)
        var refusal: String?
        if outcome.hasStoodStill {
            refusal = try await self.refusal()
            if refusal == nil {
                step.attemptLimit = 2
                outcome = try await run(step)
            }
        }
        guard let failure = outcome.failure else { return }
        let cause = Self.cause(in: outcome.output)
        if refusal == nil, let cause, cause.contains(Self.cacheQuestion) {
            refusal = try await self.refusal()
        }
        if let refusal { throw ToolFailure("swift could not \(purpose): \(refusal)", .badData) }
        guard let cause else { throw failure }
        throw ToolFailure("\(failure.message): \(cause)", failure.status)
    }

    /// What git says of the first package that it cannot fetch; nil where it can read all.
    ///
    /// The package manager may have a package without git, in its cache.
    private func refusal() async throws(ToolFailure) -> String? {
        for package in set.packages {
            if let refusal = try await package.refusal(run: run) { return refusal }
        }
        return nil
    }

    /// What SwiftPM 6.3 asks its cache of clones where it could not clone.
    ///
    /// It tells that the cache has none, and not why.
    private static let cacheQuestion = "config --get remote.origin.url"

    /// The first error in what the package manager wrote, with what a program that it called said.
    static func cause(in output: String) -> String? {
        let lines = output.split(whereSeparator: \.isNewline)
        let places = lines.filter {
            $0.contains("error: ") || $0.contains("In file included from ")
        }
        for place in places {
            guard let name = place.firstMatch(of: /([^\/\s:]+\.mm?):[0-9]+/)?.1 else { continue }
            return "\(name) is in Objective-C, which has no runtime here (`belfry help FromIOS`)"
        }
        guard let first = lines.firstIndex(where: { $0.contains("error: ") }),
            let marker = lines[first].firstRange(of: "error: ")
        else { return nil }
        let error = lines[first][marker.upperBound...].trimmingCharacters(in: .whitespaces)
        guard error.hasSuffix(":") else { return error }
        let said = lines[(first + 1)...].first {
            $0.contains("fatal: ") || $0.contains("error: ")
        }
        return said.map { "\(error) \($0.trimmingCharacters(in: .whitespaces))" } ?? error
    }
}

/// What the package manager has built.
struct BuiltPackages {
    /// The compiler's arguments to find the modules.
    let search: [String]

    /// The linker's arguments to take all that was built.
    let linking: [String]

    /// Folders with the packages' resources, which `Bundle.module` looks for in the bundle.
    let resources: [String]

    /// Finds the parts in the package manager's folder.
    init(folder: String, name: String) {
        // C has no place that all modules are in: what the package manager tells its own compiler.
        let plan = (try? String(contentsOfFile: "\(folder).yaml", encoding: .utf8)) ?? ""
        let maps = Set(plan.matches(of: /-fmodule-map-file=[^"]+/).map { String($0.0) })
        let macros = Set(
            plan.matches(of: /"-load-plugin-executable","([^"]+)"/).map { String($0.1) }
        )
        search =
            ["-I", "\(folder)/Modules"] + maps.sorted().flatMap { ["-Xcc", $0] }
            + macros.sorted().flatMap { ["-load-plugin-executable", $0] }
        // All of it, as the package manager links it: a conformance is used without being named.
        linking = ["--whole-archive", "\(folder)/lib\(name).a", "--no-whole-archive"].flatMap {
            ["-Xlinker", $0]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        resources = names.filter { $0.hasSuffix(".resources") }.sorted().map { "\(folder)/\($0)" }
    }
}
