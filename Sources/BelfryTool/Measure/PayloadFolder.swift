// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
internal import Foundation

/// Reads the payloads that a measuring is about: files, and folders of them.
enum PayloadFolder {
    /// Reads payloads in the order they are named; those of a folder by name.
    ///
    /// - Parameter paths: Files, `-` for standard input, and folders with `.apns` and `.json` files.
    /// - Returns: The payloads, each by a name of its own.
    /// - Throws: ``ToolFailure`` naming the file or folder.
    static func read(_ paths: [String]) throws -> [MeasuredPayload] {
        let files = try paths.flatMap { path in
            var isFolder: ObjCBool = false
            let isThere = unsafe FileManager.default.fileExists(
                atPath: path,
                isDirectory: &isFolder
            )
            return isThere && isFolder.boolValue ? try Self.files(in: path) : [path]
        }
        let names = files.map(Self.name)
        return try zip(files, names).map { file, name in
            // Two folders can have files of one name.
            let isUnique = names.count { $0 == name } == 1
            return MeasuredPayload(name: isUnique ? name : file, push: try PayloadFile.read(file))
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
        return payloads.map { folder + slash + $0 }
    }

    private static func name(of file: String) -> String {
        file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
    }
}
