// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the project's frameworks and libraries are compiled to, for what uses them.
struct BuiltLibraries {
    /// Whether some of them is in C++.
    let hasCPlusPlus: Bool

    /// The folders that their headers are found in by the compilers of C.
    let headerFolders: [String]

    /// The author's headers, by the paths of the links to them.
    let headers: [String: String]

    /// Their object files, which are linked into the extension's library.
    var objects: [String] = []

    /// Where the descriptions of their Swift modules are.
    private let modules: String

    /// Where the Swift compiler looks for their headers.
    private let searched: [String]

    private let maps: [String]

    /// Makes the folders that the compilers look into.
    ///
    /// - Parameters:
    ///   - libraries: The libraries.
    ///   - staging: Where the folders are made.
    /// - Throws: ``ToolFailure`` when they cannot be.
    init(
        _ libraries: [LibraryPlan],
        _ staging: borrowing StagingFolder
    ) throws(ToolFailure) {
        let sources = libraries.map(\.inputs.sources)
        hasCPlusPlus = sources.contains { $0.c.contains(where: SourceFiles.isCPlusPlus) }
        modules = staging.scratch("modules")
        guard !libraries.isEmpty else {
            (headerFolders, headers, searched, maps) = ([], [:], [], [])
            return
        }
        try staging.makeScratch("modules")
        try staging.makeScratch("headers")
        let top = SourcePath.absolute(staging.scratch("headers"))
        var links: [String: String] = [:]
        var folders: [String] = []
        var maps: [String] = []
        for (index, library) in libraries.enumerated() where !library.headers.links.isEmpty {
            let folder = "headers/\(library.headers.folder)"
            let place = "\(top)/\(library.headers.folder)"
            try staging.makeScratch(folder)
            if !folders.contains(place) { folders.append(place) }
            for (name, path) in library.headers.links where links["\(place)/\(name)"] == nil {
                try staging.link(SourcePath.absolute(path), toScratch: "\(folder)/\(name)")
                links["\(place)/\(name)"] = path
            }
            guard let map = library.headers.map else { continue }
            let name = "library-\(index).modulemap"
            try staging.write(Array(map.utf8), toScratch: "\(folder)/\(name)")
            maps.append("\(place)/\(name)")
        }
        self.maps = maps
        headers = links
        // A library's C can lie beside headers that no phase of its target has.
        let beside = sources.flatMap { $0.c.map { FilePath($0).directory } + $0.headerFolders }
        headerFolders = [top] + folders + Set(beside).sorted()
        let own = libraries.filter {
            $0.headers.links.isEmpty || !$0.inputs.sources.moduleMaps.isEmpty
        }
        .flatMap { library in
            library.inputs.sources.c.map { FilePath($0).directory }
                + library.inputs.sources.headerFolders
        }
        searched = [modules, top] + folders + Set(own).sorted()
    }

    /// The description of a Swift module.
    func module(_ name: String) -> String { "\(modules)/\(name).swiftmodule" }

    /// The Swift compiler's arguments to find the modules and the headers.
    var search: [String] {
        SourceFiles.folders("-I", searched) + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }
}
