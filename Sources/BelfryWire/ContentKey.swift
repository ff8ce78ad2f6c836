// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The keys of a notification content's fields, with the numbers of `belfry/content.h`.
package enum ContentKey {
    package static let title: UInt32 = 1
    package static let subtitle: UInt32 = 2
    package static let body: UInt32 = 3

    /// Which actions the notification has, and what it is grouped by.
    package static let categoryIdentifier: UInt32 = 4
    package static let threadIdentifier: UInt32 = 5

    /// Which window is opened, and with which launch image.
    package static let targetContentIdentifier: UInt32 = 6
    package static let launchImageName: UInt32 = 7

    /// What the summary of a group says, and what a Focus filters by.
    package static let summaryArgument: UInt32 = 8
    package static let filterCriteria: UInt32 = 9

    /// The file of the sound, for a key ``sound`` that says that there is one.
    package static let soundName: UInt32 = 10

    /// The app's own values, as one JSON object.
    package static let userInfo: UInt32 = 11

    /// Who speaks to whom, as one JSON object.
    package static let communication: UInt32 = 12

    /// The number on the app's icon, 0 to remove it.
    package static let badge: UInt32 = 0x100

    /// 0 passive, 1 active, 2 time-sensitive, 3 critical.
    package static let interruptionLevel: UInt32 = 0x101

    /// For how many things a notification counts in a summary, from 1 on.
    package static let summaryArgumentCount: UInt32 = 0x102

    /// Which kind of sound there is, if any: 0 to 6.
    package static let sound: UInt32 = 0x103

    /// Where it stands in a summary, 0 to 1.
    package static let relevanceScore: UInt32 = 0x200

    /// How loud a critical sound is, 0 to 1.
    package static let soundVolume: UInt32 = 0x201

    /// The keys of text fields.
    package static let texts: ClosedRange<UInt32> = title...communication

    /// The keys of integer fields.
    package static let integers: ClosedRange<UInt32> = badge...sound

    /// The keys of real fields.
    package static let reals: ClosedRange<UInt32> = relevanceScore...soundVolume

    /// How many keys there are.
    package static let count = texts.count + integers.count + reals.count

    /// The keys of texts that are one JSON object.
    package static let objects: Set<UInt32> = [userInfo, communication]

    /// Whether a key is one of those here.
    package static func isKnown(_ key: UInt32) -> Bool {
        texts.contains(key) || integers.contains(key) || reals.contains(key)
    }

    /// What an integer field may hold; nil for the key of another type.
    package static func integerRange(of key: UInt32) -> ClosedRange<Int64>? {
        switch key {
        case badge: 0...Int64(Int32.max)
        case interruptionLevel: 0...3
        case summaryArgumentCount: 1...Int64(Int32.max)
        case sound: 0...6
        default: nil
        }
    }

    /// What a real field may hold; nil for the key of another type.
    package static func realRange(of key: UInt32) -> ClosedRange<Double>? {
        reals.contains(key) ? 0...1 : nil
    }
}
