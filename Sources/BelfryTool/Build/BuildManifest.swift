// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The `Info.plist` that goes into a bundle, and where it is from.
struct BuildManifest {
    /// The file's contents, copied as they are.
    let bytes: [UInt8]

    /// What they say.
    let manifest: Manifest

    /// The file they were read from; nil for a generated one.
    let path: String?

    /// What is odd, one line each.
    let warnings: [String]

    /// Takes the file that was named, or the one beside the sources, or makes one.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - sources: The extension's sources.
    ///   - output: The bundle to be.
    /// - Throws: ``ToolFailure`` for a file that cannot be read or used.
    init(
        _ options: BuildOptions,
        sources: SourceFiles,
        output: BundleOutput
    ) throws(ToolFailure) {
        let classes = try Self.principalClasses(in: sources)
        let found = sources.beside("Info.plist")
        let path =
            options.infoPlist ?? (FileManager.default.fileExists(atPath: found) ? found : nil)
        if let path {
            guard options.identifier == nil else {
                throw ToolFailure(
                    "--identifier is for a generated Info.plist, and \(path) has its own; change "
                        + "CFBundleIdentifier there",
                    .usage
                )
            }
            bytes = try Self.read(path)
        } else {
            bytes = Array(Self.generated(options, classes, output, sources.language).utf8)
        }
        self.path = path
        let place =
            path ?? (options.identifier == nil ? "the generated Info.plist" : "--identifier")
        manifest = try Self.parse(bytes, place: place, output: output)
        let odd = manifest.warnings.map { "\(place): \($0)" }
        let missing = Self.missingClass(manifest, classes, sources.language, output)
        warnings = odd + (missing.map { ["\(place): \($0)"] } ?? [])
    }

    /// The longest Info.plist taken.
    private static let byteLimit = 1 << 20

    private static func read(_ path: String) throws(ToolFailure) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.open(path, O_RDONLY).readAll(limit: byteLimit)
        } catch {
            throw ToolFailure(
                "\(path): \(SystemError.sentence(of: error.errno)); name a property list, or leave "
                    + "--info-plist out to have one made",
                .noInput
            )
        }
    }

    private static func principalClasses(
        in sources: SourceFiles
    ) throws(ToolFailure) -> [String] {
        guard sources.language == .swift else { return [] }
        var classes: [String] = []
        for path in sources.paths {
            do throws(SystemError) {
                let bytes = try Descriptor.open(path, O_RDONLY).readAll(limit: sourceByteLimit)
                classes += PrincipalClassScan.classes(in: String(decoding: bytes, as: UTF8.self))
            } catch {
                let sentence = SystemError.sentence(of: error.errno)
                throw ToolFailure("\(path): \(sentence); check the file", .noInput)
            }
        }
        return classes
    }

    /// Far beyond any source that a person wrote.
    private static let sourceByteLimit = 16 << 20

    private static func generated(
        _ options: BuildOptions,
        _ classes: [String],
        _ output: BundleOutput,
        _ language: SourceFiles.Language
    ) -> String {
        let name = PrincipalClassScan.best(of: classes) ?? PrincipalClassScan.templateName
        return GeneratedManifest(
            name: output.name,
            identifier: options.identifier ?? output.context["PRODUCT_BUNDLE_IDENTIFIER"] ?? "",
            principalClass: language == .swift ? "$(PRODUCT_MODULE_NAME).\(name)" : nil
        ).text
    }

    private static func parse(
        _ bytes: [UInt8],
        place: String,
        output: BundleOutput
    ) throws(ToolFailure) -> Manifest {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest.parse(bytes, context: output.context)
        } catch {
            throw ToolFailure("\(place): \(error.message)", .badManifest)
        }
        guard manifest.executable != "Info.plist" else {
            throw ToolFailure(
                "\(place): CFBundleExecutable is Info.plist itself; name the library, such as "
                    + output.name,
                .badManifest
            )
        }
        do throws(OriginError) {
            _ = try NetworkPolicy(manifest.network ?? [])
        } catch {
            throw ToolFailure("\(place): \(error)", .badManifest)
        }
        return manifest
    }

    /// What keeps the host from finding the principal class, as far as a light look tells.
    private static func missingClass(
        _ manifest: Manifest,
        _ classes: [String],
        _ language: SourceFiles.Language,
        _ output: BundleOutput
    ) -> String? {
        guard language == .swift, manifest.extensionPoint == .service else { return nil }
        let best = PrincipalClassScan.best(of: classes)
        let fix = "write $(PRODUCT_MODULE_NAME).\(best ?? PrincipalClassScan.templateName)"
        guard let written = manifest.principalClass else {
            return "NSExtension.NSExtensionPrincipalClass is missing; \(fix)"
        }
        let expected = Set(classes.map { "\(output.moduleName).\($0)" })
        guard expected.isDisjoint(with: manifest.principalClassCandidates) else { return nil }
        guard best != nil else {
            return "NSExtension.NSExtensionPrincipalClass names \(written), but no source has a "
                + "class that inherits from UNNotificationServiceExtension by name"
        }
        return
            "NSExtension.NSExtensionPrincipalClass names \(written), which the sources, compiled "
            + "as module \(output.moduleName), do not have; \(fix)"
    }
}
