// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The crate that a single file of Rust is compiled as: a `Cargo.toml` among what Cargo makes.
struct SingleFileCrate {
    /// The author's file.
    let source: String
    /// The folder of the crate `belfry-extension`.
    let kit: String
    /// The folder that the `Cargo.toml` is written into.
    let folder: String

    /// Writes the `Cargo.toml`.
    ///
    /// - Returns: Its path.
    /// - Throws: ``ToolFailure`` when it cannot be written.
    func write() throws(ToolFailure) -> String {
        let manifest = "\(folder)/Cargo.toml"
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            // Cargo makes it anew; with an old one it would insist on an old version of the kit.
            try? FileManager.default.removeItem(atPath: "\(folder)/Cargo.lock")
            try Data(text.utf8).write(to: URL(fileURLWithPath: manifest))
        } catch {
            throw ToolFailure("\(manifest): \(error.localizedDescription)", .cannotCreate)
        }
        return manifest
    }

    /// Its own workspace, since a folder above may be another's.
    private var text: String {
        """
        [package]
        name = "extension"
        version = "0.1.0"
        edition = "2021"

        [lib]
        crate-type = ["cdylib"]
        path = \(Self.quoted(SourcePath.absolute(source)))

        [dependencies]
        belfry-extension = { path = \(Self.quoted(kit)) }

        [workspace]

        """
    }

    /// A string of TOML.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\0"..<" ", "\u{7F}":
                (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
