// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The names that these had before Swift 4.2.

/// ``AVAudioSession/Category/ambient``.
public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
/// ``AVAudioSession/Category/soloAmbient``.
public let AVAudioSessionCategorySoloAmbient = AVAudioSession.Category.soloAmbient
/// ``AVAudioSession/Category/playback``.
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
/// ``AVAudioSession/Category/record``.
public let AVAudioSessionCategoryRecord = AVAudioSession.Category.record
/// ``AVAudioSession/Category/playAndRecord``.
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord

extension AVAudioSession {
    /// Has no effect, and says so once in the run's log.
    public func setCategory(_ category: Category, with options: CategoryOptions) throws {
        try setCategory(category, options: options)
    }

    /// Has no effect, and says so once in the run's log.
    public func setActive(_ active: Bool, with options: SetActiveOptions) throws {
        try setActive(active, options: options)
    }
}
