// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime
internal import Foundation

/// The `Info.plist` that goes into a bundle, and where it is from.
struct BuildManifest {
    /// The contents, with everything in them that the bundle's reader needs.
    let bytes: [UInt8]

    /// What they say.
    let manifest: Manifest

    /// The file they were read from; nil for a generated one.
    let path: String?

    /// What is odd, one line each.
    let warnings: [String]

    /// Takes the file that was named or found, or makes one.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - inputs: What the extension is built from.
    ///   - facts: What its sources say.
    ///   - output: The bundle to be.
    /// - Throws: ``ToolFailure`` for a file that cannot be read or used.
    init(
        _ options: BuildOptions,
        _ inputs: BuildInputs,
        _ facts: SourceFacts,
        _ output: BundleOutput
    ) throws(ToolFailure) {
        path = inputs.infoPlist
        let written: [UInt8]
        if let path {
            guard options.identifier == nil else {
                throw ToolFailure(
                    "--identifier is for a generated Info.plist, and \(path) has its own; change "
                        + "CFBundleIdentifier there",
                    .usage
                )
            }
            written = try BuildFile.read(
                path,
                limit: Self.byteLimit,
                within: inputs.places,
                wayOut: "name a property list, or leave --info-plist out to have one made"
            )
        } else {
            written = Array(Self.generated(options, inputs, facts, output).utf8)
        }
        let place =
            path ?? (options.identifier == nil ? "the generated Info.plist" : "--identifier")
        let read = try Self.parse(written, place: place, output: output)
        let principal = try PrincipalClassChoice(read, facts, inputs, output)
        let completion = ManifestCompletion(
            context: output.context,
            settings: inputs.settings,
            principalClass: principal.replacement,
            identifier: read.identifier
        )
        bytes = try completion.complete(written)
        // What is in the bundle is what the host will read, so that is what is shown.
        manifest = try Self.parse(bytes, place: place, output: output)
        let odd = read.warnings.map { "\($0)" } + principal.warnings
        let guessed = path == nil ? Self.guesses(manifest, facts) : []
        warnings = (odd + guessed).map { "\(place): \($0)" }
    }

    /// The longest Info.plist taken.
    private static let byteLimit = 1 << 20

    private static func generated(
        _ options: BuildOptions,
        _ inputs: BuildInputs,
        _ facts: SourceFacts,
        _ output: BundleOutput
    ) -> String {
        let point = facts.extensionPoint
        let storyboard = point == .content ? inputs.mainStoryboard : nil
        let name =
            facts.principalClass(point) ?? facts.principalInnerClass(point)?.name
            ?? SourceFacts.templateName(point)
        let hasClass = inputs.sources.language == .swift && storyboard == nil
        return GeneratedManifest(
            name: output.name,
            identifier: options.identifier ?? output.context["PRODUCT_BUNDLE_IDENTIFIER"] ?? "",
            extensionPoint: point,
            principalClass: hasClass ? "$(PRODUCT_MODULE_NAME).\(name)" : nil,
            mainStoryboard: storyboard
        ).text
    }

    /// What a generated file cannot know.
    private static func guesses(_ manifest: Manifest, _ facts: SourceFacts) -> [String] {
        let point = manifest.extensionPoint
        var guesses: [String] = []
        if let taken = facts.principalClass(point), manifest.mainStoryboard == nil,
            let reason = facts.principalClassReason(point)
        {
            guesses.append(
                "NSExtension.NSExtensionPrincipalClass is \(taken), \(reason); to take another, copy "
                    + "the file beside the source and name it there"
            )
        }
        if point == .service, let other = facts.principalClass(.content) {
            guesses.append(
                "NSExtension.NSExtensionPointIdentifier is \(point.rawValue), so the content extension "
                    + "\(other) is left out; to build it, copy the file, write "
                    + "\(Manifest.ExtensionPoint.content.rawValue) and the class there, and name the file "
                    + "with --info-plist and another bundle with -o"
            )
        }
        guard point == .content else { return guesses }
        return guesses + [
            "NSExtension.NSExtensionAttributes.UNNotificationExtensionCategory is "
                + "\(GeneratedManifest.templateCategory), as in Xcode's template; copy the file beside "
                + "the source and write the category of the notifications there"
        ]
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
        guard !reserved.contains(manifest.executable) else {
            throw ToolFailure(
                "\(place): CFBundleExecutable is \(manifest.executable) itself; name the library, "
                    + "such as \(output.name)",
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

    /// The names in a bundle that are not the library's.
    static let reserved = ["Info.plist", Entitlements.fileName]
}
