// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The Swift that tells the SDK of an extension's outlets, actions and other members by name.
///
/// Each source's part stands at the end of the copy that is compiled, so that what is private to the
/// source can be described and the author's lines keep their numbers; a source of its own collects
/// the parts.
struct MemberTables {
    /// The part of each source, by its position; nil where there is nothing to tell.
    let parts: [[UInt8]?]

    /// The source that collects them; nil where there is nothing to tell.
    let collection: String?

    /// Describes the members that were found in an extension's sources.
    ///
    /// - Parameter sources: The sources' names, with what was found in each.
    init(_ sources: [(name: String, scan: MemberScan)]) {
        let classes = Set(sources.flatMap(\.scan.classes))
        let others = Set(sources.flatMap(\.scan.otherTypes))
        var parts: [[UInt8]?] = []
        var names: [String] = []
        for (index, source) in sources.enumerated() {
            let blocks = source.scan.blocks.compactMap { Self.describable($0, classes, others) }
            guard !blocks.isEmpty else {
                parts.append(nil)
                continue
            }
            names.append("__Belfry_\(index).classes()")
            parts.append(Array(Self.part(index, source.name, blocks).utf8))
        }
        self.parts = parts
        guard !names.isEmpty else {
            collection = nil
            return
        }
        collection = """
            /// The members of this extension's classes, for the SDK.
            public nonisolated enum BelfryObjectiveC: ObjectiveCMembers {
                @available(*, deprecated)
                public static var classes: [ObjectiveCClass] {
                    \(names.joined(separator: "\n            + "))
                }
            }

            """
    }

    /// An extension may be one of a protocol, whose methods are no class's.
    private static func describable(
        _ block: MemberBlock,
        _ classes: Set<String>,
        _ others: Set<String>
    ) -> MemberBlock? {
        var block = block
        if block.isExtension, others.contains(block.path) { return nil }
        if block.isExtension, !classes.contains(block.path) {
            block.members.removeAll(where: \.isImplied)
        }
        return block.isEmpty ? nil : block
    }

    /// All is marked as deprecated, so that it can name what is.
    private static func part(_ index: Int, _ name: String, _ blocks: [MemberBlock]) -> String {
        var lines = ["", #"#sourceLocation(file: "\#(name) (outlets and actions)", line: 1)"#]
        var calls: [String] = []
        for (number, block) in blocks.enumerated() {
            let function = "__belfry_\(index)_\(number)"
            lines += conditional(block.conditions, extension_(block, function))
            calls += conditional(block.conditions, ["all += \(block.path).\(function)()"])
        }
        lines += [
            "enum __Belfry_\(index) {",
            "@available(*, deprecated) nonisolated static func classes() -> [ObjectiveCClass] {",
            "var all: [ObjectiveCClass] = []",
        ]
        lines += calls + ["return all", "}", "}", ""]
        return lines.joined(separator: "\n")
    }

    private static func extension_(_ block: MemberBlock, _ function: String) -> [String] {
        var lines = [
            "extension \(block.path) {",
            "@available(*, deprecated) nonisolated static func \(function)() -> [ObjectiveCClass] {",
            block.members.isEmpty
                ? "let all: [ObjectiveCMember] = []" : "var all: [ObjectiveCMember] = []",
        ]
        for member in block.members {
            lines += conditional(member.conditions, ["all.append(\(member.code))"])
        }
        let maker = block.maker.map { ", make: { \($0) }" } ?? ""
        return lines + ["return [ObjectiveCClass(\(block.path).self, all\(maker))]", "}", "}"]
    }

    private static func conditional(_ conditions: [String], _ lines: [String]) -> [String] {
        conditions.map { "#if \($0)" } + lines + conditions.map { _ in "#endif" }
    }
}
