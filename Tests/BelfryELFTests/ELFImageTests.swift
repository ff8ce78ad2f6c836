// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Testing

@testable import BelfryELF

struct ELFImageTests {
    @Test func `reads names, needed libraries and run paths`() async throws {
        let source = """
            double cos(double);
            int puts(const char *);
            double f(double x) { puts("x"); return cos(x); }
            """
        let options = ["-Wl,-soname,libstamp.so.1", "-Wl,-rpath,$ORIGIN/lib:/usr/lib/x", "-lm"]
        let image = try await Fixture.image(source, options)

        #expect(image.name == "TitleStamp")
        #expect(image.soname == "libstamp.so.1")
        #expect(image.needed.contains("libc.so.6"))
        #expect(image.needed.contains("libm.so.6"))
        #expect(image.runpaths.map(\.path) == ["$ORIGIN/lib", "/usr/lib/x"])
        #expect(image.foreignRunpaths.map(\.path) == ["/usr/lib/x"])
    }

    @Test func `a library without a name has none`() async throws {
        let image = try await Fixture.image(Fixture.entry)

        #expect(image.soname == nil)
        #expect(image.runpaths.isEmpty)
    }

    @Test(arguments: ["sysv", "gnu", "both"])
    func `lists exported functions and data through any hash table`(style: String) async throws {
        let source = """
            int number = 3;
            static int hidden_from_all(void) { return 1; }
            __attribute__((visibility("hidden"))) int hidden(void) { return hidden_from_all(); }
            __attribute__((weak)) int weak(void) { return hidden(); }
            __thread int each = 4;
            int puts(const char *);
            int function(void) { return puts("x") + number; }
            """
        let image = try await Fixture.image(source, ["-Wl,--hash-style=\(style)"])
        let kinds = Dictionary(
            uniqueKeysWithValues: image.symbols.exported.map { ($0.name, $0.kind) }
        )

        #expect(kinds["number"] == .object)
        #expect(kinds["weak"] == .function)
        #expect(kinds["function"] == .function)
        #expect(kinds["each"] == .threadLocal)
        #expect(kinds["hidden"] == nil)
        #expect(kinds["hidden_from_all"] == nil)
        #expect(kinds["puts"] == nil)
    }

    @Test func `finds a symbol by its whole name only`() async throws {
        let image = try await Fixture.image(
            "int abc(void) { return 1; } int abcd(void) { return 2; }"
        )

        #expect(image.symbols.definitions(of: "abc").map(\.name) == ["abc"])
        #expect(image.symbols.definitions(of: "ab").isEmpty)
        #expect(image.symbols.definitions(of: "bc").isEmpty)
        #expect(image.symbols.definitions(of: "").isEmpty)
    }

    @Test func `knows code from data`() async throws {
        let image = try await Fixture.image("int number = 3; int function(void) { return number; }")
        let function = try #require(image.symbols.definitions(of: "function").first)
        let number = try #require(image.symbols.definitions(of: "number").first)

        #expect(image.isExecutable(function.address))
        #expect(!image.isExecutable(number.address))
        #expect(!image.isExecutable(.max))
    }

    @Test func `reads the build id the linker was given`() async throws {
        let id = "0123456789abcdef0123456789abcdef"
        let image = try await Fixture.image(Fixture.entry, ["-Wl,--build-id=0x\(id)"])

        #expect(image.buildID == id)
        #expect(try await Fixture.image(Fixture.entry, ["-Wl,--build-id=none"]).buildID == nil)
    }

    @Test func `reads what belfry build has noted, and no other note for it`() async throws {
        func image(kind: Int, name: String) async throws -> ELFImage {
            let note = """
                __attribute__((section(".note.belfry"), used, aligned(4)))
                static const struct { int name, text, kind; char words[8], more[8]; } note =
                    {7, 7, \(kind), "\(name)", "lib.so 1"};
                """
            return try await Fixture.image(Fixture.entry + "\n" + note)
        }

        #expect(try await image(kind: 1, name: "Belfry").sdkNote == "lib.so ")
        #expect(try await image(kind: 2, name: "Belfry").sdkNote == nil)
        #expect(try await image(kind: 1, name: "Berfly").sdkNote == nil)
        #expect(try await image(kind: 1, name: "Belfry").buildID != nil)
    }

    @Test func `reads every library this process has loaded`() throws {
        // Not by Foundation, which takes the first page that the kernel gives for the whole.
        let file = try Descriptor.open("/proc/self/maps", O_RDONLY)
        let maps = String(decoding: try file.readAll(limit: 16 << 20), as: UTF8.self)
        let paths = Set(
            maps.split(separator: "\n").compactMap { line in
                line.split(separator: " ").last.map(String.init)
            }
            .filter { $0.hasPrefix("/") && $0.contains(".so") }
        )
        try #require(!paths.isEmpty)

        for path in paths {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let image = try ELFImage.parse(bytes, name: path)
            #expect(!image.symbols.exported.isEmpty, "\(path)")
        }
    }
}
