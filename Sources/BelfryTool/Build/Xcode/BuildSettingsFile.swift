// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A file of build settings (`.xcconfig`).
struct BuildSettingsFile {
    /// The settings in it and in the files that it includes.
    let settings: [String: String]

    /// Reads a file; one that cannot be read has no settings, as an optional include has it.
    init(path: String) { self.init(path: path, depth: 0) }

    private init(path: String, depth: Int) {
        var settings: [String: String] = [:]
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        for line in text.split(whereSeparator: \.isNewline) where depth < Self.maximumDepth {
            let code = Self.withoutComment(line).trimmingCharacters(in: .whitespaces)
            if code.hasPrefix("#include") {
                let parts = code.split(separator: "\"")
                guard parts.count > 1 else { continue }
                let included = SourcePath.resolve(String(parts[1]), in: FilePath(path).directory)
                settings.merge(Self(path: included, depth: depth + 1).settings) { $1 }
            } else if let equals = code.firstIndex(of: "=") {
                let name = code[..<equals].trimmingCharacters(in: .whitespaces)
                let value = code[code.index(after: equals)...]
                settings[name] = value.trimmingCharacters(in: .whitespaces)
            }
        }
        self.settings = settings
    }

    /// Files may include each other in a circle.
    private static let maximumDepth = 16

    private static func withoutComment(_ line: Substring) -> String {
        line.firstRange(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
    }
}
