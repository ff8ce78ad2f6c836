// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The page that lists every symbol of the SDK with what it does.
struct ReferencePage {
    let graphs: [SymbolGraph]
    let absent: AbsentSymbols

    /// The page in Markdown.
    ///
    /// - Throws: `ReferenceError` for an absent symbol that is there.
    func markdown() throws(ReferenceError) -> String {
        var modules: [String: [SymbolGraph.Symbol]] = [:]
        for graph in graphs { modules[graph.module.name, default: []] += graph.symbols }
        for name in absent.entries.keys where modules[name] == nil { modules[name] = [] }
        var text = Self.introduction
        for (name, symbols) in modules.sorted(by: { $0.key < $1.key }) {
            text += try module(name, symbols)
        }
        return text
    }

    private static let introduction = """
        # Every symbol of the Swift SDK

        Written by `make sdk-reference` from the modules themselves; a test holds it to them. What is
        listed works as Apple documents it, unless a reason stands beside it. What the modules are
        for is in [SwiftSDK.md](SwiftSDK.md).

        """

    private func module(
        _ name: String,
        _ symbols: [SymbolGraph.Symbol]
    ) throws(ReferenceError) -> String {
        let missing = absent.entries[name] ?? []
        let there = Set(symbols.map { $0.pathComponents.joined(separator: ".") })
        for entry in missing where there.contains(entry.name) {
            throw ReferenceError("\(name).\(entry.name) is listed as absent, and is there")
        }
        var text = "\n## \(name)\n"
        for (owner, members) in Self.byOwner(symbols) { text += Self.section(owner, members) }
        if !missing.isEmpty {
            text += "\n### Absent\n\n"
            for entry in missing { text += "- `\(entry.name)`: \(entry.reason)\n" }
        }
        return text
    }

    /// Types with their members, and what is in none.
    private static func byOwner(
        _ symbols: [SymbolGraph.Symbol]
    ) -> [(String, [SymbolGraph.Symbol])] {
        var owners: [String: [SymbolGraph.Symbol]] = [:]
        for symbol in symbols where symbol.kind.identifier != "swift.func.op" {
            let isOwner = kindsOfTypes.contains(symbol.kind.identifier)
            let owner = isOwner ? symbol.pathComponents : symbol.pathComponents.dropLast()
            owners[owner.joined(separator: "."), default: []].append(symbol)
        }
        return owners.sorted { $0.key < $1.key }
    }

    private static let kindsOfTypes: Set<String> = [
        "swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.actor",
    ]

    private static func section(_ owner: String, _ symbols: [SymbolGraph.Symbol]) -> String {
        let type = symbols.first { $0.pathComponents.joined(separator: ".") == owner }
        let kind = type.map { $0.kind.displayName.lowercased() + " " } ?? "extension "
        var text = owner.isEmpty ? "\n### Functions and values\n" : "\n### \(kind)`\(owner)`\n"
        if let reason = type?.reasonForNoEffect { text += "\nWithout effect: \(reason)\n" }
        let members = symbols.filter { $0.pathComponents.joined(separator: ".") != owner }
        let working = Set(members.filter { $0.reasonForNoEffect == nil }.map(\.name)).sorted()
        if !working.isEmpty {
            text += "\n" + working.map { "`\($0)`" }.joined(separator: " · ") + "\n"
        }
        let idle = members.compactMap { member in
            member.reasonForNoEffect.map { "- `\(member.name)`, without effect: \($0)\n" }
        }
        if !idle.isEmpty { text += "\n" + Set(idle).sorted().joined() }
        return text
    }
}

extension SymbolGraph.Symbol {
    /// Its own name.
    fileprivate var name: String { pathComponents.last ?? "" }
}
