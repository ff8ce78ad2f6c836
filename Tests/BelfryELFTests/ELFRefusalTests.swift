// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryELF

struct ELFRefusalTests {
    @Test(arguments: [
        ("", "TitleStamp is empty: build it again"),
        ("hello", "TitleStamp is not an ELF file: build it for Linux as a shared library"),
        ("\u{7f}EL", "TitleStamp is not an ELF file: build it for Linux as a shared library"),
        ("#!/bin/sh", "TitleStamp is a script: build it for Linux as a shared library"),
        (
            "!<arch>\n",
            "TitleStamp is a static library: link it with cc -shared -Wl,--whole-archive"
        ),
        ("MZ", "TitleStamp is a Windows file: build it for Linux as a shared library"),
    ])
    func `says what a file that is not ELF looks like`(text: String, message: String) {
        let error = fault { () throws(ELFError) in
            _ = try ELFImage.parse(Array(text.utf8), name: "TitleStamp")
        }

        #expect(error?.code == .notELF)
        #expect(error?.message == message)
    }

    @Test func `tells an iOS build from garbage`() {
        let machO: [UInt8] = [0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1]
        let error = fault { () throws(ELFError) in _ = try ELFImage.parse(machO, name: "Stamp") }

        #expect(error?.code == .notELF)
        #expect(
            error?.message
                == "Stamp is a Mach-O file, for Apple's systems: build its source with belfry build"
        )
    }

    @Test(
        arguments: [
            (4, [1], .wrongClass),  // ELFCLASS32
            (5, [2], .wrongClass),  // ELFDATA2MSB
            (6, [9], .malformed),  // EI_VERSION
            (16, [1, 0], .notShared),  // ET_REL
            (16, [2, 0], .notShared),  // ET_EXEC
            (16, [4, 0], .notShared),  // ET_CORE
            (16, [9, 9], .notShared),
            (18, [40, 0], .wrongMachine),  // EM_ARM
            (20, [0, 0, 0, 0], .malformed),  // e_version
            (32, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], .truncated),  // e_phoff
            (54, [55, 0], .malformed),  // e_phentsize
            (56, [0, 0], .malformed),  // e_phnum
            (56, [0xff, 0xff], .malformed),  // PN_XNUM
        ] as [(Int, [UInt8], ELFError.Code)]
    )
    func `refuses a header with one field changed`(
        offset: Int,
        value: [UInt8],
        code: ELFError.Code
    ) async throws {
        let bytes = try await Fixture.library.value.replacing(at: offset, with: value)

        let error = fault { () throws(ELFError) in _ = try ELFImage.parse(bytes, name: "Stamp") }

        #expect(error?.code == code)
    }

    @Test func `refuses a library for another machine by both names`() async throws {
        let bytes = try await Fixture.library.value
        let other = ELFMachine.current == .x86_64 ? ELFMachine.aarch64 : .x86_64

        let error = fault { () throws(ELFError) in
            _ = try ELFImage.parse(bytes, name: "Stamp", machine: other)
        }

        #expect(error?.code == .wrongMachine)
        #expect(
            error?.message == "Stamp is built for \(ELFMachine.current): "
                + "build it for \(other), which this host runs on"
        )
    }

    @Test(arguments: [
        (["-c"], "object file", "link it with cc -shared"),
        (["-no-pie"], "executable", "link it with cc -shared"),
        (["-pie", "-fPIE"], "executable", "link it with cc -shared, without -pie"),
    ])
    func `refuses what is not a shared library`(
        options: [String],
        kind: String,
        remedy: String
    ) async throws {
        let bytes = try await Fixture.compile("int main(void) { return 0; }", options)

        let error = fault { () throws(ELFError) in
            _ = try ELFImage.parse(bytes, name: "TitleStamp")
        }

        #expect(error?.code == .notShared)
        #expect(
            error?.message
                == "TitleStamp is an \(ELFMachine.current) \(kind), not a shared library: \(remedy)"
        )
    }
}
