// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation

/// The headers that C and C++ sources include with quotation marks, as they lie on the disk.
///
/// They are looked for where a compiler looks first, beside the file that includes them. Conditions
/// are not evaluated: a header too many in a digest costs a build at most.
enum IncludedHeaders {
    private static let fileLimit = 10_000
    private static let byteLimit = 16 << 20

    /// Finds the headers of sources, and those that these include.
    ///
    /// - Parameter sources: The sources' paths.
    /// - Returns: The headers' paths, sorted, without the sources.
    static func of(_ sources: [String]) -> [String] {
        let sources = sources.map(plain)
        var seen = Set(sources)
        var rest = sources
        while let path = rest.popLast(), seen.count < fileLimit {
            for name in names(in: path) {
                let header = plain(name.hasPrefix("/") ? name : FilePath(path).sibling(name))
                guard FileKind(at: header) == .regular, seen.insert(header).inserted else {
                    continue
                }
                rest.append(header)
            }
        }
        return seen.subtracting(sources).sorted()
    }

    /// The names, without folders, of all headers that files include, on the disk or not.
    ///
    /// - Parameter paths: Sources and headers.
    /// - Returns: The names.
    static func named(in paths: [String]) -> Set<String> {
        Set(paths.flatMap { includes(in: $0) }.map { FilePath($0.name).name })
    }

    /// A path without `.` and `..`, so that a header has one name however it is included.
    private static func plain(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// What a file includes with quotation marks, as it is written there.
    private static func names(in path: String) -> [String] {
        includes(in: path).filter(\.isQuoted).map(\.name)
    }

    private static func includes(in path: String) -> [(name: String, isQuoted: Bool)] {
        let bytes = try? BuildFile.read(path, limit: byteLimit, within: nil, wayOut: "")
        return (bytes ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard words.first == UInt8(ascii: "#"),
                let open = words.firstIndex(where: { "\"<".utf8.contains($0) })
            else { return nil }
            let directive = String(decoding: words[..<open], as: UTF8.self).dropFirst()
                .filter { $0 != " " && $0 != "\t" }
            let isQuoted = words[open] == UInt8(ascii: "\"")
            let rest = words[words.index(after: open)...]
            guard ["include", "include_next", "import"].contains(directive),
                let close = rest.firstIndex(of: UInt8(ascii: isQuoted ? "\"" : ">"))
            else { return nil }
            return (String(decoding: rest[..<close], as: UTF8.self), isQuoted)
        }
    }
}
