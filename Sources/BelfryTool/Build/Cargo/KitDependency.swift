// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// Where a crate's `Cargo.toml` says that the crate `belfry-extension` is.
struct KitDependency: Equatable {
    /// The line of the `Cargo.toml` that says it, from 1 on.
    let line: Int
    /// The folder as it is written.
    let path: String

    /// Looks for it in a `Cargo.toml`.
    ///
    /// - Parameter manifest: The text; what cannot be read is left to Cargo.
    /// - Returns: Nil where the kit is not named by a path.
    static func find(in manifest: String) -> KitDependency? {
        var section = ""
        let lines = manifest.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            if let header = line.firstMatch(of: #/^\s*\[(.*)\]/#) {
                section = String(header.1.replacing(#/["'\s]/#, with: ""))
                continue
            }
            let isOwn = section.hasSuffix("dependencies.belfry-extension")
            let entry = #/^\s*"?belfry-extension"?\s*=\s*\{(.*)$/#
            let inline = section.hasSuffix("dependencies") ? line.firstMatch(of: entry)?.1 : nil
            guard let values = isOwn ? line : inline else { continue }
            if let path = values.firstMatch(of: #/(?:^|[,{])\s*path\s*=\s*["']([^"']*)["']/#) {
                return KitDependency(line: index + 1, path: String(path.1))
            }
        }
        return nil
    }

    /// Refuses a crate that says that the kit is where there is none.
    ///
    /// - Parameters:
    ///   - manifest: The crate's `Cargo.toml`.
    ///   - sdk: What has the kit.
    /// - Throws: ``ToolFailure`` with the line, and what to write there.
    static func check(_ manifest: String, _ sdk: SDKLocation) throws(ToolFailure) {
        guard let text = FileContents.text(of: manifest), let found = find(in: text) else { return }
        let folder = SourcePath.resolve(
            found.path,
            in: FilePath(SourcePath.absolute(manifest)).directory
        )
        guard !FileManager.default.fileExists(atPath: "\(folder)/Cargo.toml") else { return }
        let kit = SourcePath.absolute(sdk.rustCratePath)
        throw ToolFailure(
            "\(manifest):\(found.line): there is no crate belfry-extension in \(found.path); this "
                + "Belfry has it elsewhere: write path = \"\(kit)\"",
            .noInput
        )
    }
}
