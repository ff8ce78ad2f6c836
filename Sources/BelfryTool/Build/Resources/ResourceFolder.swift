// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A folder whose contents go into a bundle.
struct ResourceFolder {
    /// The folder's path, as typed.
    let path: String

    private let names: [String]

    /// Lists the folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - output: The bundle to be, which must not be made inside the folder.
    ///   - reserved: The names that the bundle needs for itself.
    /// - Throws: ``ToolFailure`` when it cannot be read, or its contents cannot go into the bundle.
    init(_ path: String, output: BundleOutput, reserved: [String]) throws(ToolFailure) {
        self.path = FilePath(path).text
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw ToolFailure(
                "\(path) cannot be listed; --resources names a folder whose contents go into the "
                    + "bundle",
                .noInput
            )
        }
        if let name = names.first(where: reserved.contains) {
            throw ToolFailure(
                "\(self.path)/\(name) would take the place of the bundle's own \(name); rename it, "
                    + "or keep it out of the folder",
                .usage
            )
        }
        let folder = Self.canonical(path)
        let parent = Self.canonical(output.parent)
        guard parent != folder, !parent.hasPrefix(folder == "/" ? "/" : folder + "/") else {
            throw ToolFailure(
                "\(output.path) is made inside \(self.path), whose contents go into it; name another "
                    + "place with -o, or keep resources in a folder of their own",
                .usage
            )
        }
    }

    /// Copies everything in it; links are copied as links.
    ///
    /// - Parameter destination: Where something of a name goes.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(to destination: (String) -> String) throws(ToolFailure) {
        for name in names {
            do {
                try FileManager.default.copyItem(
                    atPath: "\(path)/\(name)",
                    toPath: destination(name)
                )
            } catch {
                throw ToolFailure(
                    "\(path)/\(name) could not be copied: \(error.localizedDescription); check its "
                        + "permissions and the disk's space",
                    .cannotCreate
                )
            }
        }
    }

    private static func canonical(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}
