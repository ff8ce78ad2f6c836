// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One folder of a library's run path, where the loader looks for the libraries it needs.
package struct ELFRunpath: Hashable, Sendable, CustomStringConvertible {
    /// The folder as the linker wrote it, `$ORIGIN` and all; empty for the working directory.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Whether it can only lead into the library's own folder and what is below.
    package var isInsideBundle: Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, ["$ORIGIN", "${ORIGIN}"].contains(first) else {
            return false
        }
        return !parts.contains("..")
    }

    /// The path on one line, with a word for the empty one: all but plain ASCII escaped, and cut.
    package var description: String {
        if path.isEmpty { return "(the working directory)" }
        let shown = path.unicodeScalars.prefix(Self.shownLength)
        let text = shown.map { 0x20...0x7E ~= $0.value ? String($0) : $0.escaped(asASCII: true) }
        return text.joined() + (path.unicodeScalars.count > shown.count ? "…" : "")
    }

    private static let shownLength = 256

    /// Takes a list apart at its colons.
    static func list(_ text: String) -> [ELFRunpath] {
        text.split(separator: ":", omittingEmptySubsequences: false).map { ELFRunpath(String($0)) }
    }
}
