// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing
internal import UniformTypeIdentifiers

/// Uniform types, as Apple declares them.
@Suite struct UTTypeTests {
    @Test(arguments: [
        ("jpg", "public.jpeg"), ("JPEG", "public.jpeg"), ("png", "public.png"),
        ("gif", "com.compuserve.gif"), ("heic", "public.heic"), ("webp", "org.webmproject.webp"),
        ("mp4", "public.mpeg-4"), ("m4a", "com.apple.m4a-audio"), ("mp3", "public.mp3"),
        ("mov", "com.apple.quicktime-movie"), ("aiff", "public.aiff-audio"),
        ("pdf", "com.adobe.pdf"),
        ("wav", "com.microsoft.waveform-audio"), ("txt", "public.plain-text"),
        ("json", "public.json"),
        ("m4v", "com.apple.m4v-video"),
    ])
    func `finds the type of a file name's extension`(_ name: String, _ identifier: String) {
        #expect(UTType(filenameExtension: name)?.identifier == identifier)
    }

    @Test(arguments: [
        ("image/jpeg", "public.jpeg"), ("image/png", "public.png"), ("video/mp4", "public.mpeg-4"),
        ("audio/mpeg", "public.mp3"), ("audio/mp4", "public.mpeg-4-audio"),
        ("text/html", "public.html"), ("application/json", "public.json"),
    ])
    func `finds the type of a server's word`(_ name: String, _ identifier: String) {
        #expect(UTType(mimeType: name)?.identifier == identifier)
    }

    @Test func `says what it is best called`() {
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(UTType.png.tags[.filenameExtension] == ["png"])
        #expect(UTType.image.preferredFilenameExtension == nil)
        #expect(UTType.quickTimeMovie.preferredFilenameExtension == "mov")
    }

    @Test func `knows what is a kind of what`() {
        #expect(UTType.jpeg.conforms(to: .image))
        #expect(UTType.jpeg.conforms(to: .data))
        #expect(UTType.jpeg.conforms(to: .jpeg))
        #expect(!UTType.jpeg.isSubtype(of: .jpeg))
        #expect(!UTType.jpeg.conforms(to: .movie))
        #expect(UTType.mpeg4Movie.conforms(to: .audiovisualContent))
        #expect(UTType.image.isSupertype(of: .heic))
        #expect(
            UTType.svg.supertypes.isSuperset(of: [.xml, .image, .text, .data, .item, .content])
        )
    }

    @Test func `a kind that is asked for is held to`() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "png", conformingTo: .movie)?.isDynamic == true)
    }

    @Test func `an unknown tag has a dynamic type that keeps it`() throws {
        let type = try #require(UTType(filenameExtension: "Zzz"))
        #expect(type.isDynamic)
        #expect(!type.isDeclared)
        #expect(type.preferredFilenameExtension == "zzz")
        #expect(type.conforms(to: .data))
        #expect(UTType(type.identifier) == type)
        #expect(UTType(filenameExtension: "") == nil)
    }

    @Test func `identifiers are found in any case, and unknown ones are not`() {
        #expect(UTType("PUBLIC.PNG") == .png)
        #expect(UTType("org.example.thing") == nil)
        #expect(UTType("dyn.notone") == nil)
        #expect(UTType(importedAs: "org.example.thing").identifier == "org.example.thing")
    }

    @Test func `is coded as its identifier`() throws {
        let data = try JSONEncoder().encode([UTType.png])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.png"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == [.png])
    }

    @Test func `every declaration's parents are declared`() {
        for type in [UTType.jpeg, .pdf, .mp3, .zip, .swiftSource, .usdz, .vCard, .m3uPlaylist] {
            #expect(type.supertypes.allSatisfy { $0.isDeclared }, "\(type)")
        }
    }

    @Test func `names files`() {
        let folder = URL(fileURLWithPath: "/f")
        #expect(folder.appendingPathComponent("a", conformingTo: .png).path == "/f/a.png")
        #expect(folder.appendingPathComponent("a.jpg", conformingTo: .jpeg).path == "/f/a.jpg")
    }
}
