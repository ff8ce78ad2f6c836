// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The page that lists every symbol of the SDK with what it does.
package struct ReferencePage {
    private let modules: [Module]

    /// Puts together what is there and what is not.
    ///
    /// - Parameters:
    ///   - graphs: The modules' symbols.
    ///   - absent: What Apple's modules have besides.
    /// - Throws: `ReferenceError` for an absent symbol that is there.
    package init(graphs: [SymbolGraph], absent: AbsentSymbols) throws(ReferenceError) {
        var symbols: [String: [SymbolGraph.Symbol]] = [:]
        for graph in graphs { symbols[Self.title(graph.module.name), default: []] += graph.symbols }
        for name in absent.entries.keys where symbols[name] == nil { symbols[name] = [] }
        var modules: [Module] = []
        for (name, symbols) in symbols.sorted(by: { $0.key.lowercased() < $1.key.lowercased() }) {
            modules.append(try Module(name, symbols, absent.entries[name] ?? []))
        }
        self.modules = modules
    }

    /// The page in Markdown.
    package func markdown() -> String {
        let rows = modules.map { module in
            "| [\(module.name)](#\(module.name.lowercased())) | \(module.workingCount) "
                + "| \(module.idleCount) | \(module.absent.count) |\n"
        }
        let page = Self.introduction + rows.joined() + modules.map { $0.markdown() }.joined()
        return page.wrappedMarkdown()
    }

    private static let introduction = """
        # Every symbol of the Swift SDK

        Built from the modules themselves. What is listed works as Apple documents it, unless *without effect* stands before it, with the
        reason: it compiles, and does nothing. *Absent* are the names of Apple's that extensions
        might be expected to use, and that are a compile error here; a module that is not listed at
        all is absent as a whole. What the modules are for, and where they differ from Apple's, is
        in [SwiftSDK.md](SwiftSDK.md).

        What others have written is listed where they list it:

        | Module | |
        |---|---|
        | CryptoKit | swift-crypto: Apple's own code under Apple's names, all but `SecureEnclave` |
        | Combine | OpenCombine: publishers, subjects, operators, `combineLatest` and `merge`, with parts for Dispatch, `RunLoop`, `Timer`, `URLSession` |
        | CommonCrypto, SQLite3, zlib | headers of C: digests and ciphers over libcrypto ([what is there](SwiftSDK.md#commoncrypto)), SQLite, zlib |

        | Module | Works | Without effect | Absent |
        |---|---|---|---|

        """

    /// What users know a module by.
    private static func title(_ module: String) -> String {
        module == "FoundationSupplement" ? "Foundation" : module
    }
}

extension ReferencePage {
    /// One module's part of the page.
    struct Module {
        let name: String
        private let symbols: [SymbolGraph.Symbol]
        let absent: [AbsentSymbols.Entry]

        init(
            _ name: String,
            _ symbols: [SymbolGraph.Symbol],
            _ absent: [AbsentSymbols.Entry]
        ) throws(ReferenceError) {
            self.name = name
            self.symbols = symbols.filter { !$0.isOfNoInterest }
            let there = Set(self.symbols.map(\.path))
            for entry in absent where there.contains(entry.name) {
                throw ReferenceError("\(name).\(entry.name) is listed as absent, and is there")
            }
            self.absent = absent.sorted { $0.name < $1.name }
            let faults = Self.silentSymbols(of: self.symbols)
            guard faults.isEmpty else {
                throw ReferenceError(faults.map { "\(name).\($0)" }.joined(separator: "\n"))
            }
        }

        /// The symbols that do nothing and whose own comment does not say so with a reason, each with
        /// the way out.
        ///
        /// Whoever looks a symbol up sees its comment, and not that of its type.
        private static func silentSymbols(of symbols: [SymbolGraph.Symbol]) -> [String] {
            let idleTypes = Set(symbols.filter { $0.reasonForNoEffect != nil }.map(\.path))
            return symbols.compactMap { symbol in
                if symbol.isWithoutReason {
                    return "\(symbol.path) is without effect: write why, "
                        + "\"\(SymbolGraph.Symbol.mark) …\""
                }
                let owner = symbol.owner.joined(separator: ".")
                guard symbol.isUsed, idleTypes.contains(owner), symbol.reasonForNoEffect == nil
                else { return nil }
                return "\(symbol.path) is of \(owner), which is without effect: write "
                    + "\"\(SymbolGraph.Symbol.mark) …\" at it too, or change what \(owner) says"
            }
        }

