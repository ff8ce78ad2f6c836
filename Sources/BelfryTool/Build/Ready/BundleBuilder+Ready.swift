// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

/// Bundles a library that something else has linked, of which nothing is known but its file.
extension BundleBuilder {
    /// Copies the library.
    ///
    /// - Parameters:
    ///   - ready: The library's path.
    ///   - plan: What is to be built.
    ///   - executable: What it is called in the bundle.
    ///   - staging: Where the bundle is made.
    /// - Returns: What a compiler would have said: nothing.
    /// - Throws: ``ToolFailure`` for what cannot be read or written.
    func copy(
        _ ready: String,
        _ plan: BuildPlan,
        to executable: String,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> String {
        let bytes = try BuildFile.read(
            ready,
            limit: Self.byteLimit,
            within: plan.inputs.places,
            wayOut: "name the shared library that the other build has made"
        )
        try staging.write(bytes, to: executable)
        return ""
    }

    /// Checks the bundle as `belfry inspect` and `belfry validate` do, so that one that could not be
    /// loaded is not made.
    ///
    /// What was compiled here has been linked by this tool's own rules; another build has others.
    ///
    /// - Returns: How many warnings were shown.
    /// - Throws: ``ToolFailure`` with the first check that fails.
    func inspect(
        _ plan: BuildPlan,
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) -> Int {
        guard let ready = plan.inputs.sources.library else { return 0 }
        let bundle: ExtensionBundle
        do throws(BundleError) {
            bundle = try ExtensionBundle(at: staging.inBundle("."))
        } catch {
            throw ToolFailure(error)
        }
        let inspection = BundleInspector(bundle, sdk: sdk).inspect()
        if let failed = inspection.checks.first(where: { !$0.isPassed }) {
            // Only a Swift extension has a class that its Info.plist is to name.
            let isGenerated = plan.manifest.path == nil && failed.name == "class"
            let detail =
                isGenerated
                ? "it is a Swift extension, whose class only an Info.plist names; write one and name "
                    + "it with --info-plist" : failed.detail
            throw ToolFailure("\(ready): \(detail)", ExitStatus(code: failed.exitStatus))
        }
        // Those of Info.plist have been shown before anything was copied.
        let known = Set(bundle.manifest.warnings.map(\.description))
        let warnings = inspection.warnings.filter { !known.contains($0) }
        for warning in warnings {
            log.write("belfry: warning: \(ready): \(warning.neutralised())\n")
        }
        return warnings.count
    }

    /// The longest library taken: a Swift one with everything inside has 80 MB.
    private static let byteLimit = 1 << 30
}
