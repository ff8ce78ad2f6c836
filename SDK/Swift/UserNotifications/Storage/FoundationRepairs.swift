// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCoreFoundation
internal import Foundation
internal import FoundationNetworking

/// What Foundation does differently on Linux, such that extensions written for iOS end or go wrong
/// by it.
enum FoundationRepairs {
    private static let once: Void = {
        unsafe ClassRepair.replace(
            belfry_address_of_set_url(),
            of: UserDefaults.self,
            by: RepairedDefaults.self
        )
        unsafe ClassRepair.replace(
            belfry_address_of_urls(),
            of: FileManager.self,
            by: RepairedFileManager.self
        )
        for response in [URLResponse.self, HTTPURLResponse.self] {
            unsafe ClassRepair.replace(
                belfry_address_of_suggested_filename(),
                of: response,
                by: RepairedResponse.self
            )
        }
    }()

    /// Repairs Foundation's classes, for the process's life.
    static func make() { once }
}

/// Defaults that can be set to no URL, where Foundation's own calls itself without an end, and to
/// one that is no file's, of which Foundation's own keeps the path.
// No object of it is ever made: its method is called with objects of the class above.
private final class RepairedDefaults: UserDefaults {
    override func set(_ url: URL?, forKey defaultName: String) {
        guard let url else { return removeObject(forKey: defaultName) }
        guard !url.isFileURL else { return super.set(url, forKey: defaultName) }
        // As Apple's does, and as `url(forKey:)` reads it here too.
        let archive = try? NSKeyedArchiver.archivedData(
            withRootObject: url as NSURL,
            requiringSecureCoding: true
        )
        set(archive, forKey: defaultName)
    }
}

/// A file manager that knows the user's Library, which a Linux desktop has none of.
// No object of it is ever made, as above. Unchecked as its superclass is.
private final class RepairedFileManager: FileManager, @unchecked Sendable {
    override func urls(
        for directory: SearchPathDirectory,
        in domainMask: SearchPathDomainMask
    ) -> [URL] {
        guard directory == .libraryDirectory, domainMask.contains(.userDomainMask) else {
            return super.urls(for: directory, in: domainMask)
        }
        let home = URL(fileURLWithPath: NSHomeDirectory())
        return [home.appendingPathComponent("Library", isDirectory: true)]
    }
}

/// A response that suggests a name by its URL and type, where Foundation's own says "Unknown", or
/// without HTTP the URL's last part whatever that is.
// No object of it is ever made, as above. Unchecked as its superclass is.
private final class RepairedResponse: URLResponse, @unchecked Sendable {
    override var suggestedFilename: String? {
        let named = super.suggestedFilename
        guard named == nil || named == "Unknown" || named == url?.lastPathComponent else {
            return named
        }
        guard let url, !url.lastPathComponent.isEmpty, url.lastPathComponent != "/" else {
            return url?.host ?? "Unknown"
        }
        guard url.pathExtension.isEmpty, let ending = mimeType.flatMap(Self.ending) else {
            return url.lastPathComponent
        }
        return "\(url.lastPathComponent).\(ending)"
    }

    private static func ending(of type: String) -> String? {
        switch type {
        case "image/jpeg": "jpeg"
        case "image/png": "png"
        case "image/gif": "gif"
        case "image/webp": "webp"
        case "audio/mpeg": "mp3"
        case "video/mp4": "mp4"
        default: nil
        }
    }
}
