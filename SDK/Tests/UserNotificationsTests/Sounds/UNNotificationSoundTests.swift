// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing
internal import UserNotifications

@Suite struct UNNotificationSoundTests {
    private static let ping = UNNotificationSoundName("ping.caf")

    private static let all: [UNNotificationSound] = [
        .default, .defaultRingtone, .defaultCritical,
        .defaultCriticalSound(withAudioVolume: 0.5),
        UNNotificationSound(named: ping),
        .ringtoneSoundNamed(ping),
        .criticalSoundNamed(ping),
        .criticalSoundNamed(ping, withAudioVolume: 0.5),
        UNNotificationSound(named: UNNotificationSoundName(rawValue: "pong.caf")),
    ]

    @Test func `each sound equals itself and no other`() {
        for (index, sound) in Self.all.enumerated() {
            #expect(Self.all.firstIndex(of: sound) == index)
            #expect(sound.copy() as? UNNotificationSound == sound)
        }
        #expect(UNNotificationSound.default == UNNotificationSound.default)
        #expect(UNNotificationSound.default.hash == UNNotificationSound.default.hash)
    }

    @Test func `a sound name is its file name`() {
        #expect(Self.ping.rawValue == "ping.caf")
        #expect(Self.ping == UNNotificationSoundName(rawValue: "ping.caf"))
    }

    @Test func `interruption levels have Apple's numbers`() {
        let levels: [UNNotificationInterruptionLevel] = [
            .passive, .active, .timeSensitive, .critical,
        ]
        #expect(levels.map(\.rawValue) == [0, 1, 2, 3])
    }
}
