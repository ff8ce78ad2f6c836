// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTerminal
internal import Foundation

/// Cargo's part of a build: it compiles a crate of Rust into an extension's library.
///
/// Cargo knows what has changed, so that its folder is kept for the next time. It runs the crate's
/// build scripts and reads what the crate depends on, but nothing from the network.
struct CargoBuild {
    /// The crate's `Cargo.toml`.
    let manifest: String
    /// What is compiled, for people.
    let subject: String
    /// Where Cargo keeps what it makes.
    let folder: String
    let isDebug: Bool
    /// Where Cargo is started; nil for where the tool was.
    var place: String?

    /// The call of Cargo; its messages name the author's files as the crate has them.
    ///
    /// - Parameter cargo: Cargo's path.
    /// - Returns: The call.
    func step(_ cargo: String) -> CompilerStep {
        let lock = FilePath(manifest).sibling("Cargo.lock")
        let isLocked = FileManager.default.fileExists(atPath: lock)
        return CompilerStep(
            // Where the tool was is where this path is from.
            program: cargo.contains("/") ? SourcePath.absolute(cargo) : cargo,
            arguments: ["rustc", "--lib", "--quiet", "--offline"]
                + (isLocked ? ["--locked"] : []) + (isDebug ? [] : ["--release"])
                + ["--manifest-path", SourceFiles.operand(manifest), "--target-dir", folder, "--"]
                + ["-C", "link-arg=-Wl,--build-id=sha1", "-C", "link-arg=-Wl,-z,now"],
            purpose: "compile \(subject)",
            colours: ["--color=always"],
            folder: place
        )
    }

    /// Why a build failed, where Cargo names an option that the author has not given.
    ///
    /// - Parameter output: What Cargo said.
    /// - Returns: The failure; nil where the reason is another.
    func refusal(_ output: String) -> ToolFailure? {
        let crate = "--manifest-path \(SourceFiles.operand(manifest).quotedForShell)"
        if output.contains("--locked was passed") {
            return ToolFailure(
                "\(subject) does not fit its Cargo.lock, which belfry build leaves as it is; run "
                    + "cargo update --workspace --offline \(crate) first",
                .badData
            )
        }
        guard output.contains(/offline mode|--offline was specified/) else { return nil }
        return ToolFailure(
            "\(subject) depends on what is not here, and belfry build gets nothing from a network; "
                + "run cargo fetch \(crate) first",
            .badData
        )
    }

    /// Removes the libraries of earlier builds, which a crate that was renamed would leave.
    func clear() {
        for path in libraries { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Copies the library that Cargo made.
    ///
    /// - Parameter library: Where it goes.
    /// - Throws: ``ToolFailure`` for a crate that makes none.
    func copy(to library: String) throws(ToolFailure) {
        guard let made = libraries.first else {
            throw ToolFailure(
                "\(manifest) makes no shared library; add crate-type = [\"cdylib\"] below [lib]",
                .badData
            )
        }
        do {
            try FileManager.default.copyItem(atPath: made, toPath: library)
        } catch {
            throw ToolFailure("\(library): \(error.localizedDescription)", .cannotCreate)
        }
    }

    /// The shared libraries of the crate itself; those of its dependencies are one folder below.
    private var libraries: [String] {
        let place = "\(folder)/\(isDebug ? "debug" : "release")"
        let names = FolderListing.names(in: place) ?? []
        return names.filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") }.map { "\(place)/\($0)" }
    }
}

extension BundleBuilder {
    /// Compiles the extension's crate.
    ///
    /// - Parameters:
    ///   - manifest: The crate's `Cargo.toml`.
    ///   - plan: What is to be built.
    ///   - library: Where the library goes.
    /// - Returns: What Cargo said.
    /// - Throws: ``ToolFailure`` without Cargo, and for what does not compile.
    func compile(
        crate manifest: String,
        _ plan: BuildPlan,
        to library: String
    ) async throws(ToolFailure) -> String {
        try await compile(manifest, named: manifest, try folder(plan), to: library)
    }

    /// Compiles a file of Rust that is an extension by itself.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - plan: What is to be built.
    ///   - library: Where the library goes.
    /// - Returns: What Cargo said.
    /// - Throws: ``ToolFailure`` without Cargo, and for what does not compile.
    func compile(
        rust source: String,
        _ plan: BuildPlan,
        to library: String
    ) async throws(ToolFailure) -> String {
        let folder = try folder(plan)
        let crate = SingleFileCrate(
            source: source,
            kit: SourcePath.absolute(sdk.rustCratePath),
            folder: "\(folder)/single-file"
        )
        // Cargo runs what the settings name in the folder that it is started in, and in those above:
        // the file's author has no say in that.
        let manifest = try crate.write()
        return try await compile(manifest, named: source, folder, in: crate.folder, to: library)
    }

    /// Cargo's folder, emptied where that is asked for.
    private func folder(_ plan: BuildPlan) throws(ToolFailure) -> String {
        let folder = "\(try Self.cache(plan)).cargo"
        if options.isClean { try? FileManager.default.removeItem(atPath: folder) }
        return folder
    }

    private func compile(
        _ manifest: String,
        named subject: String,
        _ folder: String,
        in place: String? = nil,
        to library: String
    ) async throws(ToolFailure) -> String {
        let cargo = CargoBuild(
            manifest: manifest,
            subject: subject,
            folder: folder,
            isDebug: options.isDebug,
            place: place
        )
        cargo.clear()
        let outcome = try await run(cargo.step(try toolchain.cargo()))
        if let failure = outcome.failure { throw cargo.refusal(outcome.output) ?? failure }
        try cargo.copy(to: library)
        return outcome.output
    }
}