        /// How many are without effect, those that are overloaded once.
        var idleCount: Int {
            Set(symbols.filter { $0.reasonForNoEffect != nil }.map(\.path)).count
        }

        var workingCount: Int { Set(symbols.map(\.path)).count - idleCount }

        func markdown() -> String {
            var text = "\n## \(name)\n\n"
            if name == "Foundation" {
                text +=
                    "What Foundation has on iOS and lacks on Linux; the rest is the toolchain's.\n\n"
            }
            if symbols.isEmpty && absent.isEmpty {
                text += "Nothing of its own: other modules under one more name.\n"
            }
            for (owner, members) in byOwner() { text += Self.section(owner, members) }
            if !absent.isEmpty {
                text += "\n**Absent**\n\n"
                for entry in absent { text += "- `\(entry.name)`: \(entry.reason)\n" }
            }
            return text
        }

        /// Types with their members, what is added to others' types, and what is in none first.
        private func byOwner() -> [(String, [SymbolGraph.Symbol])] {
            var owners: [String: [SymbolGraph.Symbol]] = [:]
            for symbol in symbols {
                let components = symbol.isType ? symbol.pathComponents[...] : symbol.owner
                owners[components.joined(separator: "."), default: []].append(symbol)
            }
            return owners.sorted { $0.key < $1.key }
        }

        private static func section(_ owner: String, _ symbols: [SymbolGraph.Symbol]) -> String {
            let type = symbols.first { $0.path == owner }
            let kind = type?.kind.displayName.lowercased() ?? "extension of"
            let title = owner.isEmpty ? "functions and values" : "\(kind) `\(owner)`"
            let members = symbols.filter { $0.path != owner }
            let idleNames = Set(members.filter { $0.reasonForNoEffect != nil }.map(\.name))
            // A protocol's own implementation has the name of what it implements.
            let working = Set(members.map(\.name)).subtracting(idleNames).sorted()
            var text = "- " + title
            if let reason = type?.reasonForNoEffect {
                text += ", *without effect* (\(reason.trimmingSuffix { $0 == "." }))"
            }
            if !working.isEmpty {
                text += ": " + working.map { "`\($0)`" }.joined(separator: " · ")
            }
            text += "\n"
            var idle: [String: Set<String>] = [:]
            for member in members {
                guard let reason = member.reasonForNoEffect else { continue }
                idle[reason, default: []].insert(member.name)
            }
            let lines = idle.map { reason, names in
                let list = names.sorted().map { "`\($0)`" }.joined(separator: " · ")
                return "  - *without effect* \(list): \(reason)\n"
            }
            text += lines.sorted().joined()
            return text
        }
    }
}

extension String {
    /// The text without what it ends in.
    fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
        guard let end = lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return self[...end]
    }
}

extension SymbolGraph.Symbol {
    /// Its own name.
    fileprivate var name: String { pathComponents.last ?? "" }

    /// Its name with those of what it is in.
    fileprivate var path: String { pathComponents.joined(separator: ".") }

    fileprivate var owner: ArraySlice<String> { pathComponents.dropLast() }

    /// Whether it is an operator, or comes from the headers of C that a module's own headers include.
    fileprivate var isOfNoInterest: Bool {
        kind.identifier == "swift.func.op" || identifier.precise.hasPrefix("c:@macro@")
    }

    /// Whether it is what code reads, sets or calls of an object.
    fileprivate var isUsed: Bool {
        let kinds = ["swift.property", "swift.method", "swift.type.method", "swift.subscript"]
        return kinds.contains(kind.identifier) && !Self.commonNames.contains(name)
    }

    /// What every object or structure of a kind has, and means the same for all of them.
    private static let commonNames: Set = ["rawValue", "hash", "isEqual(_:)"]

    fileprivate var isType: Bool {
        let kinds = ["swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.actor"]
        return kinds.contains(kind.identifier)
    }
}
