// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Reads the payloads that a measuring is about: files, and folders of them.
enum PayloadFolder {
    /// Reads payloads in the order they are named; those of a folder by name.
    ///
    /// - Parameters:
    ///   - paths: Files, `-` for standard input, and folders with `.apns` and `.json` files.
    ///   - isStrict: Whether commas after last entries are faults.
    /// - Returns: The payloads, each by a name of its own.
    /// - Throws: ``ToolFailure`` naming the file or folder.
    static func read(_ paths: [String], isStrict: Bool = false) throws -> [MeasuredPayload] {
        let files = try paths.flatMap { path in
            var isFolder: ObjCBool = false
            let isThere = unsafe FileManager.default.fileExists(
                atPath: path,
                isDirectory: &isFolder
            )
            return isThere && isFolder.boolValue ? try Self.files(in: path) : [path]
        }
        try refuseTwice(files)
        let names = files.map(Self.name)
        return try zip(files, names).map { file, name in
            // Two folders can have files of one name.
            let isUnique = names.count { $0 == name } == 1
            let type = try PushHeaders.beside(file).type ?? .alert
            let push = try PayloadFile.read(file, isStrict: isStrict)
            return MeasuredPayload(name: isUnique ? name : file, push: push, type: type)
        }
    }

    /// Refuses what would weigh double by mistake, and standard input, which can be read once.
    private static func refuseTwice(_ files: [String]) throws(ToolFailure) {
        var seen: Set<String> = []
        for file in files {
            let path = unsafe realpath(file, nil)
            defer { unsafe free(path) }
            let place = unsafe path.map { unsafe String(cString: $0) } ?? file
            guard !seen.insert(place).inserted else { continue }
            throw ToolFailure("\(file): is given twice; name each payload once", .usage)
        }
    }

    private static func files(in folder: String) throws(ToolFailure) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw ToolFailure("\(folder): cannot be listed; check its permissions", .noInput)
        }
        let payloads = names.filter { $0.hasSuffix(".apns") || $0.hasSuffix(".json") }.sorted()
        guard !payloads.isEmpty else {
            throw ToolFailure(
                "\(folder): there is no .apns and no .json file in this folder; put payloads there, "
                    + "or name a file",
                .noInput
            )
        }
        let slash = folder.hasSuffix("/") ? "" : "/"
        let paths = payloads.map { folder + slash + $0 }
        for path in paths {
            guard let kind = FileKind(at: path), kind != .regular, kind != .folder else { continue }
            throw ToolFailure("\(path) is \(kind.noun); take it out of the folder", .noInput)
        }
        return paths
    }

    private static func name(of file: String) -> String {
        file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
    }
}
