// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The files that `belfry show` is given, read.
enum ShowInput {
    /// Chooses the extension that draws a notification.
    ///
    /// - Parameters:
    ///   - paths: The bundles; the first is the one that is meant when none has the category.
    ///   - payload: The notification.
    /// - Returns: The bundle; the gate says of one without the category why it is not called.
    /// - Throws: ``BundleError``, and ``ToolFailure`` for a folder of sources or a service extension
    ///   among them and where two of an app draw one category.
    static func bundle(among paths: [String], for payload: PushPayload) throws -> ExtensionBundle {
        for path in paths { try SourceFolder.refuse(path) }
        let bundles = try paths.map { try ExtensionBundle(at: $0) }
        for (path, bundle) in zip(paths, bundles) where bundle.manifest.extensionPoint != .content {
            throw ToolFailure(
                "\(path) is a service extension, which changes a notification and draws nothing; "
                    + "use `belfry run`, or name a content extension and this one with --service",
                .usage
            )
        }
        let choice: ContentChoice
        do throws(ContentChoiceError) {
            choice = try ContentChoice(among: bundles)
        } catch {
            throw ToolFailure("\(error)", .badManifest)
        }
        let category = payload.content.categoryIdentifier
        let apps =
            payload.simulatorTargetBundle.map { [$0] } ?? bundles.map(\.manifest.appIdentifier)
        let chosen = apps.lazy.compactMap { choice.bundle(for: category, of: $0) }.first
        guard let bundle = chosen ?? bundles.first else {
            throw ToolFailure("name a bundle such as Name.appex", .usage)
        }
        return bundle
    }

    /// Reads the extension that changes the notification first.
    ///
    /// - Throws: ``BundleError``, and ``ToolFailure`` for a content extension or a folder of sources.
    static func service(_ path: String) throws -> ExtensionBundle {
        try SourceFolder.refuse(path)
        let bundle = try ExtensionBundle(at: path)
        guard bundle.manifest.extensionPoint != .content else {
            throw ToolFailure(
                "--service \(path) is a content extension, which changes nothing; name a service "
                    + "extension, or this one with --bundle",
                .usage
            )
        }
        return bundle
    }

    /// Reads what the app has registered.
    ///
    /// - Parameters:
    ///   - path: The file that was named; nil for `categories.json` beside the payload, if it is there.
    ///   - payload: The payload's path.
    ///   - isStrict: Whether commas after last entries are faults.
    /// - Returns: The categories; nil where there is no file.
    /// - Throws: ``ToolFailure`` naming the file and the member.
    static func categories(
        _ path: String?,
        besidePayload payload: String,
        isStrict: Bool
    ) throws(ToolFailure) -> [NotificationCategory]? {
        let beside = beside(payload, "categories.json")
        let isThere = payload != "-" && FileManager.default.fileExists(atPath: beside)
        guard let path = path ?? (isThere ? beside : nil) else { return nil }
        let bytes = try bytes(
            of: path,
            "the categories",
            "name a JSON file with an array of categories"
        )
        let document = try JSONFile.parse(
            bytes,
            from: path,
            isStrict: isStrict,
            others: "other programs"
        )
        do throws(CenterDocumentError) {
            return try NotificationCategory.parse(document)
        } catch {
            throw ToolFailure("\(path): \(error)", .badData)
        }
    }

    /// Reads a script.
    static func script(_ path: String) throws -> ContentScript {
        let bytes = try bytes(of: path, "the script", "name a script, or - for standard input")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ToolFailure("\(path): not UTF-8; save it as such", .badData)
        }
        do throws(ContentScriptError) {
            return try ContentScript(text, name: path)
        } catch {
            throw ToolFailure("\(error)", .badData)
        }
    }

    /// Reads the files of the notification, each of which must be one that a notification can have.
    ///
    /// They go through the intake that takes what a service extension attaches: the bytes decide on the
    /// type, and what that refuses is refused here.
    ///
    /// - Parameter arguments: Such as `ID=FILE` or `FILE`.
    /// - Returns: The attachments, each with the type of its bytes.
    /// - Throws: ``ToolFailure`` naming the first file that cannot be taken.
    static func attachments(
        _ arguments: [String]
    ) throws(ToolFailure) -> [ContentSession.Attachment] {
        guard !arguments.isEmpty else { return [] }
        var attachments: [ContentSession.Attachment] = []
        for argument in arguments { attachments.append(try attachment(argument)) }
        let requests = attachments.map {
            AttachmentRequest(
                identifier: $0.identifier,
                path: URL(fileURLWithPath: $0.path).resolvingSymlinksInPath().path
            )
        }
        // The intake looks at copies, which are not needed any more: the files stay where they are.
        let store = TemporaryStore(for: "show")
        defer { store.remove() }
        let results = AttachmentStore(path: store.path).takeFromMachine(requests, for: StoreUse())
        for (index, result) in results.enumerated() {
            switch result {
            case .success(let taken): attachments[index].type = taken.type.rawValue
            case .failure(let error):
                throw ToolFailure(
                    "--attachment \(arguments[index]): \(error.message)",
                    status(of: error)
                )
            }
        }
        return attachments
    }

    private static func status(of error: AttachmentError) -> ExitStatus {
        switch error.code {
        case .notFound, .unreadable, .isLink, .notRegular, .changedWhileCopied: .noInput
        case .duplicateIdentifier, .tooMany: .usage
        case .storeFull, .storeFailed: .cannotCreate
        default: .badData
        }
    }

    /// Understands `ID=FILE` and `FILE`, whose identifier is its name.
    private static func attachment(
        _ argument: String
    ) throws(ToolFailure) -> ContentSession.Attachment {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let isNamed = parts.count == 2 && !FileManager.default.fileExists(atPath: argument)
        let path = isNamed ? String(parts[1]) : argument
        let identifier = isNamed ? String(parts[0]) : URL(fileURLWithPath: path).lastPathComponent
        guard !identifier.isEmpty, FileManager.default.isReadableFile(atPath: path) else {
            throw ToolFailure(
                "--attachment \(argument): no file \(path) that can be read; write FILE or ID=FILE",
                .noInput
            )
        }
        return ContentSession.Attachment(identifier: identifier, path: path)
    }

    /// A path that is meant from the folder of another file.
    static func beside(_ file: String, _ path: String) -> String {
        guard !path.hasPrefix("/"), file != "-" else { return path }
        return URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(path)
            .path
    }

    /// Writes a file that a script asks for.
    ///
    /// - Throws: ``ToolFailure`` naming the file.
    static func write(_ bytes: [UInt8], to path: String) throws(ToolFailure) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw ToolFailure(
                "\(path) cannot be written; name a file in a folder that you may write to",
                .cannotCreate
            )
        }
    }

    private static func bytes(
        of path: String,
        _ noun: String,
        _ wayOut: String
    ) throws(ToolFailure) -> [UInt8] {
        do throws(SystemError) {
            let file = try Descriptor.openInput(path, for: noun)
            return try file.readAll(limit: 1 << 20)
        } catch {
            let sentence = SystemError.sentence(of: error.errno)
            throw ToolFailure("\(path): \(sentence); \(wayOut)", .noInput)
        }
    }
}
