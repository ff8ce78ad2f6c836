// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation

/// The folder that a browser has for itself, its temporary files included: what it keeps there, the
/// page's address among it, is for nobody else and gone with the browser.
struct BrowserFolder: Sendable {
    let path: String

    /// Where its profile is.
    var profile: String { path + "/profile" }

    /// Where its temporary files go.
    var temporary: String { path + "/t" }

    /// The longest path in which a socket of the browser's has space for its own (man 7 unix).
    private static let longestParent = 40

    /// Makes it, for this user alone (man 3 mkdtemp), where paths are short.
    ///
    /// - Throws: ``ToolFailure`` where that is not possible.
    init() throws(ToolFailure) {
        let usual = FileManager.default.temporaryDirectory.path
        let parent = usual.utf8.count > Self.longestParent ? "/tmp" : usual
        var template = Array("\(parent)/belfry-web-XXXXXX".utf8CString)
        do {
            try checked("mkdtemp") { unsafe mkdtemp(&template) == nil ? -1 : 0 }
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            try FileManager.default.createDirectory(
                atPath: path + "/t",
                withIntermediateDirectories: false
            )
        } catch {
            throw ToolFailure(
                "no folder for the browser can be made in \(parent): \(error); "
                    + "name one that you may write to in TMPDIR",
                .cannotCreate
            )
        }
    }

    /// Removes it.
    func remove() {
        // What does not belong to the browser's process group may still be ending in it.
        for _ in 0..<3 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else { return }
        }
    }
}
