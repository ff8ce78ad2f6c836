// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// What a bundle was built from, so that it is not built again when nothing has changed.
///
/// The stamps are in a cache folder, one small file for each bundle, replaced as one: of builds that
/// race the last one's remains, and it is held against the bundle that is there.
struct BuildStamp: Codable, Equatable {
    /// The digest of everything that the build depends on.
    let inputs: String

    /// The digest of the bundle that it made.
    let bundle: String

    /// What the compilers said, to be said again.
    let output: String

    /// The stamp of a bundle's last build; nil when there is none.
    static func read(_ output: BundleOutput) -> BuildStamp? {
        guard let path = path(of: output), let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return try? JSONDecoder().decode(Self.self, from: data)
    }

    /// Keeps the stamp; without a place for it the next build is simply not shorter.
    func write(_ output: BundleOutput) {
        guard let path = Self.path(of: output), let data = try? JSONEncoder().encode(self) else {
            return
        }
        try? FileManager.default.createDirectory(
            atPath: FilePath(path).directory,
            withIntermediateDirectories: true
        )
        try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// The digest of a bundle as it is now; nil when it is not there.
    static func digest(ofBundle path: String) -> String? {
        guard FolderListing.isDirectory(path) else { return nil }
        var digest = InputDigest()
        let files = FileManager.default.enumerator(atPath: path)
        let names = (files?.compactMap { $0 as? String } ?? []).sorted()
        for name in names { digest.add(file: "\(path)/\(name)", named: name) }
        return digest.finish()
    }

    private static func path(of output: BundleOutput) -> String? {
        place(of: output).map { "\($0).json" }
    }

    /// Where things are kept for the next build of a bundle, less an ending; nil without a place.
    static func place(of output: BundleOutput) -> String? {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let folder = cache ?? environment["HOME"].map({ "\($0)/.cache" }) else { return nil }
        var digest = InputDigest()
        digest.add(SourcePath.absolute(output.path))
        return "\(folder)/belfry/build/\(digest.finish())"
    }
}

/// A digest of texts and files in the making, none of which can be taken for another.
struct InputDigest {
    private var digest = ContentDigest()

    /// Adds a text.
    mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// Adds bytes, their number first.
    mutating func add(_ bytes: [UInt8]) {
        digest.update(Array("\(bytes.count):".utf8))
        digest.update(bytes)
    }

    /// Adds a file's name and contents, or those of the files in a folder.
    mutating func add(file path: String, named name: String? = nil) {
        var seen: Set<String> = []
        add(file: path, named: name, &seen)
    }

    /// A folder that links lead to again has been added.
    private mutating func add(file path: String, named name: String?, _ seen: inout Set<String>) {
        add(name ?? path)
        guard !FolderListing.isDirectory(path) else {
            guard name == nil, let place = BuildPlaces.resolved(path), seen.insert(place).inserted
            else { return }
            for inner in FolderListing(path).files { add(file: inner, named: nil, &seen) }
            return
        }
        let limit = 1 << 30
        let bytes = try? BuildFile.read(path, limit: limit, within: nil, wayOut: "")
        add(bytes ?? [])
    }

    /// Adds what tells a program or a library from another version of it, without reading it.
    mutating func add(identityOf path: String) {
        add(path)
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return add("absent") }
        add(
            "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
        )
    }

    /// The digest of all that was added.
    consuming func finish() -> String { digest.finish() }
}
