// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A file that makes the compiler read other files in the places of the author's.
///
/// Messages, debug information and `#filePath` thus name the author's files, which are not touched
/// (LLVM's virtual file system, `-vfsoverlay`).
struct SourceOverlay {
    /// Files by the paths they seem to be at.
    let files: [(path: String, contents: String)]

    /// The overlay as YAML, of which JSON is a part.
    var text: String {
        let roots = files.flatMap { file in
            Self.names(of: file.path).map { name in
                #"{"type":"file","name":\#(name.inJSON),"external-contents":"#
                    + "\(file.contents.inJSON)}"
            }
        }
        return """
            {"version":0,"case-sensitive":"true","use-external-names":false,"roots":[
            \(roots.joined(separator: ",\n"))
            ]}

            """
    }

    /// The full paths that the compiler may look for a file at.
    ///
    /// It takes the working directory's name from the environment, where that is a link to it.
    private static func names(of path: String) -> Set<String> {
        let logical = ProcessInfo.processInfo.environment["PWD"]
        return Set(
            [SourcePath.absolute(path)] + (logical.map { [SourcePath.resolve(path, in: $0)] } ?? [])
        )
    }
}

extension String {
    /// The text as a JSON string.
    fileprivate var inJSON: String {
        let text = unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case ..<" ":
                result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\""
    }
}
