// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal
internal import Glibc

/// Makes an extension's bundle out of its sources.
struct BundleBuilder {
    let options: BuildOptions
    let sdk: SDKLocation
    let toolchain: Toolchain

    /// Where warnings, the compilers' messages and progress go.
    let log: Terminal

    /// Compiles, checks and bundles; an earlier bundle is replaced only by a finished one.
    ///
    /// - Returns: What was made.
    /// - Throws: ``ToolFailure`` with the first thing that went wrong; nothing is left of a build whose
    ///   task is cancelled.
    func build() async throws(ToolFailure) -> BuiltBundle {
        let plan = try BuildPlan(options, sdk)
        try requireKit(plan)
        for warning in plan.warnings {
            log.write("belfry: warning: \(warning.neutralised())\n")
        }
        try await provideModules(plan)
        let digest = plan.digest(options, sdk, compilers: try compilers(plan))
        if let earlier = try unchanged(plan, digest) { return earlier }

        let output = plan.output
        let staging = try StagingFolder.make(for: output)
        let executable = plan.manifest.manifest.executable
        let library = staging.inBundle(executable)
        let packages = try await packages(plan)
        let said =
            if let ready = plan.inputs.sources.library {
                try copy(ready, plan, to: executable, staging)
            } else if let crate = plan.inputs.sources.crate {
                try await compile(crate: crate, plan, to: library)
            } else if let source = plan.inputs.sources.singleRust {
                try await compile(rust: source, plan, to: library)
            } else if let project = plan.inputs.sources.project {
                try await compile(project: project, plan, to: library)
            } else {
                try await compile(plan, with: packages, to: library, staging)
            }
        let name = plan.inputs.sources.library ?? "\(output.path)/\(executable)"
        let image = try Self.check(library, name: name)
        try staging.write(plan.manifest.bytes, to: "Info.plist")
        if let entitlements = plan.entitlements.bytes {
            try staging.write(entitlements, to: Entitlements.fileName)
        }
        try plan.resources.copy(to: staging)
        for library in plan.libraries { try library.bundle?.copy(staging) }
        for bundle in plan.inputs.bundles { try bundle.copy(staging) }
        try plan.folder?.copy(to: staging)
        try packages?.copyResources(to: staging)
        let warnings = try inspect(plan, staging)
        let byteCount = Self.byteCount(of: library)
        let bundle = BuildStamp.digest(ofBundle: staging.inBundle("."))
        try staging.commit()
        if let bundle {
            BuildStamp(inputs: digest, bundle: bundle, output: said).write(output)
        }
        return BuiltBundle(
            plan: plan,
            image: image,
            libraryByteCount: byteCount,
            warningCount: CompilerOutcome.warningCount(in: said) + plan.warnings.count + warnings,
            isUnchanged: false
        )
    }

    /// The bundle that is there, when building it again would come to the same.
    private func unchanged(_ plan: BuildPlan, _ digest: String) throws(ToolFailure) -> BuiltBundle?
    {
        let output = plan.output
        // Cargo and CMake know themselves what has changed, and a library is copied in no time.
        guard [.swift, .c].contains(plan.inputs.sources.language) else { return nil }
        guard !options.isClean, let stamp = BuildStamp.read(output), stamp.inputs == digest,
            stamp.bundle == BuildStamp.digest(ofBundle: output.path)
        else { return nil }
        let library = "\(output.path)/\(plan.manifest.manifest.executable)"
        let image = try Self.check(library, name: library)
        log.write(stamp.output)
        return BuiltBundle(
            plan: plan,
            image: image,
            libraryByteCount: Self.byteCount(of: library),
            warningCount: CompilerOutcome.warningCount(in: stamp.output) + plan.warnings.count,
            isUnchanged: true
        )
    }

    /// Refuses a build where what every extension is built with is not installed, and names the
    /// compiler that is missing besides; and one of a crate that looks for it elsewhere.
    private func requireKit(_ plan: BuildPlan) throws(ToolFailure) {
        // A library that is linked already needs nothing of it.
        guard plan.inputs.sources.library == nil, let missing = sdk.missingKitExplanation else {
            if let crate = plan.inputs.sources.crate { try KitDependency.check(crate, sdk) }
            return
        }
        do {
            _ = try compilers(plan)
        } catch {
            throw ToolFailure("\(missing). Besides, \(error.message)", .unavailable)
        }
        throw ToolFailure(missing, .unavailable)
    }

    /// Builds what the sources import and a source checkout has not built yet.
    private func provideModules(_ plan: BuildPlan) async throws(ToolFailure) {
        guard !plan.swift.isEmpty, sdk.swiftLibraryPath != nil else { return }
        let modules = SDKModules(sdk: sdk)
        for step in try modules.provision(plan.imports, isStatic: options.isStatic) {
            if step.program.hasSuffix("build-modules.sh") {
                log.write(
                    "belfry: building the module \(step.arguments[1]), once for this checkout; it "
                        + "takes a few minutes\n"
                )
            }
            if let failure = try await run(step).failure { throw failure }
        }
    }

    /// The compilers that the build would call.
    private func compilers(_ plan: BuildPlan) throws(ToolFailure) -> [String] {
        var paths: [String] = []
        if !plan.swift.isEmpty { paths.append(try toolchain.swift()) }
        switch plan.inputs.sources.language {
        case .library: return paths
        case .rust: return paths + [try toolchain.cargo()]
        case .cmake: return paths + [try toolchain.cmake()]
        case .swift, .c: break
        }
        let sources = ([plan.inputs] + plan.libraries.map(\.inputs)).flatMap(\.sources.c)
        for isCPlusPlus in [false, true] {
            let isUsed = sources.contains { SourceFiles.isCPlusPlus($0) == isCPlusPlus }
            guard isUsed else { continue }
            let compiler = try toolchain.c(isCPlusPlus: isCPlusPlus)
            paths += [compiler.path] + compiler.arguments
        }
        return paths
    }

    func run(_ step: CompilerStep) async throws(ToolFailure) -> CompilerOutcome {
        if options.isVerbose {
            log.write(step.commandLine.neutralised() + "\n")
        } else if log.isStyled {
            log.write(log.styled(step.purpose.neutralised(), .faint) + "\n")
        }
        return try await step.run(log: log)
    }

    /// Checks what the linker made by the rules that the worker will check it by.
    private static func check(_ library: String, name: String) throws(ToolFailure) -> ELFImage {
        do {
            let image = try ELFImage.parse(try Descriptor.open(library, O_RDONLY), name: name)
            try ELFCheck().check(image, providesEntry: { $0 == SDKLocation.swiftLibraryName })
            return image
        } catch let error as ELFError {
            throw ToolFailure(error.message, .badData)
        } catch {
            throw ToolFailure(error)
        }
    }

    private static func byteCount(of path: String) -> Int {
        guard let file = try? Descriptor.open(path, O_RDONLY) else { return 0 }
        return Int(clamping: (try? file.byteCount()) ?? 0)
    }
}

/// What a build made.
struct BuiltBundle {
    let plan: BuildPlan
    let image: ELFImage
    let libraryByteCount: Int

    /// How many warnings were shown, the compilers' and the tool's own.
    let warningCount: Int

    /// Whether it was there already, made from the same.
    let isUnchanged: Bool

    var output: BundleOutput { plan.output }
    var manifest: BuildManifest { plan.manifest }
}
