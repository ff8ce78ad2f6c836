// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Subprocess

/// CMake's part of a build: it compiles a project in C or C++ into an extension's library.
///
/// CMake knows what has changed, so that its folder is kept for the next time. It runs the project's
/// own commands; what `FetchContent` would get from a network has to be there already.
struct CMakeBuild {
    /// The project's outermost `CMakeLists.txt`.
    let lists: String
    /// Where CMake keeps what it makes.
    let folder: String
    /// Where `BelfryConfig.cmake` is.
    let kit: String
    let isDebug: Bool

    /// The call that finds out how to build the project.
    ///
    /// - Parameter cmake: CMake's path.
    /// - Returns: The call.
    func configuration(_ cmake: String) -> CompilerStep {
        CompilerStep(
            program: cmake,
            arguments: [
                "-S", SourcePath.absolute(FilePath(lists).directory), "-B", folder,
                "--log-level=WARNING", "--no-warn-unused-cli",
                "-DCMAKE_BUILD_TYPE=\(isDebug ? "Debug" : "RelWithDebInfo")",
                "-DBelfry_DIR=\(kit)", "-DFETCHCONTENT_FULLY_DISCONNECTED=ON",
            ],
            purpose: "configure \(lists)",
            hasProgress: true,
            environment: environment
        )
    }

    /// The call that compiles one of its targets; messages name the author's files.
    ///
    /// - Parameters:
    ///   - target: The target's name.
    ///   - cmake: CMake's path.
    /// - Returns: The call.
    func compilation(of target: String, _ cmake: String) -> CompilerStep {
        CompilerStep(
            program: cmake,
            arguments: [
                "--build", folder, "--target", target,
                "--parallel", "\(ProcessInfo.processInfo.activeProcessorCount)",
            ],
            purpose: "build \(lists)",
            hasProgress: true,
            environment: environment
        )
    }

    /// Keeps a `make` that the tool itself was started by out of the project's: its flags and its job
    /// server are not for it, and `MAKELEVEL` would have it say which folders it enters (info make).
    private var environment: Environment {
        .inherit.updating(["MAKELEVEL": nil, "MAKEFLAGS": nil, "MFLAGS": nil])
    }

    /// Makes the folder, with the question for the project's targets in it (man 7 cmake-file-api).
    ///
    /// - Parameter isClean: Whether nothing of earlier builds may be used.
    /// - Throws: ``ToolFailure`` when it cannot be written to.
    func prepare(isClean: Bool) throws(ToolFailure) {
        do {
            if isClean || isOfAnotherProject {
                try FileManager.default.removeItem(atPath: folder)
            }
            let query = URL(fileURLWithPath: "\(folder)/.cmake/api/v1/query")
            try FileManager.default.createDirectory(at: query, withIntermediateDirectories: true)
            try Data().write(to: query.appendingPathComponent("codemodel-v2"))
        } catch {
            throw ToolFailure("\(folder): \(error.localizedDescription)", .cannotCreate)
        }
    }

    /// The target to build: the one that was asked for, or the only one that is a shared library.
    ///
    /// - Parameter name: The target's name; nil where the command line names none.
    /// - Returns: The target.
    /// - Throws: ``ToolFailure`` that names those that there are.
    func target(named name: String?) throws(ToolFailure) -> CMakeTarget {
        let libraries = CMakeTarget.all(in: folder).filter(\.isSharedLibrary)
        let names = libraries.map(\.name).sorted().joined(separator: ", ")
        guard !libraries.isEmpty else {
            throw ToolFailure(
                "\(lists) makes no shared library; add find_package(Belfry REQUIRED) and "
                    + "belfry_add_extension(NAME SOURCE...)",
                .badData
            )
        }
        if let name {
            if let named = libraries.first(where: { $0.name == name }) { return named }
            throw ToolFailure(
                "--target \(name): \(lists) has no shared library of that name; it has \(names)",
                .usage
            )
        }
        guard libraries.count == 1 else {
            throw ToolFailure(
                "\(lists) makes more than one shared library; name the extension's with --target: "
                    + names,
                .usage
            )
        }
        return libraries[0]
    }

