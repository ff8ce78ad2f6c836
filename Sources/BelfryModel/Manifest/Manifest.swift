// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an extension's `Info.plist` says: Apple's keys, and Belfry's in `BFExtension`.
package struct Manifest: Sendable, Equatable {
    /// Which of the two kinds of notification extension it is.
    package enum ExtensionPoint: String, Codable, Sendable, CaseIterable {
        /// Changes a notification before it is shown.
        case service = "com.apple.usernotifications.service"
        /// Draws an expanded notification.
        case content = "com.apple.usernotifications.content-extension"
    }

    /// Whether a worker serves one run or many.
    package enum ProcessMode: String, Codable, Sendable, CaseIterable {
        /// A worker is kept for the next runs.
        case warm
        /// Each run has its own process.
        case fresh
    }

    /// `CFBundleIdentifier`.
    package var identifier: String

    /// `CFBundleExecutable`: the shared library's name inside the bundle, never a path.
    package var executable: String

    /// `CFBundleDevelopmentRegion`: the language of what no other is given for.
    package var developmentRegion: String?

    /// `CFBundleDisplayName`, else `CFBundleName`, else the bundle's name.
    package var displayName: String

    /// `CFBundleShortVersionString`.
    package var version: String

    /// `CFBundleVersion`.
    package var build: String

    /// `NSExtension.NSExtensionPointIdentifier`.
    package var extensionPoint: ExtensionPoint

    /// `NSExtension.NSExtensionPrincipalClass` as written, variables replaced.
    package var principalClass: String?

    /// The names under which to look for the principal class, the most likely first.
    ///
    /// A name without a module may be that of an Objective-C class, so it comes as written first.
    package var principalClassCandidates: [String]

    /// `NSExtension.NSExtensionMainStoryboard`.
    package var mainStoryboard: String?

    /// `UNNotificationExtensionCategory`: the categories that a content extension draws.
    package var categories: [String]

    /// `UNNotificationExtensionInitialContentSizeRatio`: height by width before the extension runs.
    package var initialContentSizeRatio: Double?

    /// `UNNotificationExtensionDefaultContentHidden`: whether title and body are not shown as well.
    package var isDefaultContentHidden: Bool

    /// `UNNotificationExtensionUserInteractionEnabled`: whether the view gets pointer and key events.
    package var isUserInteractionEnabled: Bool

    /// `UNNotificationExtensionOverridesDefaultTitle`: whether the view controller names the header.
    package var overridesDefaultTitle: Bool

    /// Whether there is a `BFExtension`, whatever it has.
    package var hasOwnKeys = false

    /// `BFExtension.Budget`: what the extension asks for; the host decides.
    package var budget: BudgetRequest

    /// `BFExtension.Network`: the origins that it may reach; nil when the key is absent.
    package var network: [String]?

    /// `BFExtension.CertificateAuthorities`: files of the bundle with certificates that it trusts
    /// besides the system's.
    package var certificateAuthorities: [String]

    /// `BFExtension.Process`.
    package var process: ProcessMode

    /// `BFExtension.ParallelRuns`: how many runs one worker may serve at a time.
    package var parallelRuns: Int

    /// `BFExtension.Threads`: how many threads its process may have, the host's own among them.
    package var threads: Int

    /// The numbers of threads that a manifest may ask for: the host's own come to eight.
    package static let threadRange = 8...512

    /// `BFExtension.ModifyLocal`: whether it is called for local notifications too.
    package var modifyLocal: Bool

    /// `BFExtension.Filtering`: whether it may drop a notification.
    package var filtering: Bool

    /// `BFExtension.Collapsing`: whether it may name what a notification replaces.
    package var collapsing: Bool

    /// `BFExtension.Fallback`: the text to show when it fails; nil for the original.
    package var fallback: Fallback?

    /// What the bundle's `Entitlements.plist` asks for; nothing where there is none.
    package private(set) var entitlements = Entitlements()

    /// What is odd about the file, in the order of reading.
    package var warnings: [ManifestWarning]

    /// Makes a manifest with the defaults of an almost empty file.
    package init(identifier: String, executable: String, extensionPoint: ExtensionPoint) {
        self.identifier = identifier
        self.executable = executable
        displayName = executable
        version = "1.0"
        build = "1"
        self.extensionPoint = extensionPoint
        principalClassCandidates = []
        categories = []
        isDefaultContentHidden = false
        isUserInteractionEnabled = false
        overridesDefaultTitle = false
        budget = BudgetRequest()
        certificateAuthorities = []
        process = .warm
        parallelRuns = 1
        threads = 64
        modifyLocal = false
        filtering = false
        collapsing = false
        warnings = []
    }

    /// Takes over what the bundle's `Entitlements.plist` says: the right to filter is Apple's key or
    /// ours.
    package mutating func take(_ entitlements: Entitlements) {
        self.entitlements = entitlements
        filtering = filtering || entitlements.filtering
        warnings += entitlements.warnings
    }

    /// Reads an `Info.plist`, as Xcode's projects hold it or as a built bundle does.
    ///
    /// - Parameters:
    ///   - bytes: The file, XML or binary.
    ///   - context: Values for build variables, and defaults for keys that Xcode adds on building.
    /// - Returns: The manifest with its warnings.
    /// - Throws: The first fault, with the key's full path and the way out.
    package static func parse(
        _ bytes: [UInt8],
        context: BuildContext
    ) throws(ManifestError) -> Manifest {
        guard !bytes.isEmpty else {
            throw ManifestError(
                code: .empty,
                message: "Info.plist is empty; write a property list with an NSExtension dictionary"
            )
        }
        let list: PropertyList
        do {
            list = try PropertyList.parse(bytes)
        } catch {
            throw ManifestError(code: .notPropertyList, message: "Info.plist \(error)")
        }
        guard case .dictionary(let root) = list else {
            throw ManifestError(
                code: .notADictionary,
                message: "Info.plist holds \(list.kind) at its root; put all keys into one <dict>"
            )
        }
        var reader = ManifestReader(root: root, context: context)
        return try reader.manifest()
    }
}
