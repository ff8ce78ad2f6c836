// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
@testable internal import BelfryRuntime

extension FuzzTarget {
    /// A bundle's `Info.plist`, XML or binary, and the manifest in it.
    ///
    /// A list that is accepted keeps to its limits and is the same once it is written as XML. Of a
    /// manifest that is accepted no name leads out of the bundle and no budget is 0.
    static let propertyList = FuzzTarget(
        "property-list",
        byteLimit: 8192,
        check: { bytes in
            let list: PropertyList
            do throws(PropertyListError) {
                list = try PropertyList.parse(bytes)
            } catch {
                return try holdOneLine(error.description)
            }
            var census = PropertyListCensus()
            census.count(list)
            try census.check()
            let text = Array(PropertyListText.write(list).utf8)
            if text.count <= PropertyList.maximumByteCount {
                try hold(try PropertyList.parse(text) == list, "a list changes when it is written")
            }
            try checkManifest(bytes)
        }
    )

    private static func checkManifest(_ bytes: [UInt8]) throws {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest.parse(bytes, context: BuildContext(bundleName: "A.appex"))
        } catch {
            return try holdOneLine(error.description)
        }
        for warning in manifest.warnings { try holdOneLine(warning.description) }
        let name = manifest.executable
        try hold(!name.isEmpty && name != "..", "the library's name is \(name)")
        try hold(!name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }, "a path as a name")
        try hold(
            !manifest.identifier.isEmpty && manifest.identifier.utf8.allSatisfy { $0 > 0x20 },
            "the identifier is \(manifest.identifier)"
        )
        try hold(manifest.parallelRuns >= 1, "\(manifest.parallelRuns) parallel runs")
        let budget = manifest.budget
        for time in [budget.wall, budget.cpu, budget.start] {
            try hold(time.map { $0 > .zero } ?? true, "a budget without time")
        }
        for count in [budget.memory, budget.output] {
            try hold(count.map { $0 > 0 } ?? true, "a budget without bytes")
        }
        _ = try? NetworkPolicy(manifest.network ?? [])
    }
}
