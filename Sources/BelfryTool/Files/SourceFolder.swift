// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// A folder of sources that is named where a bundle is meant.
enum SourceFolder {
    /// Refuses a folder of sources; what else is not a bundle is said by who opens it.
    ///
    /// - Parameter path: What a command is given as its bundle.
    /// - Throws: ``ToolFailure`` that says how the bundle is made.
    static func refuse(_ path: String) throws(ToolFailure) {
        guard (path as NSString).pathExtension != "appex",
            let names = FolderListing.names(in: path), names.contains(where: isSource)
        else { return }
        if let bundle = try? ExtensionBundle(at: path),
            FileManager.default.fileExists(atPath: bundle.libraryPath)
        {
            return
        }
        throw ToolFailure(
            "\(path): this is a folder of sources; build it first: belfry build \(path)",
            .noInput
        )
    }

    private static func isSource(_ name: String) -> Bool {
        let extensions = [
            "swift", "m", "mm", "c", "cc", "cpp", "cxx", "rs", "xcodeproj", "xcworkspace",
        ]
        return ["Cargo.toml", "CMakeLists.txt"].contains(name)
            || extensions.contains((name as NSString).pathExtension)
    }
}
