// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Glibc

/// Looks at a bundle's library by the rules that the worker loads it by.
struct LibraryInspector {
    let bundle: ExtensionBundle
    let sdk: SDKLocation?
    let search: LibrarySearch

    /// Adds what the library is, and what speaks against loading it.
    func inspect(into inspection: inout Inspection) {
        let image: ELFImage
        do throws(BundleError) {
            image = try bundle.readImage()
        } catch {
            let failure = ToolFailure(error)
            return inspection.checks.append(.failed("library", failure.message, failure.status))
        }
        let library = describe(image)
        inspection.library = library
        let kind = "a shared library for \(library.architecture)"
        inspection.checks.append(.passed("library", kind))
        inspection.checks += rules(image)
        inspection.checks.append(needed(library))
        if let check = version(image) { inspection.checks.append(check) }
        if let check = principalClass(library) { inspection.checks.append(check) }
        inspection.warnings += warnings(library)
    }

    private func describe(_ image: ELFImage) -> Inspection.Library {
        let runtime = ExtensionBundle.runtime(of: image)
        return Inspection.Library(
            file: bundle.manifest.executable,
            byteCount: byteCount,
            architecture: ELFMachine.current.description,
            runtime: runtime.rawValue,
            isSelfContained: SDKRecord(of: image).isSelfContained,
            buildID: image.buildID,
            needed: image.needed.map { name in
                Inspection.NeededLibrary(name: name, path: search.path(of: name, for: runtime))
            },
            runPaths: image.runpaths.map { path in
                Inspection.RunPath(path: path.description, isForeign: !path.isInsideBundle)
            },
            exports: image.symbols.exported.map(\.name)
        )
    }

    private var byteCount: Int {
        guard let file = try? Descriptor.open(bundle.libraryPath, O_RDONLY) else { return 0 }
        return Int(clamping: (try? file.byteCount()) ?? 0)
    }

    /// The checks of the file itself; those after the first that fails say nothing new.
    private func rules(_ image: ELFImage) -> [Inspection.Check] {
        let memory = Inspection.Check.passed("memory", "code stays read-only, data not executable")
        let ownEntry = !image.symbols.definitions(of: ELFCheck.entryName).isEmpty
        let provider = ownEntry ? "its own" : "from \(SDKLocation.swiftLibraryName)"
        do throws(ELFError) {
            try ELFCheck().check(image, providesEntry: { $0 == SDKLocation.swiftLibraryName })
            return [memory, .passed("entry", "\(ELFCheck.entryName), \(provider)")]
        } catch {
            let isAboutEntry = [.entryMissing, .entryNotAFunction].contains(error.code)
            let name = isAboutEntry ? "entry" : "memory"
            return (isAboutEntry ? [memory] : []) + [.failed(name, error.message, .badData)]
        }
    }

    private func needed(_ library: Inspection.Library) -> Inspection.Check {
        let missing = library.needed.filter { $0.path == nil }.map(\.name)
        guard !missing.isEmpty else {
            return .passed("needs", "every library is found")
        }
        return .failed(
            "needs",
            "\(missing.joined(separator: ", ")) is not where a worker may look; install it for the "
                + "system, or link it statically",
            .badData
        )
    }

    /// Whether the SDK is the one that the extension was built with; nil where it has none noted.
    private func version(_ image: ELFImage) -> Inspection.Check? {
        let record = SDKRecord(of: image)
        guard !record.buildIDs.isEmpty, let sdk else { return nil }
        do throws(BundleError) {
            try record.check(against: sdk.buildID, bundle)
            return .passed("sdk", "it is the one that the bundle was built with")
        } catch {
            return .failed("sdk", error.message, .badData)
        }
    }

    /// The SDK makes an instance of the class, or of what the storyboard names, so that there has to be
    /// one of them.
    private func principalClass(_ library: Inspection.Library) -> Inspection.Check? {
        let manifest = bundle.manifest
        let usesSDK = library.needed.contains { $0.name == SDKLocation.swiftLibraryName }
        guard usesSDK, manifest.principalClass == nil else { return nil }
        let template =
            manifest.extensionPoint == .service
            ? "NotificationService" : "NotificationViewController"
        if manifest.extensionPoint == .content, let name = manifest.mainStoryboard {
            return storyboard(name)
        }
        return .failed(
            "class",
            "Info.plist has no NSExtension.NSExtensionPrincipalClass; write "
                + "$(PRODUCT_MODULE_NAME).\(template), or whatever the class is called",
            .badManifest
        )
    }

    /// A storyboard lies at the bundle's top or among what is in one language.
    private func storyboard(_ name: String) -> Inspection.Check? {
        let files = FolderListing(bundle.path).files
        guard !files.contains(where: { FilePath($0).name == "\(name).storyboard" }) else {
            return nil
        }
        return .failed(
            "class",
            "Info.plist names the storyboard \(name) in NSExtension.NSExtensionMainStoryboard, and the "
                + "bundle has no \(name).storyboard; put it at its top or into Base.lproj",
            .badManifest
        )
    }

    private func warnings(_ library: Inspection.Library) -> [String] {
        let foreign = library.runPaths.filter(\.isForeign).map { path in
            "\(library.file) looks for libraries outside its bundle, in \(path.path); link it "
                + "without -rpath"
        }
        let extra = library.exports.filter { $0 != ELFCheck.entryName }
        guard !extra.isEmpty else { return foreign }
        let shown = extra.prefix(3).joined(separator: ", ") + (extra.count > 3 ? ", …" : "")
        return foreign + [
            "\(library.file) exports \(extra.count) symbols besides \(ELFCheck.entryName) "
                + "(\(shown)); link it with -Wl,--version-script=extension.map"
        ]
    }
}

extension Inspection.Check {
    fileprivate static func passed(_ name: String, _ detail: String) -> Self {
        Self(name: name, detail: detail)
    }

    fileprivate static func failed(
        _ name: String,
        _ detail: String,
        _ status: ExitStatus
    ) -> Self {
        Self(name: name, detail: detail, exitStatus: status.code)
    }
}
