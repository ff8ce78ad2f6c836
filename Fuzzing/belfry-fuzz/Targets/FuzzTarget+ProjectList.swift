// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension FuzzTarget {
    /// An Xcode project's property list, in OpenStep's format.
    ///
    /// A list that is accepted nests no deeper than it may, and is the same once it is written.
    static let projectList = FuzzTarget(
        "project-list",
        byteLimit: 8192,
        seeds: { [Array(project.utf8)] },
        check: { bytes in
            let list: PropertyList
            do throws(PropertyListError) {
                list = try PropertyList.parseOpenStep(bytes)
            } catch {
                return try holdOneLine(error.description)
            }
            try holdEqual(
                try PropertyList.parseOpenStep(Array(written(list, depth: 0).utf8)),
                list,
                "a list changes when it is written"
            )
        }
    )

    private static let project = """
        // !$*UTF8*$!
        {
            archiveVersion = 1;
            classes = { };
            objects = {
                0A1B2C /* Service.swift in Sources */ = {isa = PBXBuildFile; fileRef = 0A1B2D; };
                0A1B2D = {isa = PBXFileReference; path = "A\\tB\\"\\U00e9"; sourceTree = "<group>"; };
                0A1B2E = {isa = PBXGroup; children = (0A1B2D, 'x y', <0fbd 77>,); };
            };
            rootObject = 0A1B2C;
        }
        """

    private static func written(_ list: PropertyList, depth: Int) throws -> String {
        try hold(depth <= PropertyList.maximumDepth, "\(depth) levels")
        switch list {
        case .string(let text): return quoted(text)
        case .data: return "<>"
        case .array(let elements):
            let parts = try elements.map { try written($0, depth: depth + 1) }
            return "(" + parts.joined(separator: ", ") + ")"
        case .dictionary(let members):
            let parts = try members.map { member in
                "\(quoted(member.key)) = \(try written(member.value, depth: depth + 1));"
            }
            return "{" + parts.joined() + "}"
        case .integer, .real, .bool, .date: throw BrokenProperty("\(list.kind) in a text format")
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
