// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryAttachments

struct AttachmentErrorTests {
    @Test(
        arguments: [
            (.outsideContainer, 100), (.notFound, 100), (.unreadable, 100), (.isLink, 100),
            (.notRegular, 100), (.unknownType, 101), (.empty, 102), (.tooLarge, 102),
            (.storeFailed, 104), (.changedWhileCopied, 104), (.contentMismatch, 105),
            (.duplicateIdentifier, nil), (.tooMany, nil), (.invalidThumbnail, nil),
        ] as [(AttachmentError.Code, Int?)]
    )
    func `has Apple's number where there is one`(code: AttachmentError.Code, number: Int?) {
        #expect(code.appleCode == number)
    }

    @Test(arguments: [
        (
            "page.png", "",
            "attachment \"page.png\" does not begin as public.png or another type of image does: "
                + "it looks like HTML text; check that what was downloaded is not an error page, and "
                + "name its true type"
        ),
        (
            "still.mp3", "",
            "attachment \"still.mp3\" does not begin as public.mp3 or another type of audio does: "
                + "it looks like public.png; check that what was downloaded is not an error page, and "
                + "name its true type"
        ),
        (
            "bytes.png", "",
            "attachment \"bytes.png\" does not begin as public.png or another type of image does: "
                + "check that what was downloaded is not an error page, and name its true type"
        ),
        (
            "big.mp3", "",
            "attachment \"big.mp3\" has 5242881 bytes, more than the 5242880 of audio files: "
                + "attach a scaled image or a short clip"
        ),
        (
            "/etc/a.png", "",
            "attachment \"/etc/a.png\" lies outside the container: "
                + "write it to NSTemporaryDirectory() and attach it from there"
        ),
        (
            "a.mov", "",
            "attachment \"a.mov\" has no known type: use one of the extensions jpg, gif, png, "
                + "aiff, wav, mp3, m4a, mpg, m2v, mp4, avi, or set the type hint"
        ),
    ])
    func `says what is wrong, where, and what to do`(
        path: String,
        hint: String,
        message: String
    ) throws {
        let stage = try Stage()
        try stage.write(Array("<html>".utf8), to: "page.png")
        try stage.write(AttachmentType.png.sample, to: "still.mp3")
        try stage.write([0, 1, 2, 3], to: "bytes.png")
        try stage.write(AttachmentType.mp3.sample, length: 5_242_881, to: "big.mp3")

        let result = try stage.take(
            AttachmentRequest(identifier: "id", path: path, typeHint: hint)
        )

        #expect(result.failure?.message == message)
        #expect(result.failure?.identifier == "id")
    }

    @Test(arguments: [
        ("a\nb.png", "a\\u{a}b.png"), ("\u{1b}[31m.png", "\\u{1b}[31m.png"),
        ("gnp\u{202e}.png", "gnp\\u{202e}.png"), ("Grüße 😀.png", "Grüße 😀.png"),
        (String(repeating: "x", count: 100) + ".png", String(repeating: "x", count: 80) + "…"),
    ])
    func `shows what a path would hide`(path: String, shown: String) throws {
        let message = try Stage().take(AttachmentRequest(path: path)).failure?.message

        #expect(message?.hasPrefix("attachment \"\(shown)\" does not exist: ") == true)
    }
}
