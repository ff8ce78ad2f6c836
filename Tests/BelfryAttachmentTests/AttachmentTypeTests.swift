// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryAttachments

struct AttachmentTypeTests {
    @Test(
        arguments: [
            ("public.png", .png), ("PUBLIC.PNG", .png), ("public.mpeg-4-audio", .mpeg4Audio),
            ("com.apple.m4a-audio", .mpeg4Audio), ("public.aifc-audio", .aiffAudio),
            ("com.apple.m4v-video", .mpeg4), ("public.image", nil), ("image/png", nil), ("", nil),
            ("public.png ", nil), ("public.heic", .heic), ("public.tiff", nil),
        ] as [(String, AttachmentType?)]
    )
    func `knows the identifiers of the formats allowed`(
        identifier: String,
        type: AttachmentType?
    ) {
        #expect(AttachmentType.forIdentifier(identifier) == type)
    }

    @Test(
        arguments: [
            ("a.png", .png), ("dir.gif/a.JPG", .jpeg), ("/x/y.tar.mp3", .mp3), ("a.mov", nil),
            ("png", nil), (".png", nil), ("a.", nil), ("a.png/", .png), ("", nil), ("a.png\n", nil),
            ("a.webp", nil), ("a.heic", nil), ("a.mpga", .mp3),
        ] as [(String, AttachmentType?)]
    )
    func `knows a path by its last extension`(path: String, type: AttachmentType?) {
        #expect(AttachmentType.forPath(path) == type)
    }

    @Test(arguments: AttachmentType.allCases)
    func `each type is found by all its names`(type: AttachmentType) {
        #expect(AttachmentType.forIdentifier(type.rawValue) == type)
        for fileExtension in type.fileExtensions where type.isListed {
            #expect(AttachmentType.forExtension(fileExtension) == type)
        }
    }

    @Test(arguments: [
        (AttachmentType.Kind.image, 10_485_760), (.audio, 5_242_880), (.movie, 52_428_800),
    ])
    func `the limits are 10, 5 and 50 MB`(kind: AttachmentType.Kind, limit: Int) {
        #expect(kind.byteLimit == limit)
    }

    @Test(arguments: AttachmentType.allCases)
    func `each type matches its own beginning and no other kind's`(type: AttachmentType) {
        #expect(type.matches(firstBytes: type.sample))
        for other in AttachmentType.allCases where other.kind != type.kind {
            // One container format holds both sound and pictures; its brand may not tell which.
            if (type, other) == (.mpeg4Audio, .mpeg4) { continue }
            #expect(!type.matches(firstBytes: other.sample), "\(type) took \(other)")
        }
    }

    @Test(arguments: AttachmentType.allCases)
    func `bytes decide the type within a kind, and never change the kind`(claimed: AttachmentType) {
        #expect(claimed.corrected(byFirstBytes: claimed.sample) == claimed)
        for other in AttachmentType.allCases {
            let found = claimed.corrected(byFirstBytes: other.sample)
            guard let found else {
                #expect(other.kind != claimed.kind, "\(claimed) refused \(other)")
                continue
            }
            #expect(found.kind == claimed.kind, "\(claimed) took \(other) as \(found)")
            #expect(found.matches(firstBytes: other.sample), "\(claimed) took \(other) as \(found)")
        }
    }

    @Test(
        arguments: [
            (.png, .jpeg, .jpeg), (.jpeg, .png, .png), (.png, .gif, .gif), (.gif, .mp3, nil),
            (.mp3, .waveformAudio, .waveformAudio), (.waveformAudio, .mpeg4Audio, .mpeg4Audio),
            (.mp3, .avi, nil), (.mpeg4, .avi, .avi), (.avi, .mpeg4, .mpeg4), (.mpeg4, .png, nil),
            (.mpeg4, .mpeg4Audio, nil), (.mpeg2Video, .mpeg, .mpeg),
            // Sound in a container whose brand does not tell it from a movie, by another sound's name.
            (.mp3, .mpeg4, .mpeg4Audio),
        ] as [(AttachmentType, AttachmentType, AttachmentType?)]
    )
    func `a file is of the type that its signature says`(
        claimed: AttachmentType,
        bytes: AttachmentType,
        found: AttachmentType?
    ) {
        #expect(claimed.corrected(byFirstBytes: bytes.sample) == found)
    }

    @Test(arguments: AttachmentType.allCases)
    func `no type matches a beginning cut short`(type: AttachmentType) {
        for count in 0..<3 {
            #expect(!type.matches(firstBytes: Array(type.sample.prefix(count))))
        }
        #expect(!type.matches(firstBytes: Array("<!DOCTYPE html>".utf8)))
        #expect(!type.matches(firstBytes: [UInt8](repeating: 0, count: 32)))
        #expect(!type.matches(firstBytes: [UInt8](repeating: 0xff, count: 32)))
    }

    @Test(
        arguments: [
            ([0xff, 0xfb, 0x90, 0x64], true), ([0xff, 0xf3, 0x40, 0xc4], true),
            ([0xff, 0xe3, 0x18, 0xc4], true),
            ([0xff, 0xeb, 0x90, 0x64], false),  // version reserved
            ([0xff, 0xfd, 0x90, 0x64], false),  // layer II
            ([0xff, 0xfb, 0xf0, 0x64], false),  // bit rate out of range
            ([0xff, 0xfb, 0x9c, 0x64], false),  // sample rate reserved
            ([0xff, 0xf1, 0x50, 0x80], false),  // AAC in ADTS
        ] as [([UInt8], Bool)]
    )
    func `an MP3 without tags is known by its first frame`(bytes: [UInt8], isMP3: Bool) {
        #expect(AttachmentType.mp3.matches(firstBytes: bytes) == isMP3)
    }

    @Test(arguments: [
        ("isom", true, true), ("mp42", true, true), ("qt  ", true, true), ("M4V ", true, true),
        ("M4A ", false, true), ("M4B ", false, true), ("heic", false, false),
        ("avif", false, false), ("mif1", false, false),
    ])
    func `brands tell movies, sound and still images apart`(
        brand: String,
        isMovie: Bool,
        isAudio: Bool
    ) {
        let bytes: [UInt8] = [0, 0, 0, 24] + "ftyp".utf8 + brand.utf8 + [0, 0, 0, 0]

        #expect(AttachmentType.mpeg4.matches(firstBytes: bytes) == isMovie)
        #expect(AttachmentType.mpeg4Audio.matches(firstBytes: bytes) == isAudio)
    }

    @Test func `MPEG-2 is told from MPEG-1 by its pack header`() {
        let first: [UInt8] = [0, 0, 1, 0xba, 0x21, 0]
        let second: [UInt8] = [0, 0, 1, 0xba, 0x44, 0]

        #expect(AttachmentType.mpeg.matches(firstBytes: first))
        #expect(AttachmentType.mpeg.matches(firstBytes: second))
        #expect(!AttachmentType.mpeg2Video.matches(firstBytes: first))
        #expect(AttachmentType.mpeg2Video.matches(firstBytes: second))
    }
}
