// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How the C of a framework or a library is seen: by C as `<Kit/bell.h>`, by Swift as a module.
///
/// Xcode's header maps and the framework's folder do that. Here a folder of links to the headers does,
/// with a module map where there is C for Swift to see.
struct LibraryHeaders {
    /// What the folder is called: as the file that the target makes, without its ending.
    let folder: String

    /// The author's headers, by their names in the folder.
    let links: [(name: String, path: String)]

    /// The module map; nil where Swift sees nothing.
    let map: String?

    /// What is odd, one line each.
    let warnings: [String]

    /// Finds out what a library shows.
    init(_ library: LibraryInputs) {
        folder = Self.folder(of: library)
        var names: Set<String> = []
        links = (library.publicHeaders + library.inputs.sources.headers).compactMap { path in
            let name = FilePath(path).name
            return names.insert(name).inserted ? (name, path) : nil
        }
        if let text = library.moduleMap.flatMap(FileContents.text) {
            // The folder is not a framework's.
            map = text.replacing(#/\bframework\s+module\b/#, with: "module")
            warnings = []
            return
        }
        let shown = library.publicHeaders.filter { FilePath($0).ending == "h" }
        let c = shown.filter(Self.isC)
        let umbrella = "\(library.moduleName).h"
        let hasOwnMap = !library.inputs.sources.moduleMaps.isEmpty
        // Every framework has a header of its name, which is all that one in Swift alone has.
        let isEmpty =
            library.inputs.sources.c.isEmpty && c.allSatisfy { FilePath($0).name == umbrella }
        guard !c.isEmpty, !isEmpty, !hasOwnMap else {
            map = nil
            warnings = []
            return
        }
        let others = shown.filter { !c.contains($0) }
        warnings =
            others.isEmpty
            ? []
            : [
                "\(SourceFiles.described(others)): left out of the module \(library.moduleName), whose "
                    + "headers have to be C; put what else they have between #ifdef __OBJC__ or "
                    + "__cplusplus and #endif"
            ]
        let own = c.first { FilePath($0).name == umbrella && !Self.includes($0, others) }
        let headers = own.map { [$0] } ?? c.filter { FilePath($0).name != umbrella }
        let lines = headers.map { "    header \(FilePath($0).name.quotedForSwift)\n" }
        map = "module \(library.moduleName) {\n\(lines.joined())    export *\n}\n"
    }

    private static func folder(of library: LibraryInputs) -> String {
        let file = FilePath(library.target.product?.fileName ?? "")
        let name =
            file.ending == "a" && file.name.hasPrefix("lib")
            ? String(file.nameWithoutEnding.dropFirst(3)) : file.nameWithoutEnding
        let isPlain = name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_ +-]*/) != nil
        return isPlain ? name : library.moduleName
    }

    /// Whether a header has nothing but C for a compiler of C, as far as a look at its lines tells.
    private static func isC(_ path: String) -> Bool {
        let text = FileContents.text(of: path) ?? ""
        let objectiveC = #/(?m)^[ \t]*@(interface|protocol|class|end|import)\b/#
        let cPlusPlus = #/(?m)^[ \t]*(namespace\s|template\s*<|class\s+\w|using\s|extern\s+"C")/#
        return (text.contains("__OBJC__") || text.firstMatch(of: objectiveC) == nil)
            && (text.contains("__cplusplus") || text.firstMatch(of: cPlusPlus) == nil)
    }

    /// Whether a header includes one of others, by their names.
    private static func includes(_ path: String, _ others: [String]) -> Bool {
        let text = FileContents.text(of: path) ?? ""
        return others.map { FilePath($0).name }.contains { name in
            ["/\(name)>", "\"\(name)\"", "/\(name)\"", "<\(name)>"].contains(where: text.contains)
        }
    }
}
