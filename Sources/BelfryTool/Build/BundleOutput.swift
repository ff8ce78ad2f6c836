// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The bundle that a build makes: its place, and the names that follow from it.
struct BundleOutput {
    /// The path as it was typed, without slashes at its end.
    let path: String

    /// The bundle's name without `.appex`.
    let name: String

    /// Values for the build variables of its `Info.plist`.
    private(set) var context: BuildContext

    /// Takes the path that was asked for, or one in the working directory.
    ///
    /// - Parameters:
    ///   - path: The value of `-o`; nil when there was none.
    ///   - defaultName: What to call the bundle then.
    ///   - variables: Build variables that a project gives values to.
    /// - Throws: ``ToolFailure`` for a path that cannot be a bundle's.
    init(
        _ path: String?,
        defaultName: String,
        variables: [String: String] = [:]
    ) throws(ToolFailure) {
        let typed = FilePath(path ?? defaultName + Self.ending)
        guard typed.name.hasSuffix(Self.ending), typed.name != Self.ending else {
            throw ToolFailure(
                "-o \(typed.text): a bundle's name ends in .appex, such as "
                    + "\(typed.nameWithoutEnding)\(Self.ending)",
                .usage
            )
        }
        self.path = typed.text
        name = String(typed.name.dropLast(Self.ending.count))
        context = BuildContext(bundleName: name, overrides: variables)
    }

    /// The module that Swift sources are compiled as.
    var moduleName: String { context["PRODUCT_MODULE_NAME"] ?? name }

    /// The same bundle with its sources compiled as another module.
    func compiled(as module: String) -> BundleOutput {
        var output = self
        output.context.values["PRODUCT_MODULE_NAME"] = module
        return output
    }

    /// The directory's name.
    var fileName: String { name + Self.ending }

    /// The directory it is made in.
    var parent: String { FilePath(path).directory }

    /// Refuses to replace anything but an earlier bundle.
    ///
    /// - Throws: ``ToolFailure`` naming what is there, or the directory that is not.
    func checkReplaceable() throws(ToolFailure) {
        guard let type = try existingType() else { return }
        let isBundle =
            type == S_IFDIR && FileManager.default.fileExists(atPath: path + "/Info.plist")
        guard isBundle else {
            let what = type == S_IFDIR ? "a directory without Info.plist" : "no directory"
            throw ToolFailure(
                "\(path) is there and is \(what), so it is not replaced; remove it, or name another "
                    + "bundle with -o",
                .cannotCreate
            )
        }
    }

    private static let ending = ".appex"

    /// What kind of file is in the place already, not following a link; nil for none.
    private func existingType() throws(ToolFailure) -> mode_t? {
        let directory = try openParent()
        do throws(SystemError) {
            return try directory.status(of: fileName).st_mode & S_IFMT
        } catch {
            guard error.errno != ENOENT else { return nil }
            throw cannotCreate(error)
        }
    }

    /// Opens the directory that the bundle is made in.
    func openParent() throws(ToolFailure) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.openDirectory(parent)
        } catch {
            throw cannotCreate(error)
        }
    }

    /// A failure to write the bundle.
    func cannotCreate(_ error: SystemError) -> ToolFailure {
        let sentence = SystemError.sentence(of: error.errno)
        return ToolFailure(
            "\(path) cannot be made: \(parent): \(sentence); name a bundle in a directory that is "
                + "there and can be written to, with -o",
            .cannotCreate
        )
    }
}
