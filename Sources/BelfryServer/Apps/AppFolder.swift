// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import NIOPosix

/// Where installed apps lie: `IDENTIFIER/DIGEST/Name.app`.
///
/// An app is copied before it is made known, so that its source may go, and a version that is in use
/// stays until the next one is known. A copy that a process left unfinished is removed at the next
/// start. What the ledger does not know stays: one that is restored from a backup may know it again.
struct AppFolder: Sendable {
    /// An app that was copied.
    struct Installed: Sendable {
        /// What the centre is told.
        var app: CenterApp

        /// The folder of this version.
        var folder: String

        /// The app's directory in it.
        var path: String

        /// Its identifier and those of its extensions.
        var names: AppNames

        /// Whether the copy was there before.
        var isKnown: Bool

        /// Names of directories under which other versions of the app lie.
        var otherNames: Set<String>

        /// Refuses an app whose identifier another one has: an update has the directory's name.
        func check(against known: CenterApp?) throws {
            let name = URL(fileURLWithPath: path).lastPathComponent
            guard known != nil, let owner = otherNames.first(where: { $0 != name }) else { return }
            throw CenterError(
                .conflict,
                "\(name) claims the identifier \(app.identifier), which is of \(owner); remove that "
                    + "one first: DELETE /v1/apps/\(app.identifier)"
            )
        }
    }

    /// The directory.
    let path: String

    /// Keeps two changes of one app's files apart, and any two changes of which apps there are.
    private let turns = AppTurns()

    /// What the turn of all apps is called; no app's identifier is empty.
    private static let everyApp = ""

    init(path: String) {
        self.path = path
    }

    /// Most bytes of an app, and most files.
    static let byteLimit = 1 << 30
    static let fileLimit = 20_000

    // MARK: Taking

    /// Copies an app, and makes what was copied the newest version of the app that it is.
    ///
    /// Of two changes of one app's files the second waits for the first. What makes an app known waits
    /// for what makes any other one known or unknown.
    ///
    /// - Parameters:
    ///   - source: The app's directory.
    ///   - known: Makes the copy known; until it returns, nothing else changes that app's files.
    /// - Returns: What `known` returns.
    /// - Throws: ``APIError`` for what is no app, ``CenterError`` when it cannot be copied, and what
    ///   `known` throws; the copy is gone then.
    func take<Value: Sendable>(
        _ source: String,
        _ known: (Installed) async throws -> Value
    ) async throws -> Value {
        let staged = try await stage(source)
        return try await turns.perform(on: staged.app.identifier) {
            let installed = try await place(staged)
            do {
                return try await turns.perform(on: Self.everyApp) { try await known(installed) }
            } catch {
                await discard(installed)
                throw error
            }
        }
    }

    /// A copy that has no place among the installed apps yet.
    private struct Staged {
        var app: CenterApp
        var bundle: AppBundle
        var folder: String
    }

