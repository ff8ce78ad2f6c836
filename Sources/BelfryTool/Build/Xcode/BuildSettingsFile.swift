// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A file of build settings (`.xcconfig`).
struct BuildSettingsFile {
    /// The settings in it and in the files that it includes.
    let settings: [String: String]

    /// The files that they were read from, this one and those that it includes, and those that were
    /// not read because they are elsewhere: whoever uses the settings checks them.
    let paths: [String]

    /// Reads a file; one that cannot be read has no settings, as an optional include has it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - places: Where it may be, and those that it includes. A file of another kind may have lines
    ///     such as `name = secret`, which would be a setting, and that a value in the bundle.
    init(path: String, within places: BuildPlaces) {
        var rest = Self.maximumCount
        self.init(path: path, within: places, depth: 0, &rest)
    }

    private init(
        path: String,
        within places: BuildPlaces,
        depth: Int,
        _ rest: inout Int
    ) {
        var settings: [String: String] = [:]
        let isElsewhere = BuildPlaces.resolved(path) != nil && !places.allow(path)
        let contents = isElsewhere ? nil : FileContents.text(of: path)
        var paths = contents == nil && !isElsewhere ? [] : [path]
        let text = contents ?? ""
        for line in text.split(whereSeparator: \.isNewline)
        where depth < Self.maximumDepth && rest > 0 {
            let code = Self.withoutComment(line).trimmingCharacters(in: .whitespaces)
            if code.hasPrefix("#include") {
                let parts = code.split(separator: "\"")
                guard parts.count > 1 else { continue }
                let included = SourcePath.resolve(String(parts[1]), in: FilePath(path).directory)
                rest -= 1
                let file = Self(path: included, within: places, depth: depth + 1, &rest)
                settings.merge(file.settings) { $1 }
                paths += file.paths
            } else if let equals = code.firstIndex(of: "=") {
                let name = code[..<equals].trimmingCharacters(in: .whitespaces)
                let value = code[code.index(after: equals)...]
                settings[name] = value.trimmingCharacters(in: .whitespaces)
            }
        }
        self.settings = settings
        self.paths = paths
    }

    /// Files may include each other in a circle.
    private static let maximumDepth = 16

    /// Files that include another many times each could otherwise be read for ever.
    private static let maximumCount = 256

    private static func withoutComment(_ line: Substring) -> String {
        line.firstRange(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
    }
}
