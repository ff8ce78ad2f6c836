// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

/// What `swift symbolgraph-extract` tells of one module, as far as a list of it needs.
package struct SymbolGraph: Decodable {
    /// One public declaration.
    struct Symbol: Decodable {
        /// Its name with those of what it is in, outermost first.
        let pathComponents: [String]
        let identifier: Identifier
        let kind: Kind
        let docComment: DocComment?
    }

    struct Identifier: Decodable {
        /// The compiler's name for it, such as `c:@macro@INT8_MAX`.
        let precise: String
    }

    struct Kind: Decodable {
        /// Such as `swift.class`.
        let identifier: String
        /// Such as `Class`.
        let displayName: String
    }

    struct DocComment: Decodable {
        struct Line: Decodable {
            let text: String
        }

        let lines: [Line]
    }

    struct Module: Decodable {
        let name: String
    }

    let module: Module
    let symbols: [Symbol]

    /// Reads the graphs of a folder, of a module and of what it adds to others.
    ///
    /// - Parameter folder: What `swift symbolgraph-extract` filled.
    /// - Returns: The graphs, by their files' names.
    /// - Throws: What keeps a file from being read.
    package static func all(in folder: URL) throws -> [SymbolGraph] {
        try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
    }
}

extension SymbolGraph.Symbol {
    /// What begins the line of a doc comment that says why a symbol does nothing here.
    static let mark = "- Note: Without effect:"

    /// What begins one that gives no reason.
    static let bareMark = "- Note: Without effect."

    /// Whether its doc comment says that it does nothing, and not why.
    var isWithoutReason: Bool {
        docComment?.lines.contains {
            $0.text.trimmingCharacters(in: .whitespaces).hasPrefix(Self.bareMark)
        } ?? false
    }

    /// Why it does nothing here; nil when it works.
    var reasonForNoEffect: String? {
        guard let lines = docComment?.lines.map({ $0.text.trimmingCharacters(in: .whitespaces) }),
            let start = lines.firstIndex(where: { $0.hasPrefix(Self.mark) })
        else { return nil }
        let further = lines[(start + 1)...].prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
        return ([String(lines[start].dropFirst(Self.mark.count))] + further)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
    }
}
