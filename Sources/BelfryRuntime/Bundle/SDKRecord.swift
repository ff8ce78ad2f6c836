// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryELF

/// The SDK's libraries that an extension was linked with, as `belfry build` has noted in it.
///
/// Swift's classes have no layout that outlasts a version: with other libraries than these the
/// extension would read and write where nothing of its own is. A self-contained extension has them in
/// itself, and one that was linked by hand has no note.
package struct SDKRecord: Equatable, Sendable {
    /// Build ids by the libraries' names.
    package let buildIDs: [String: String]

    /// Whether Swift's runtime and the SDK are in the extension itself.
    package let isSelfContained: Bool

    /// The note of an extension that needs libraries of the SDK.
    package init(buildIDs: [String: String]) {
        self.buildIDs = buildIDs
        isSelfContained = false
    }

    private init() {
        buildIDs = [:]
        isSelfContained = true
    }

    /// The note of an extension that has the SDK in itself.
    package static let selfContained = SDKRecord()

    /// Reads the note of a library; lines that make no sense are as good as none.
    package init(of image: ELFImage) {
        let note = (image.sdkNote ?? "").split(separator: "\n")
        isSelfContained = note.contains { $0 == Self.selfContainedLine }
        let lines = note.map { $0.split(separator: " ") }
        let pairs = lines.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
        buildIDs = Dictionary(pairs) { first, _ in first }
    }

    /// What the note says.
    package var note: String {
        isSelfContained
            ? "\(Self.selfContainedLine)\n"
            : buildIDs.sorted { $0.key < $1.key }.map { "\($0) \($1)\n" }.joined()
    }

    private static let selfContainedLine = "self-contained"

    /// The first library that is another one here than it was for the extension.
    ///
    /// - Parameter buildID: Says the build id that a library has here; nil where it is not there, of
    ///   which the loader will tell.
    /// - Returns: The library's name; nil where all are the same.
    package func changed(_ buildID: (String) -> String?) -> String? {
        buildIDs.sorted { $0.key < $1.key }.first { name, id in
            buildID(name).map { $0 != id } ?? false
        }?.key
    }

    /// Holds the note against the libraries that are here.
    ///
    /// - Parameters:
    ///   - buildID: Says the build id that a library has here.
    ///   - bundle: The extension's bundle.
    /// - Throws: ``BundleError`` that says to build it again.
    package func check(
        against buildID: (String) -> String?,
        _ bundle: ExtensionBundle
    ) throws(BundleError) {
        guard let library = changed(buildID) else { return }
        throw BundleError(
            code: .sdk,
            message: "\(bundle.libraryPath) was built with another \(library) than is here; build "
                + "the bundle again with `belfry build`"
        )
    }
}
