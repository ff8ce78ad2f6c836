// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryRuntime
internal import Foundation

/// The files that a new extension begins with, a folder of `SDK/Templates/New`.
struct ExtensionTemplate {
    /// What an extension does.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case service, content
    }

    /// What it is written in.
    enum Language: String, CaseIterable, ExpressibleByArgument {
        case swift, c, cpp, rust
    }

    let kind: Kind
    let language: Language
    let sdk: SDKLocation

    /// Copies the files into a new folder, with names filled in.
    ///
    /// - Parameters:
    ///   - folder: The folder to make; one that is empty is taken.
    ///   - name: What the extension is called.
    ///   - identifier: Its bundle identifier.
    /// - Returns: The files, by their paths in the folder.
    /// - Throws: ``ToolFailure`` for a folder that holds something, and what cannot be read or written.
    func write(
        to folder: String,
        name: String,
        identifier: String
    ) throws(ToolFailure) -> [String] {
        let source = "\(sdk.templatesPath)/\(kind.rawValue)-\(language.rawValue)"
        // There is an enumerator of a folder that is not there, too.
        guard Self.isFolder(source), let files = FileManager.default.enumerator(atPath: source)
        else {
            throw ToolFailure(
                "\(source) is not there; " + sdk.remedy(package: "belfry-dev"),
                .unavailable
            )
        }
        try Self.makeFolder(folder)
        let kit = URL(fileURLWithPath: sdk.rustCratePath).standardizedFileURL.path
        var written: [String] = []
        for case let path as String in files {
            let from = "\(source)/\(path)"
            guard !Self.isFolder(from) else { continue }
            do {
                let text = try String(contentsOfFile: from, encoding: .utf8)
                    .replacing("__NAME__", with: name)
                    .replacing("__IDENTIFIER__", with: identifier)
                    .replacing("__CRATE__", with: name.lowercased())
                    .replacing("__KIT__", with: kit)
                let target = URL(fileURLWithPath: "\(folder)/\(path)")
                try FileManager.default.createDirectory(
                    at: target.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: target, options: .withoutOverwriting)
            } catch {
                throw ToolFailure("\(folder)/\(path): \(error.localizedDescription)", .cannotCreate)
            }
            written.append(path)
        }
        return written.sorted()
    }

    private static func makeFolder(_ folder: String) throws(ToolFailure) {
        if let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) {
            guard entries.isEmpty else {
                throw ToolFailure(
                    "\(folder) is there and not empty; choose another name or --output",
                    .cannotCreate
                )
            }
            return
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        } catch {
            throw ToolFailure("\(folder): \(error.localizedDescription)", .cannotCreate)
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
