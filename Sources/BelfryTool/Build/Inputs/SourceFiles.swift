// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The files an extension is compiled from, sorted by what they are written in.
struct SourceFiles: Equatable {
    /// What the extension itself is written in.
    enum Language: Equatable {
        /// Swift, with C and C++ beside it where there is some.
        case swift
        /// C, C++, or some of each.
        case c
        /// Rust, as a crate or as a file that needs none.
        case rust
        /// What a CMake project is written in: C, C++, or both.
        case cmake
        /// Unknown: a shared library that something else has compiled and linked.
        case library
    }

    private(set) var swift: [String] = []

    /// C and C++.
    var c: [String] = []

    /// Objective-C and Objective-C++, which cannot be compiled here.
    private(set) var objectiveC: [String] = []

    /// The `Cargo.toml` of a crate in Rust, whose sources Cargo finds.
    private(set) var cargo: String?

    /// Rust; of a crate, Cargo finds them itself.
    private var rust: [String] = []

    /// The `CMakeLists.txt` of a project, whose sources CMake finds.
    private(set) var lists: String?

    /// A shared library that is there already, to be bundled as it is.
    private(set) var library: String?

    private(set) var headers: [String] = []

    /// Descriptions of C modules that Swift can import.
    private(set) var moduleMaps: [String] = []

    /// Takes files that a person named, each of which must be a source that can be read.
    ///
    /// - Parameter paths: The files, at least one.
    /// - Throws: ``ToolFailure`` for the first that is no source.
    init(_ paths: [String]) throws(ToolFailure) {
        if let path = paths.first(where: { LibraryName($0) != nil }) {
            guard paths.count == 1 else {
                throw ToolFailure(
                    "\(path) is a library that is linked already; name it alone, or sources alone and "
                        + "the library with -L and -l",
                    .usage
                )
            }
            try Self.checkReadable(path)
            self.init(among: [])
            library = path
            return
        }
        for path in paths {
            switch FilePath(path).ending {
            case "h", "hh", "hpp":
                throw ToolFailure(
                    "\(path) is a header; leave it out, #include and --bridging-header find it",
                    .usage
                )
            case "m", "mm":
                throw ToolFailure(
                    "\(path) is Objective-C, which has no runtime here; leave it out and write what "
                        + "it does in Swift or in C",
                    .usage
                )
            case "rs": try Self.checkIsAlone(path, among: paths)
            case "swift", "c", "cc", "cpp", "cxx": break
            default:
                throw ToolFailure(
                    "\(path) is no source file; its name must end in .swift, .c, .cc, .cpp, .cxx or "
                        + ".rs, or in .so for a library that is linked already",
                    .usage
                )
            }
            try Self.checkReadable(path)
        }
        self.init(among: paths)
    }

    /// Refuses a file of Rust that Cargo builds with others.
    private static func checkIsAlone(_ path: String, among paths: [String]) throws(ToolFailure) {
        guard paths.count == 1 else {
            throw ToolFailure(
                "\(path) is Rust, and other files are not compiled with it; name it alone, or the "
                    + "folder of a crate",
                .usage
            )
        }
        let folder = FilePath(SourcePath.absolute(path)).directory
        let places =
            FilePath(folder).name == "src" ? [folder, FilePath(folder).directory] : [folder]
        if let crate = places.first(where: {
            FolderListing.names(in: $0)?.contains("Cargo.toml") == true
        }) {
            throw ToolFailure(
                "\(path) is part of the crate in \(crate); name that folder, so that Cargo builds it",
                .usage
            )
        }
    }

    /// Takes the sources among files of all kinds.
    init(among paths: [String]) {
        for path in paths {
            let file = FilePath(path)
            switch file.ending {
            // A package's description is Swift, but no part of what it describes.
            case "swift" where file.name != "Package.swift": swift.append(path)
            case "c", "cc", "cpp", "cxx": c.append(path)
            case "rs": rust.append(path)
            case "m", "mm": objectiveC.append(path)
            case _ where Self.isHeader(path): headers.append(path)
            case "modulemap": moduleMaps.append(path)
            // Of several crates or projects the outermost, which has the others.
            case "toml" where file.name == "Cargo.toml":
                if (cargo ?? path).count >= path.count { cargo = path }
            case "txt" where file.name == "CMakeLists.txt":
                if (lists ?? path).count >= path.count { lists = path }
            default: break
            }
        }
    }

    var language: Language {
        if library != nil { return .library }
        if project != nil { return .cmake }
        return crate != nil || singleRust != nil ? .rust : swift.isEmpty ? .c : .swift
    }

    /// What CMake is to build: a project that has all of the sources, and the crate if there is one.
    var project: String? { owner(lists, among: c + [cargo].compactMap(\.self)) }

    /// What Cargo is to build: a crate that has all of the sources, such as C that it depends on.
    var crate: String? { project == nil ? owner(cargo, among: c) : nil }

    /// The one file of Rust, where there is nothing else to compile.
    var singleRust: String? {
        guard paths.isEmpty, cargo == nil, lists == nil, rust.count == 1 else { return nil }
        return rust[0]
    }

    /// A file that describes how all sources are built; nil for one that lies deeper than some.
    private func owner(_ description: String?, among sources: [String]) -> String? {
        guard let description, swift.isEmpty else { return nil }
        let folder = SourcePath.absolute(FilePath(description).directory)
        let hasAll = sources.allSatisfy { SourcePath.isInside(SourcePath.absolute($0), folder) }
        return hasAll ? description : nil
    }

    /// What is compiled, Swift first.
    var paths: [String] { swift + c }

    /// Everything that was sorted.
    var all: [String] { paths + objectiveC + headers + moduleMaps }

    /// The directories that headers and C modules are found in.
    var headerFolders: [String] {
        Set((headers + moduleMaps).map { FilePath($0).directory }).sorted()
    }

    /// Paths as arguments that can be taken neither for options nor for files of arguments.
    static func operands(_ paths: [String]) -> [String] { paths.map(operand) }

    /// A path as an argument that can be taken neither for an option nor for a file of arguments.
    ///
    /// Compilers read `@x.c` as the arguments that the file `x.c` has, and so do the programs that they
    /// start. The path from the root is what none of them shortens: Swift's driver takes `./` away
    /// before it calls the compiler (seen with Swift 6.3).
    static func operand(_ path: String) -> String {
        guard let first = path.utf8.first, "-@".utf8.contains(first) else { return path }
        return SourcePath.absolute(path)
    }

    /// Folders as arguments behind an option of their own, such as `-I`.
    static func folders(_ option: String, _ paths: [String]) -> [String] {
        paths.flatMap { [option, operand($0)] }
    }

    /// Files as an error names them: by name as long as they are few.
    static func described(_ paths: [String]) -> String {
        guard paths.count > 3, let first = paths.first else {
            return paths.joined(separator: ", ")
        }
        return "\(first) and \(paths.count - 1) more"
    }

    /// Whether a file is a header by its name.
    static func isHeader(_ path: String) -> Bool {
        ["h", "hh", "hpp"].contains(FilePath(path).ending)
    }

    /// Whether a file is C++ rather than C.
    static func isCPlusPlus(_ path: String) -> Bool {
        ["cc", "cpp", "cxx"].contains(FilePath(path).ending)
    }

    private static func checkReadable(_ path: String) throws(ToolFailure) {
        _ = try BuildFile(path, within: nil, wayOut: "name the extension's sources")
    }
}
