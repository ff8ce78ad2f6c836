// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Makes an extension's bundle out of its sources.
struct BundleBuilder {
    let options: BuildOptions
    let sdk: SDKLocation
    let toolchain: Toolchain

    /// Where warnings, the compilers' command lines and progress go.
    let log: Terminal

    /// What is told of folders and compilers, to be undone with the process.
    let interruption: Interruption

    /// Compiles, checks and bundles; an earlier bundle is replaced only by a finished one.
    ///
    /// - Returns: What was made.
    /// - Throws: ``ToolFailure`` with the first thing that went wrong.
    func build() throws(ToolFailure) -> BuiltBundle {
        let sources = try SourceFiles(options.sources)
        try checkOptions(for: sources.language)
        let output = try BundleOutput(options.output, defaultName: sources.firstName)
        try output.checkReplaceable()
        let manifest = try BuildManifest(options, sources: sources, output: output)
        for warning in manifest.warnings {
            log.write("belfry: warning: \(warning.neutralised())\n")
        }
        let executable = manifest.manifest.executable
        let resources = try options.resources.map { path throws(ToolFailure) in
            try ResourceFolder(path, output: output, reserved: ["Info.plist", executable])
        }

        let staging = try StagingFolder.make(for: output)
        interruption.setFolder(staging.path)
        let library = staging.inBundle(executable)
        for step in try steps(sources, output, library: library, staging) { try run(step) }
        let image = try Self.check(library, name: "\(output.path)/\(executable)")
        try staging.write(manifest.bytes, to: "Info.plist")
        try resources?.copy { staging.inBundle($0) }
        let byteCount = Self.byteCount(of: library)
        try interruption.uninterrupted { () throws(ToolFailure) in try staging.commit() }
        return BuiltBundle(
            output: output,
            manifest: manifest,
            image: image,
            libraryByteCount: byteCount
        )
    }

    private func checkOptions(for language: SourceFiles.Language) throws(ToolFailure) {
        guard language == .c else { return }
        let swiftOnly = [
            ("--swift-version", options.swiftVersion != nil),
            ("--bridging-header", options.bridgingHeader != nil),
        ]
        guard let (name, _) = swiftOnly.first(where: \.1) else { return }
        throw ToolFailure("\(name) is for Swift sources; leave it out for C and C++", .usage)
    }

    private func steps(
        _ sources: SourceFiles,
        _ output: BundleOutput,
        library: String,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> [CompilerStep] {
        switch sources.language {
        case .swift:
            let compilation = SwiftCompilation(
                sources: sources,
                moduleName: output.moduleName,
                options: options,
                sdk: sdk
            )
            return [try compilation.step(toolchain, library: library)]
        case .c:
            let objects = sources.paths.indices.map { staging.scratch("\($0).o") }
            let compilation = CCompilation(sources: sources, options: options, sdk: sdk)
            return try compilation.steps(toolchain, library: library, objects: objects)
        }
    }

    private func run(_ step: CompilerStep) throws(ToolFailure) {
        if options.isVerbose {
            log.write(step.commandLine + "\n")
        } else if log.isStyled {
            log.write(log.styled("\(step.purpose)\n", .faint))
        }
        try step.run(interruption)
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
    let output: BundleOutput
    let manifest: BuildManifest
    let image: ELFImage
    let libraryByteCount: Int
}
