// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import HTTPTypes

/// An app on disk: a directory `Name.app` with `Info.plist`, and extensions in `PlugIns`.
struct AppBundle {
    /// The directory as its user names it, for messages.
    let path: String

    /// The directory's name.
    let name: String

    /// What the centre knows of the app, but for its digest.
    private(set) var app: CenterApp

    /// The identifiers of its extensions, and the directory in `PlugIns` that claims each.
    private(set) var extensions: [String: String] = [:]

    /// The directory that is read: the one of the user, or the daemon's copy of it.
    private let folder: String

    /// Reads an app and its extensions.
    ///
    /// - Parameter path: The `.app` directory.
    /// - Throws: ``APIError`` with the place and the way out.
    init(at path: String) throws {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        guard path.hasPrefix("/"), !path.utf8.contains(0), url.pathExtension == "app" else {
            throw Self.refusal("\(path.quoted) is not the absolute path of a directory Name.app")
        }
        try self.init(in: url.path, of: url.path)
    }

    /// Reads the copy of an app, whose source may be another app's by now.
    ///
    /// - Parameters:
    ///   - folder: The copy.
    ///   - path: The source, for messages.
    /// - Throws: ``APIError`` with the place and the way out.
    init(in folder: String, of path: String) throws {
        self.path = path
        self.folder = folder
        name = URL(fileURLWithPath: path).lastPathComponent
        app = CenterApp(identifier: "")
        let info = try propertyList("Info.plist")
        app = CenterApp(identifier: try Self.identifier(info, in: path))
        app.version = info["CFBundleShortVersionString"]?.text ?? "1.0"
        // https://developer.apple.com/documentation/bundleresources/information-property-list/nsappclip
        app.isEphemeral =
            info["NSAppClip"]?["NSAppClipRequestEphemeralUserNotification"] == .bool(true)
        try readExtensions()
        try readEntitlements(info)
        try readSounds()
    }

    static func refusal(_ message: String) -> APIError {
        APIError(.unprocessableContent, "app", message)
    }

    // MARK: Property lists

    private func propertyList(_ name: String) throws -> PropertyList {
        let file = path + "/" + name
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(
                folder + "/" + name,
                limit: PropertyList.maximumByteCount
            )
        } catch {
            throw Self.refusal(
                "\(file): \(error.sentence); an app is a directory with an Info.plist"
            )
        }
        do throws(PropertyListError) {
            return try PropertyList.parse(bytes)
        } catch {
            throw Self.refusal("\(file): \(error)")
        }
    }

    private static func identifier(_ info: PropertyList, in path: String) throws -> String {
        let identifier = info["CFBundleIdentifier"]?.text ?? ""
        guard isIdentifier(identifier) else {
            throw refusal(
                "\(path)/Info.plist: CFBundleIdentifier is \(identifier.quoted); write letters, "
                    + "digits, hyphens and periods, such as com.example.App"
            )
        }
        return identifier
    }

    /// Whether a text can be an app's identifier: it names files of the daemon's, so it is neither
    /// hidden nor `..`.
    static func isIdentifier(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isPlain && (1...155).contains(text.utf8.count) && !text.hasPrefix(".")
    }

    // MARK: Extensions

    /// Reads the extensions, which have to be the app's own: an identifier below the app's.
    private mutating func readExtensions() throws {
        let plugIns = folder + "/PlugIns"
        guard FileManager.default.fileExists(atPath: plugIns) else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: plugIns).sorted()
        for name in names where name.hasSuffix(".appex") {
            let bundle: ExtensionBundle
            do throws(BundleError) {
                bundle = try ExtensionBundle(at: "\(plugIns)/\(name)")
            } catch {
                throw Self.refusal(error.message.replacing(folder, with: path))
            }
            try take(bundle.manifest, named: name)
        }
    }

    private mutating func take(_ manifest: Manifest, named name: String) throws {
        guard manifest.identifier.hasPrefix(app.identifier + ".") else {
            throw Self.refusal(
                "\(path)/PlugIns/\(name) claims the identifier \(manifest.identifier.quoted); one "
                    + "of this app's extensions begins with \((app.identifier + ".").quoted)"
            )
        }
        if let other = extensions.updateValue(name, forKey: manifest.identifier) {
            throw Self.refusal(
                "\(path)/PlugIns/\(name) claims the identifier \(manifest.identifier.quoted), which "
                    + "is \(other)'s; give one of them another CFBundleIdentifier"
            )
        }
        guard manifest.extensionPoint == .service else { return }
        guard app.serviceExtension == nil else {
            throw Self.refusal(
                "\(path)/PlugIns has more than one service extension, \(name) among them; an app "
                    + "has one"
            )
        }
        app.serviceExtension = "PlugIns/" + name
        app.modifiesLocal = manifest.modifyLocal
        app.mayDrop = manifest.filtering
        app.mayCollapse = manifest.collapsing
    }

    // MARK: Entitlements

    private mutating func readEntitlements(_ info: PropertyList) throws {
        guard FileManager.default.fileExists(atPath: "\(folder)/\(Entitlements.fileName)") else {
            return
        }
        let rights = try propertyList(Entitlements.fileName)
        app.hasCriticalEntitlement = Self.has("critical-alerts", rights)
        app.hasTimeSensitiveEntitlement = Self.has("time-sensitive", rights)
        app.hasCommunicationEntitlement =
            Self.has("communication", rights) && Self.communicates(info)
    }

    /// Whether an app says that it deals with messages or calls, as Apple's capability has it do.
    private static func communicates(_ info: PropertyList) -> Bool {
        let types = info["NSUserActivityTypes"]?.texts ?? []
        return !Set(["INSendMessageIntent", "INStartCallIntent"]).isDisjoint(with: types)
    }

    private static func has(_ right: String, _ rights: PropertyList) -> Bool {
        rights["com.apple.developer.usernotifications." + right] == .bool(true)
    }

    // MARK: Sounds

    /// Most sound files; the centre keeps their names.
    private static let soundLimit = 1000

    /// Reads how long the sounds beside Info.plist play; one that cannot be played is none.
    private mutating func readSounds() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            SoundFile.fileExtensions.contains(
                URL(fileURLWithPath: name).pathExtension.lowercased()
            )
        }
        guard names.count <= Self.soundLimit else {
            throw Self.refusal(
                "\(path) has \(names.count) sound files beside Info.plist; at most "
                    + "\(Self.soundLimit) can be sounds of notifications, so put the others into a "
                    + "folder"
            )
        }
        for name in names {
            do {
                app.sounds[name] = try SoundFile(at: folder + "/" + name).seconds()
            } catch is FileFault {
                // A directory, a link, or a file that the daemon's user may not read.
            }
        }
    }
}
