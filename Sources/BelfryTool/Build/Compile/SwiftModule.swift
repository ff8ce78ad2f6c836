// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The Swift sources of one module, each with its part of the module's tables of members.
struct SwiftModule {
    let sources: [SwiftSource]
    let members: MemberTables

    /// Reads a module's sources.
    ///
    /// - Parameters:
    ///   - paths: Where they are.
    ///   - absent: The frameworks of Apple's that are not here.
    ///   - places: Where the sources may be.
    /// - Throws: ``ToolFailure`` for one that cannot be read.
    init(
        _ paths: [String],
        absent: Set<String>,
        within places: BuildPlaces
    ) throws(ToolFailure) {
        var sources: [SwiftSource] = []
        for path in paths {
            sources.append(try SwiftSource(path, absent: absent, within: places))
        }
        members = MemberTables(sources.map { (FilePath($0.path).name, $0.members) })
        for (index, part) in members.parts.enumerated() {
            if let part { sources[index].append(part) }
        }
        self.sources = sources
    }

    /// The modules that the sources import.
    var imports: [SourceFacts.Import] { sources.flatMap(\.facts.imports) }

    /// What the sources say together.
    var facts: SourceFacts { SourceFacts(merging: sources.map(\.facts)) }
}
