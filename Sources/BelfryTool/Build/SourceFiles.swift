// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The files an extension is compiled from: all in Swift, or all in C and C++.
struct SourceFiles: Equatable {
    /// What the files are written in.
    enum Language: Equatable {
        case swift
        /// C, C++, or some of each.
        case c
    }

    /// The paths as they were typed, never empty.
    let paths: [String]

    let language: Language

    /// Sorts files by their names' endings, and finds out whether they can be read.
    ///
    /// - Parameter paths: The files, at least one.
    /// - Throws: ``ToolFailure`` for the first that is no source, and for a mixture of languages.
    init(_ paths: [String]) throws(ToolFailure) {
        guard let first = paths.first else {
            throw ToolFailure("no source files; name an extension's .swift or .c files", .usage)
        }
        let language = try Self.language(of: first)
        for path in paths {
            guard try Self.language(of: path) == language else {
                throw ToolFailure(
                    "\(first) and \(path): an extension is built from Swift or from C and C++, not "
                        + "from both; name the files of one language (--bridging-header brings C "
                        + "declarations into Swift)",
                    .usage
                )
            }
            try Self.checkReadable(path)
        }
        self.paths = paths
        self.language = language
    }

    /// The first file's name without its ending: what the bundle is called unless told otherwise.
    var firstName: String {
        let name = paths.first.map(FilePath.init)?.name ?? ""
        return FilePath(name).nameWithoutEnding
    }

    /// The paths as arguments that cannot be taken for options.
    var operands: [String] { paths.map { $0.hasPrefix("-") ? "./" + $0 : $0 } }

    /// Something beside the first file.
    func beside(_ name: String) -> String {
        FilePath(paths.first ?? "").sibling(name)
    }

    /// Whether a file is C++ rather than C.
    static func isCPlusPlus(_ path: String) -> Bool {
        ["cc", "cpp", "cxx"].contains(FilePath(path).ending)
    }

    private static func language(of path: String) throws(ToolFailure) -> Language {
        switch FilePath(path).ending {
        case "swift": return .swift
        case "c", "cc", "cpp", "cxx": return .c
        case "h", "hh", "hpp":
            throw ToolFailure(
                "\(path) is a header; leave it out, #include and --bridging-header find it",
                .usage
            )
        default:
            throw ToolFailure(
                "\(path) is no source file; its name must end in .swift, .c, .cc, .cpp or .cxx",
                .usage
            )
        }
    }

    private static func checkReadable(_ path: String) throws(ToolFailure) {
        do throws(SystemError) {
            let file = try Descriptor.open(path, O_RDONLY)
            guard try file.status().st_mode & S_IFMT != S_IFDIR else {
                throw SystemError(call: "open", subject: path, errno: EISDIR)
            }
        } catch {
            throw ToolFailure(
                "\(path): \(SystemError.sentence(of: error.errno)); name the extension's sources",
                .noInput
            )
        }
    }
}
