// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryELF

struct ELFCheckTests {
    @Test func `accepts a plain extension`() async throws {
        try ELFCheck(refusesForeignRunpaths: true).check(await Fixture.image(Fixture.entry))
    }

    @Test func `refuses an executable stack`() async throws {
        let image = try await Fixture.image(Fixture.entry, ["-Wl,-z,execstack"])

        #expect(
            rejection(image)?.message == "TitleStamp asks for an executable stack: "
                + "link it with -Wl,-z,noexecstack"
        )
        #expect(rejection(image)?.code == .executableStack)
    }

    @Test func `takes silence about the stack for a wish to execute it`() async throws {
        let bytes = try await Fixture.library.value
        let stack = try #require(programHeader(of: bytes, kind: [0x51, 0xe5, 0x74, 0x64]))
        let image = try ELFImage.parse(
            bytes.replacing(at: stack, with: [0, 0, 0, 0]),
            name: "TitleStamp"
        )

        #expect(image.hasExecutableStack)
        #expect(rejection(image)?.code == .executableStack)
    }

    @Test func `refuses relocations in code`() async throws {
        let source = Fixture.entry + "int puts(const char *);\n__asm__(\".text\\n.quad puts\\n\");"
        let image = try await Fixture.image(source, ["-Wl,-z,notext"])

        #expect(image.hasTextRelocations)
        #expect(rejection(image)?.code == .textRelocations)
    }

    @Test func `refuses code that can be written to`() async throws {
        let image = try await Fixture.image(Fixture.entry, ["-nostdlib", "-Wl,-N"])

        #expect(rejection(image)?.code == .writableCode)
    }

    @Test(arguments: [
        ("$ORIGIN", true), ("${ORIGIN}/lib", true), ("$ORIGIN/a/b", true),
        ("$ORIGIN/..", false), ("$ORIGIN/a/../../b", false), ("$ORIGINAL", false),
        ("/usr/lib", false), ("lib", false), ("", false), ("/$ORIGIN", false),
    ])
    func `only the library's own folder is inside the bundle`(path: String, isInside: Bool) {
        #expect(ELFRunpath(path).isInsideBundle == isInside)
    }

    @Test(arguments: ["--enable-new-dtags", "--disable-new-dtags"])
    func `refuses run paths out of the bundle when asked to`(tags: String) async throws {
        let options = ["-Wl,\(tags)", "-Wl,-rpath,$ORIGIN:/opt/tools"]
        let image = try await Fixture.image(Fixture.entry, options)

        #expect(rejection(image) == nil)
        #expect(image.foreignRunpaths.map(\.path) == ["/opt/tools"])
        let error = rejection(image, check: ELFCheck(refusesForeignRunpaths: true))
        #expect(error?.code == .rpathOutside)
        #expect(
            error?.message == "TitleStamp looks for libraries outside its bundle, in /opt/tools: "
                + "link it with -Wl,-rpath,'$ORIGIN'"
        )
    }

    @Test func `an empty run path is the working directory`() async throws {
        let image = try await Fixture.image(Fixture.entry, ["-Wl,-rpath,$ORIGIN:"])

        #expect(image.foreignRunpaths.map(\.description) == ["(the working directory)"])
    }

    @Test(arguments: [
        ("/a b", "/a b"), ("/a\t\u{1B}[2J\n", #"/a\t\u{1B}[2J\n"#),
        ("/\u{202E}é", #"/\u{202E}\u{00E9}"#),
        (String(repeating: "a", count: 300), String(repeating: "a", count: 256) + "…"),
    ])
    func `shows a run path on one line`(path: String, shown: String) {
        #expect(ELFRunpath(path).description == shown)
    }

    @Test(arguments: [
        "int other(void) { return 1; }",
        "static int bf_extension_main(void) { return 1; } int f(void) { return bf_extension_main(); }",
        "__attribute__((visibility(\"hidden\"))) int bf_extension_main(void) { return 1; }",
        "int bf_extension_main(unsigned *); int f(void) { return bf_extension_main(0); }",
    ])
    func `refuses a library without the entry`(source: String) async throws {
        let error = rejection(try await Fixture.image(source))

        #expect(error?.code == .entryMissing)
        #expect(
            error?.message == "TitleStamp does not export bf_extension_main, nor does a library it "
                + "needs: define it as <belfry/extension.h> says, or link with -lUserNotifications"
        )
    }

    @Test func `accepts an entry in a library it needs`() async throws {
        let image = try await Fixture.image(
            "int puts(const char *); int f(void) { return puts(\"\"); }"
        )
        var asked: [String] = []

        try ELFCheck().check(image) { name in
            asked.append(name)
            return name == "libc.so.6"
        }

        #expect(asked == image.needed)
    }

    @Test(arguments: [
        "int bf_extension_main = 3;",
        "const int bf_extension_main = 3;",
        "__thread int bf_extension_main;",
        "__asm__(\".globl bf_extension_main\\nbf_extension_main: .long 1\\n\");",
    ])
    func `refuses an entry that is not a function`(source: String) async throws {
        let image = try await Fixture.image(source)

        #expect(rejection(image)?.code == .entryNotAFunction)
    }

    @Test func `refuses data that calls itself a function`() async throws {
        let source = """
            __asm__(".data\\n.globl bf_extension_main\\n.type bf_extension_main, %function\\n"
                    "bf_extension_main: .long 1\\n");
            """

        #expect(rejection(try await Fixture.image(source))?.code == .entryNotAFunction)
    }

    private func rejection(_ image: ELFImage, check: ELFCheck = ELFCheck()) -> ELFError? {
        fault { () throws(ELFError) in try check.check(image) }
    }

    /// Where a program header of a kind begins.
    private func programHeader(of bytes: [UInt8], kind: [UInt8]) -> Int? {
        stride(from: 64, to: 64 + 56 * Int(bytes[56]), by: 56).first {
            bytes[$0..<$0 + 4].elementsEqual(kind)
        }
    }
}
