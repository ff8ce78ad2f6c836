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
/// stays until the next one is known. What a process left unfinished is removed at the next start.
struct AppFolder: Sendable {
    /// An app that was copied.
    struct Installed: Sendable {
        /// What the centre is told.
        var app: CenterApp

        /// The folder of this version.
        var folder: String

        /// The app's directory in it.
        var path: String

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

    /// Most bytes of an app, and most files.
    static let byteLimit = 1 << 30
    static let fileLimit = 20_000

    // MARK: Taking

    /// Copies an app.
    ///
    /// - Parameter source: The app's directory.
    /// - Returns: The copy.
    /// - Throws: ``APIError`` for what is no app, ``CenterError`` when it cannot be copied.
    func take(_ source: String) async throws -> Installed {
        try await NIOThreadPool.singleton.runIfActive {
            let bundle = try AppBundle(at: source)
            do {
                return try copy(bundle)
            } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
                throw CenterError(.full, "no room on the disk for \(bundle.name); free some")
            } catch let error as CocoaError {
                throw CenterError(
                    .storage,
                    "\(bundle.path) cannot be copied: \(error.localizedDescription)"
                )
            }
        }
    }

    private func copy(_ bundle: AppBundle) throws -> Installed {
        let files = FileManager.default
        let staging = "\(path)/.staging-\(UUID().uuidString)"
        try files.createDirectory(atPath: staging, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: staging) }
        var app = bundle.app
        var copying = AppCopy(of: bundle, to: "\(staging)/\(bundle.name)")
        app.digest = try copying.run()
        let folder = "\(path)/\(app.identifier)/\(app.digest)"
        let target = "\(folder)/\(bundle.name)"
        let isKnown = files.fileExists(atPath: target)
        let otherNames = names(of: app.identifier)
        if !isKnown {
            try files.createDirectory(
                atPath: "\(path)/\(app.identifier)",
                withIntermediateDirectories: true
            )
            try files.moveItem(atPath: staging, toPath: folder)
            let versions = "\(path)/\(app.identifier)"
            try Descriptor.openDirectory(versions).synchronize(versions)
        }
        app.serviceExtension = app.serviceExtension.map { "\(target)/\($0)" }
        return Installed(
            app: app,
            folder: folder,
            path: target,
            isKnown: isKnown,
            otherNames: otherNames
        )
    }

    /// The names of the directories `Name.app` of an identifier's versions.
    private func names(of identifier: String) -> Set<String> {
        let versions = Self.contents(of: "\(path)/\(identifier)")
        return Set(versions.flatMap { Self.contents(of: "\(path)/\(identifier)/\($0)") })
    }

    /// The directory of an installed app; nil where it is gone.
    func directory(of app: CenterApp) -> String? {
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
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
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
    func program(at program: String?) -> Place? {
        guard let program, program.hasPrefix(path + "/") else { return nil }
        let parts = program.dropFirst(path.count + 1).split(separator: "/")
        guard parts.count > 3, parts[2].hasSuffix(".app") else { return nil }
        return Place(app: String(parts[0]), digest: String(parts[1]))
    }

    // MARK: Discarding

    /// Removes a copy that is not made known after all.
    func discard(_ installed: Installed) async {
        guard !installed.isKnown else { return }
        try? await NIOThreadPool.singleton.runIfActive {
            try FileManager.default.removeItem(atPath: installed.folder)
        }
    }

    /// Removes the versions of an app, but for one.
    func discard(_ identifier: String, except kept: String?) async {
        try? await NIOThreadPool.singleton.runIfActive {
            remove(in: "\(path)/\(identifier)") { $0 == kept }
            if kept == nil { try FileManager.default.removeItem(atPath: "\(path)/\(identifier)") }
        }
    }

    /// Removes what no app is known for.
    ///
    /// - Parameter apps: The apps that are installed.
    func sweep(_ apps: [CenterApp]) {
        let kept = Dictionary(uniqueKeysWithValues: apps.map { ($0.identifier, $0.digest) })
        remove(in: path) { kept[URL(fileURLWithPath: $0).lastPathComponent] != nil }
        for (identifier, digest) in kept {
            remove(in: "\(path)/\(identifier)") { $0.hasSuffix("/\(digest)") }
        }
    }

    private func remove(in folder: String, unless isKept: (String) -> Bool) {
        for name in Self.contents(of: folder) where !isKept("\(folder)/\(name)") {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }
}
