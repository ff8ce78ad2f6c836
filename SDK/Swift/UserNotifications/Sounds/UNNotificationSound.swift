// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The sound that plays when a notification is delivered.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Which sound it is.
    let kind: Kind
    /// The volume of a critical sound, from 0 to 1; nil for the user's.
    let volume: Float?

    /// Whether the class stands up to archives that were tampered with.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a sound of the given kind.
    init(kind: Kind, volume: Float? = nil) {
        self.kind = kind
        self.volume = volume
        super.init()
    }

    /// Creates a sound that plays a file of the app.
    public init(named name: UNNotificationSoundName) {
        kind = .named(name)
        volume = nil
        super.init()
    }

    /// Reads the sound from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Writes the sound to an archive.
    open func encode(with coder: NSCoder) {
        document.encode(with: coder)
    }

    /// The system's notification sound.
    open class var `default`: UNNotificationSound {
        UNNotificationSound(kind: .default)
    }

    /// The system's ringtone.
    open class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(kind: .defaultRingtone)
    }

    /// The system's sound for critical alerts.
    open class var defaultCritical: UNNotificationSound {
        UNNotificationSound(kind: .defaultCritical)
    }

    /// Returns a sound that plays a file of the app as a ringtone.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(kind: .ringtoneNamed(name))
    }

    /// Returns a sound that plays a file of the app for a critical alert.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(kind: .criticalNamed(name))
    }

    /// Returns a sound that plays a file of the app for a critical alert, at a volume from 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName,
        withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(kind: .criticalNamed(name), volume: volume)
    }

    /// Returns the system's sound for critical alerts, at a volume from 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(kind: .defaultCritical, volume: volume)
    }

    /// Returns this sound, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Whether the other object is the same sound at the same volume.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationSound else { return false }
        return kind == other.kind && volume == other.volume
    }

    /// A number that equal sounds share.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(volume)
        return hasher.finalize()
    }

    /// The class, the kind of sound and its volume.
    open override var description: String {
        let volume = volume.map { ", volume: \($0)" } ?? ""
        return "<\(type(of: self)): \(kind)\(volume)>"
    }
}
