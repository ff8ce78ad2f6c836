// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What Apple's modules have and these do not, kept by hand: `Module.Name: reason`, one a line.
package struct AbsentSymbols {
    struct Entry: Equatable {
        let name: String
        let reason: String
    }

    /// By module.
    let entries: [String: [Entry]]

    /// Reads the list.
    ///
    /// - Parameter text: Its lines; those that begin with # are for whoever keeps it.
    /// - Throws: `ReferenceError` naming a line that is no entry.
    package init(_ text: String) throws(ReferenceError) {
        var entries: [String: [Entry]] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.isEmpty && !line.hasPrefix("#") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            let path = parts.first?.split(separator: ".", maxSplits: 1) ?? []
            guard parts.count == 2, path.count == 2 else {
                throw ReferenceError("line \(index + 1): \(line): write Module.Name: reason")
            }
            entries[String(path[0]), default: []]
                .append(Entry(name: String(path[1]), reason: String(parts[1])))
        }
        self.entries = entries
    }
}

/// Why no list can be written.
package struct ReferenceError: Error, CustomStringConvertible {
    /// What, where, and the way out.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