    /// What the project would fetch and does not have, as the likely reason of a build that failed.
    ///
    /// `FetchContent` has a variable in CMake's cache for each content, which says where its sources
    /// are; without a value they are in a folder of its own, or where its declaration says. What
    /// CMake has found has a folder to be built in.
    var fetching: ToolFailure? {
        guard let cache = FileContents.text(of: "\(folder)/CMakeCache.txt") else { return nil }
        let absent = cache.split(separator: "\n").lazy
            .compactMap { $0.wholeMatch(of: /FETCHCONTENT_SOURCE_DIR_(.+):PATH=/)?.1 }
            .first { name in
                !["src", "build"].contains { ending in
                    let place = "\(folder)/_deps/\(name.lowercased())-\(ending)"
                    return FileManager.default.fileExists(atPath: place)
                }
            }
        guard let absent else { return nil }
        return ToolFailure(
            "\(lists) fetches \(absent.lowercased()), and belfry build gets nothing from a network; "
                + "have its sources here and write set(FETCHCONTENT_SOURCE_DIR_\(absent) FOLDER) "
                + "above FetchContent_MakeAvailable",
            .badData
        )
    }

    /// Copies the library that CMake made.
    ///
    /// - Parameters:
    ///   - target: The target that made it.
    ///   - library: Where it goes.
    /// - Throws: ``ToolFailure`` when it is not there or cannot be copied.
    func copy(_ target: CMakeTarget, to library: String) throws(ToolFailure) {
        guard let made = target.artifacts?.first?.path else {
            throw ToolFailure("\(lists): the target \(target.name) makes no file", .badData)
        }
        do {
            let path = URL(fileURLWithPath: SourcePath.resolve(made, in: folder))
            try FileManager.default.copyItem(
                at: path.resolvingSymlinksInPath(),
                to: URL(fileURLWithPath: library)
            )
        } catch {
            throw ToolFailure("\(library): \(error.localizedDescription)", .cannotCreate)
        }
    }

    /// Whether the folder is that of a project elsewhere, which CMake would refuse.
    private var isOfAnotherProject: Bool {
        guard let cache = FileContents.text(of: "\(folder)/CMakeCache.txt") else { return false }
        let home = SourcePath.absolute(FilePath(lists).directory)
        return !cache.contains("\nCMAKE_HOME_DIRECTORY:INTERNAL=\(home)\n")
    }
}

/// A target of a CMake project, as CMake's file API describes it.
struct CMakeTarget: Decodable {
    struct Artifact: Decodable {
        /// Absolute, or as seen from the build folder.
        let path: String
    }

    let name: String
    let type: String
    let artifacts: [Artifact]?

    /// Whether it can be loaded by a worker.
    var isSharedLibrary: Bool { ["MODULE_LIBRARY", "SHARED_LIBRARY"].contains(type) }

    /// The targets of a project that has been configured.
    ///
    /// - Parameter folder: Its build folder.
    /// - Returns: The targets; none where CMake has not answered.
    static func all(in folder: String) -> [CMakeTarget] {
        let reply = "\(folder)/.cmake/api/v1/reply"
        // Later answers have names that sort later.
        let indexes = FolderListing.names(in: reply)?.filter { $0.hasPrefix("index-") } ?? []
        guard let newest = indexes.last, let index = read(Index.self, "\(reply)/\(newest)"),
            let file = index.objects.first(where: { $0.kind == "codemodel" })?.jsonFile,
            let model = read(Model.self, "\(reply)/\(file)")
        else { return [] }
        let files = model.configurations.first?.targets.map(\.jsonFile) ?? []
        return files.compactMap { read(CMakeTarget.self, "\(reply)/\($0)") }
    }

    private struct Index: Decodable {
        struct Object: Decodable {
            let kind: String
            let jsonFile: String
        }

        let objects: [Object]
    }

    private struct Model: Decodable {
        struct Configuration: Decodable { let targets: [Reference] }
        struct Reference: Decodable { let jsonFile: String }

        let configurations: [Configuration]
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
        FileManager.default.contents(atPath: path).flatMap {
            try? JSONDecoder().decode(type, from: $0)
        }
    }
}
