// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// The numbers of the C headers, with names as Swift has them.
///
/// An enumeration's raw values have to be literals, so they stand here once more; a test compares
/// each with its line in the header.
enum ABI {
    /// BF_VERSION_1_3, the newest version this module speaks.
    static let version: UInt32 = 1 << 16 | 3
    /// BF_EXTENSION_MAGIC.
    static let extensionMagic: UInt32 = 0x3145_4642
    /// BF_INTERFACE_SERVICE.
    static let serviceInterface = "bf.service/1"
    /// BF_INTERFACE_CONTENT.
    static let contentInterface = "bf.content/1"
    /// BF_INTERFACE_MAIN_LOOP.
    static let mainLoopInterface = "bf.mainloop/1"
    /// BF_INTERFACE_BUNDLE.
    static let bundleInterface = "bf.bundle/1"
    /// BF_INTERFACE_CENTER.
    static let centerInterface = "bf.center/1"

    /// BF_INTERFACE_STORAGE.
    static let storageInterface = "bf.storage/1"

    /// The kinds of directories: BF_FOLDER_*.
    enum FolderKind: UInt32, CaseIterable {
        case data = 0
        case group = 1
        case keychain = 2
    }

    /// BF_FOLDER_WRITABLE.
    static let folderIsWritable: UInt32 = 1

    /// What a call answers: BF_OK and the errors this module tells apart.
    enum Status {
        static let ok: bf_status = 0
        static let argument: bf_status = -1
        static let limit: bf_status = -4
        static let denied: bf_status = -5
        static let unsupported: bf_status = -6
        static let expired: bf_status = -7
        static let notFound: bf_status = -8
    }

    /// BF_LOG_*.
    enum LogLevel: bf_log_level {
        case debug = 0
        case info = 1
        case warning = 2
        case error = 3
    }

    /// The keys of text fields: BF_KEY_*.
    enum TextKey: bf_key, CaseIterable {
        case title = 1
        case subtitle = 2
        case body = 3
        case categoryIdentifier = 4
        case threadIdentifier = 5
        case targetContentIdentifier = 6
        case launchImageName = 7
        case summaryArgument = 8
        case filterCriteria = 9
        case soundName = 10
        case userInfo = 11
        case communication = 12
    }

    /// The keys of integer fields: BF_KEY_*.
    enum IntegerKey: bf_key, CaseIterable {
        case badge = 0x100
        case interruptionLevel = 0x101
        case summaryArgumentCount = 0x102
        case sound = 0x103
    }

    /// The keys of real fields: BF_KEY_*.
    enum RealKey: bf_key, CaseIterable {
        case relevanceScore = 0x200
        case soundVolume = 0x201
    }

    /// The values of the field `sound`: BF_SOUND_*.
    enum Sound: Int64, CaseIterable {
        case none = 0
        case `default` = 1
        case named = 2
        case defaultCritical = 3
        case criticalNamed = 4
        case defaultRingtone = 5
        case ringtoneNamed = 6
    }

    /// The flags of an attachment: BF_ATTACHMENT_*.
    struct AttachmentFlags: OptionSet {
        let rawValue: UInt32
        static let thumbnailHidden = Self(rawValue: 1)
        static let hasClipping = Self(rawValue: 2)
        static let hasTime = Self(rawValue: 4)
    }
}