    private func stage(_ source: String) async throws -> Staged {
        try await NIOThreadPool.singleton.runIfActive {
            // What is no app is not copied; what counts is the copy, as the source can change.
            let bundle = try AppBundle(at: source)
            let folder = "\(path)/\(Self.stagingPrefix)\(UUID().uuidString)"
            do {
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true
                )
                var copying = AppCopy(of: bundle, to: "\(folder)/\(bundle.name)")
                let digest = try copying.run()
                try Descriptor.openDirectory(folder).synchronize(folder)
                let copy = try AppBundle(in: "\(folder)/\(bundle.name)", of: bundle.path)
                var app = copy.app
                app.digest = digest
                return Staged(app: app, bundle: copy, folder: folder)
            } catch {
                try? FileManager.default.removeItem(atPath: folder)
                throw Self.failure(of: bundle, error)
            }
        }
    }

    private static func failure(of bundle: AppBundle, _ error: any Error) -> any Error {
        guard let error = error as? CocoaError else { return error }
        guard error.code != .fileWriteOutOfSpace else {
            return CenterError(.full, "no room on the disk for \(bundle.name); free some")
        }
        return CenterError(
            .storage,
            "\(bundle.path) cannot be copied: \(error.localizedDescription)"
        )
    }

    private func place(_ staged: Staged) async throws -> Installed {
        try await NIOThreadPool.singleton.runIfActive {
            defer { try? FileManager.default.removeItem(atPath: staged.folder) }
            var app = staged.app
            let versions = "\(path)/\(app.identifier)"
            let folder = "\(versions)/\(app.digest)"
            let target = "\(folder)/\(staged.bundle.name)"
            let isKnown = FileManager.default.fileExists(atPath: target)
            let otherNames = names(of: app.identifier)
            do {
                if !isKnown {
                    try FileManager.default.createDirectory(
                        atPath: versions,
                        withIntermediateDirectories: true
                    )
                    try FileManager.default.moveItem(atPath: staged.folder, toPath: folder)
                }
                // What is there already may be of a process that was ended before it waited.
                for place in [folder, versions, path] {
                    try Descriptor.synchronizeParent(of: place)
                }
            } catch {
                throw Self.failure(of: staged.bundle, error)
            }
            app.serviceExtension = app.serviceExtension.map { "\(target)/\($0)" }
            return Installed(
                app: app,
                folder: folder,
                path: target,
                names: AppNames(
                    app: app.identifier,
                    extensions: Set(staged.bundle.extensions.keys)
                ),
                isKnown: isKnown,
                otherNames: otherNames
            )
        }
    }

    /// The names of the directories `Name.app` of an identifier's versions.
    private func names(of identifier: String) -> Set<String> {
        let versions = Self.contents(of: "\(path)/\(identifier)")
        return Set(versions.flatMap { Self.contents(of: "\(path)/\(identifier)/\($0)") })
    }

    /// The directory of an installed app; nil where it is gone.
    func directory(of app: CenterApp) -> String? {
        guard !app.digest.isEmpty else { return nil }
        let version = "\(path)/\(app.identifier)/\(app.digest)"
        return Self.contents(of: version).first.map { "\(version)/\($0)" }
    }

    /// The program of an installed app.
    ///
    /// - Parameter app: The app.
    /// - Returns: Its path; nil for an app without one.
    func program(of app: CenterApp) -> String? {
        guard let directory = directory(of: app),
            let bytes = try? Descriptor.readRegularFile(
                directory + "/Info.plist",
                limit: PropertyList.maximumByteCount
            ),
            let name = try? PropertyList.parse(bytes)["CFBundleExecutable"]?.text,
            !name.isEmpty, !name.contains("/"), !name.hasPrefix(".")
        else { return nil }
        let path = "\(directory)/\(name)"
        // The kernel names a program by where it is: one that a link leads to would not be the app's.
        guard Self.hasNoLink(path) else { return nil }
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Whether a path leads through no symbolic link.
    private static func hasNoLink(_ path: String) -> Bool {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path == path
    }

    /// Refuses a directory that is a symbolic link or leads through one: its apps would not be known
    /// by the paths of their programs.
    ///
    /// - Throws: ``DaemonError`` that names it.
    func check() throws(DaemonError) {
        guard !Self.hasNoLink(path) else { return }
        throw DaemonError(
            .cannotCreate,
            "\(path) is a symbolic link, and apps are known by where their programs are; remove the "
                + "link, or name the directory with the apps' parent with --state"
        )
    }

    private static func contents(of directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    /// An app's version that a program lies in.
    struct Place: Sendable {
        var app: String
        var digest: String
    }

    /// The app that a program lies in.
    ///
    /// - Parameter program: Its path, with no symbolic link in it, as the kernel gives it.
    /// - Returns: The app and its version; nil for a program elsewhere.
    func program(at program: String) -> Place? {
        guard program.hasPrefix(path + "/") else { return nil }
        let parts = program.dropFirst(path.count + 1).split(separator: "/")
        guard parts.count > 3, parts[2].hasSuffix(".app") else { return nil }
        return Place(app: String(parts[0]), digest: String(parts[1]))
    }

    /// Whether a file is run by an interpreter that its first line names.
    func isScript(_ file: String) -> Bool {
        guard let file = try? Descriptor.openRegularFile(file, followsLink: false),
            let mark = try? file.read(upTo: 2)
        else { return false }
        return mark == Array("#!".utf8)
    }

    // MARK: Discarding

    /// Removes a copy that is not made known after all.
    private func discard(_ installed: Installed) async {
        guard !installed.isKnown else { return }
        try? await NIOThreadPool.singleton.runIfActive {
            try removeAtOnce(installed.folder)
        }
    }

    /// Removes the versions of an app but for the one that was just made known.
    ///
    /// One that is needed goes with the next change of the app, or at the next start.
    ///
    /// - Parameters:
    ///   - installed: The version that was made known.
    ///   - isNeeded: Whether a version's folder is needed still.
    func keep(_ installed: Installed, and isNeeded: @escaping @Sendable (String) -> Bool) async {
        try? await NIOThreadPool.singleton.runIfActive {
            remove(in: "\(path)/\(installed.app.identifier)") { folder in
                folder == installed.folder || isNeeded(folder)
            }
        }
    }

    /// The identifiers of an installed app and of its extensions, as the files of its version say.
    ///
    /// Of an app whose row in the ledger cannot be read, no version is known: all that are there count.
    ///
    /// - Parameter app: The app.
    /// - Returns: Its names; an extension that cannot be read has none, and they are not whole then.
    func names(of app: CenterApp) async -> AppNames {
        let read = try? await NIOThreadPool.singleton.runIfActive {
            let versions = "\(path)/\(app.identifier)"
            let digests = app.digest.isEmpty ? Self.contents(of: versions) : [app.digest]
            return try? digests.flatMap { try Self.extensions(in: "\(versions)/\($0)") }
        }
        guard let found = read else {
            return AppNames(app: app.identifier, extensions: [], isWhole: false)
        }
        return AppNames(
            app: app.identifier,
            extensions: Set(found.compactMap(\.self)),
            isWhole: !found.contains(nil)
        )
    }

    /// The identifiers of a version's extensions; nil for each that cannot be read.
    ///
    /// - Throws: `CocoaError` for a directory that is there and cannot be read.
    private static func extensions(in version: String) throws -> [String?] {
        try FileManager.default.contentsOfDirectory(atPath: version).flatMap { name in
            let plugIns = "\(version)/\(name)/PlugIns"
            guard FileManager.default.fileExists(atPath: plugIns) else { return [String?]() }
            return try FileManager.default.contentsOfDirectory(atPath: plugIns)
                .filter { $0.hasSuffix(".appex") }
                .map { try? ExtensionBundle(at: "\(plugIns)/\($0)").manifest.identifier }
        }
    }

    /// Removes an app: what makes it unknown, then its files.
    ///
    /// - Parameters:
    ///   - identifier: The app.
    ///   - forget: Makes it unknown; nothing else changes the app's files meanwhile, or which apps there
    ///     are.
    /// - Throws: What `forget` throws; the files are there still then.
    func discard(_ identifier: String, _ forget: () async throws -> Void) async throws {
        try await turns.perform(on: identifier) {
            try await turns.perform(on: Self.everyApp) { try await forget() }
            try? await NIOThreadPool.singleton.runIfActive {
                try removeAtOnce("\(path)/\(identifier)")
            }
        }
    }

    /// Removes unfinished copies, and the other versions of apps whose version is there.
    ///
    /// - Parameter apps: The apps that are installed.
    /// - Returns: The apps whose version is not there.
    func sweep(_ apps: [CenterApp]) -> [CenterApp] {
        remove(in: path) {
            !URL(fileURLWithPath: $0).lastPathComponent.hasPrefix(Self.stagingPrefix)
        }
        return apps.filter { app in
            guard directory(of: app) != nil else { return true }
            remove(in: "\(path)/\(app.identifier)") { $0.hasSuffix("/\(app.digest)") }
            return false
        }
    }

    private static let stagingPrefix = ".staging-"

    /// Removes a folder so that a process that is ended meanwhile leaves no part of an app in its place:
    /// the next start removes the rest.
    private func removeAtOnce(_ folder: String) throws {
        let gone = "\(path)/\(Self.stagingPrefix)\(UUID().uuidString)"
        try FileManager.default.moveItem(atPath: folder, toPath: gone)
        try FileManager.default.removeItem(atPath: gone)
    }

    private func remove(in folder: String, unless isKept: (String) -> Bool) {
        for name in Self.contents(of: folder) where !isKept("\(folder)/\(name)") {
            try? removeAtOnce("\(folder)/\(name)")
        }
    }
}
