// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Testing

@Suite struct ContentKeyTests {
    @Test func `keys have the numbers of the C header`() {
        let pairs: [(UInt32, UInt32)] = [
            (ContentKey.title, BF_KEY_TITLE), (ContentKey.subtitle, BF_KEY_SUBTITLE),
            (ContentKey.body, BF_KEY_BODY),
            (ContentKey.categoryIdentifier, BF_KEY_CATEGORY_IDENTIFIER),
            (ContentKey.threadIdentifier, BF_KEY_THREAD_IDENTIFIER),
            (ContentKey.targetContentIdentifier, BF_KEY_TARGET_CONTENT_IDENTIFIER),
            (ContentKey.launchImageName, BF_KEY_LAUNCH_IMAGE_NAME),
            (ContentKey.summaryArgument, BF_KEY_SUMMARY_ARGUMENT),
            (ContentKey.filterCriteria, BF_KEY_FILTER_CRITERIA),
            (ContentKey.soundName, BF_KEY_SOUND_NAME),
            (ContentKey.userInfo, BF_KEY_USER_INFO),
            (ContentKey.communication, BF_KEY_COMMUNICATION), (ContentKey.badge, BF_KEY_BADGE),
            (ContentKey.interruptionLevel, BF_KEY_INTERRUPTION_LEVEL),
            (ContentKey.summaryArgumentCount, BF_KEY_SUMMARY_ARGUMENT_COUNT),
            (ContentKey.sound, BF_KEY_SOUND),
            (ContentKey.relevanceScore, BF_KEY_RELEVANCE_SCORE),
            (ContentKey.soundVolume, BF_KEY_SOUND_VOLUME),
        ]
        for (ours, header) in pairs { #expect(ours == header) }
        let known = Set(pairs.map(\.0))
        #expect(known.count == pairs.count)
        let all = [ContentKey.texts, ContentKey.integers, ContentKey.reals].flatMap(Array.init)
        #expect(known == Set(all))
    }

    @Test func `sounds reach as far as the C header's`() {
        #expect(
            ContentKey.integerRange(of: ContentKey.sound)
                == Int64(BF_SOUND_NONE)...Int64(BF_SOUND_RINGTONE_NAMED)
        )
    }

    @Test func `only integer keys have a range of integers, and only real keys one of reals`() {
        for key in (0...0x300 as ClosedRange<UInt32>) {
            #expect((ContentKey.integerRange(of: key) != nil) == ContentKey.integers.contains(key))
            #expect((ContentKey.realRange(of: key) != nil) == ContentKey.reals.contains(key))
        }
    }
}
