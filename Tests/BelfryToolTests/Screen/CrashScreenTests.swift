// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryReport
@testable internal import BelfryTool
internal import BelfryTerminal
internal import Testing

@Suite("A crash on the screen of a report")
struct CrashScreenTests {
    typealias Frame = RunReport.Crash.Frame

    private static let author = Frame(
        module: "T",
        offset: "0x2fe0",
        function: "T.Service.(word in _8F56)(_: Swift.Int) -> Swift.String",
        file: "/sources/T/T.swift",
        line: 10
    )

    /// The rows of the verdict, from its second line on, and the log.
    private static func screen(
        _ frames: [Frame],
        log: [String] = [],
        _ verdict: Verdict = .fallback(.trap),
        signal: String = "SIGILL"
    ) -> [String] {
        var report = RunReport.standIn(verdict, explanation: "It stopped itself (SIGILL).")
        report.crash = RunReport.Crash(
            signal: signal,
            cause: "it executed an illegal instruction, as a failed check does",
            isStackOverflow: false,
            thread: "belfry-work",
            frames: frames
        )
        report.log = log.map { RunReport.LogLine(source: .output, text: $0) }
        let lines = ReportScreen(terminal: .standardError).render(report).split(separator: "\n")
        return lines.drop { !$0.contains("  verdict ") }.dropFirst().map(String.init)
    }

    @Test func `begins with the runtime's message and the author's own line`() {
        let frames = [
            Frame(module: "libswiftCore.so", offset: "0x1", function: "Swift._assertionFailure"),
            Frame(module: "libswiftSwiftOnoneSupport.so", offset: "0x2"),
            Frame(module: "libswiftCore.so", offset: "0x3"),
            Self.author,
            Frame(module: "T", offset: "0x33c1", function: "T.Service.didReceive() -> ()"),
            Frame(module: "libUserNotifications.so", offset: "0x4"),
            Frame(module: "belfry-worker", offset: "0x5", file: "Worker.swift", line: 1),
        ]
        let log = [
            "before", "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
            "Current stack trace:", "0    libswiftCore.so      0x00007ff10a75f130 report + 33",
            "20   libc.so.6            0x00007ff10b526b10 __clone + 64",
        ]
        let expected = """
                        Fatal error: Index out of range, at T.swift:10 in Service.word(_:)
                        It stopped itself (SIGILL).
              crash     SIGILL: it executed an illegal instruction, as a failed check does, on the \
            thread belfry-work
                        …  3 frames of libswiftCore.so, libswiftSwiftOnoneSupport.so
                        3  Service.word(_:) (T.swift:10)  T+0x2fe0
                        4  Service.didReceive()  T+0x33c1
                        …  1 frame of libUserNotifications.so
              log       before
                        Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
                        3 lines of a stack trace: --json shows them
              more      belfry explain fallback:trap
            """
        #expect(Self.screen(frames, log: log).joined(separator: "\n") == expected)
    }

    @Test func `finds the message of an optimised check among the frames`() {
        let check = "generic specialization <Swift.String> of Swift.Array._check(Swift.Int) -> ()"
        let screen = Self.screen([
            Frame(module: "T", offset: "0x2fe0", function: "Swift runtime failure: Out of range"),
            Frame(module: "T", offset: "0x2fe0", function: check), Self.author,
        ])
        let expected = "            Fatal error: Out of range, at T.swift:10 in Service.word(_:)"
        #expect(screen.first == expected)
        #expect(screen.contains("            …  2 frames of Swift"))
        #expect(screen.contains("            2  Service.word(_:) (T.swift:10)  T+0x2fe0"))
    }

    @Test(arguments: [
        "x.c:7: decrypt: Assertion `key' failed.", "terminate called after throwing 'int'",
        "Fatal error",
    ])
    func `knows the last words of C and C++`(text: String) throws {
        let message = try #require(Self.screen([], log: [text, "later"]).first)
        #expect(text.hasSuffix(message.drop { $0 == " " }))
    }

    @Test(arguments: [
        ("T/T.swift:31: Fatal error: a.", "Fatal error: a, at T.swift:31 in Service.word(_:)"),
        ("T/Other.swift:31: Fatal error: a", "Fatal error: a, at Other.swift:31"),
        ("Fatal error: wait...", "Fatal error: wait..., at T.swift:10 in Service.word(_:)"),
        (
            "T/T.swift:18: Precondition failed: n must be large",
            "Precondition failed: n must be large, at T.swift:18 in Service.word(_:)"
        ),
        (
            "T/T.swift:30: Assertion failed",
            "Assertion failed, at T.swift:30 in Service.word(_:)"
        ),
        ("mine: Assertion failed: a", "It crashed at T.swift:10 in Service.word(_:)"),
        (
            "belfry-worker: /a/b.c:8: f: Assertion `a' failed.",
            "Assertion `a' failed, at T.swift:10 in Service.word(_:)"
        ),
    ])
    func `takes the author's line from the message that names it`(log: String, expected: String) {
        #expect(Self.screen([Self.author], log: [log]).first == "            " + expected)
    }

    @Test func `has the author's line also behind a message that is long`() throws {
        let log = ["T/T.swift:31: Fatal error: " + String(repeating: "a", count: 400)]
        let cause = try #require(Self.screen([Self.author], log: log).first)
        #expect(cause.hasSuffix("a…, at T.swift:31 in Service.word(_:)"), "\(cause)")
    }

    @Test func `says which line of C asserted, and no full stop before it`() {
        let frame = Frame(module: "A", offset: "0x1", function: "f", file: "/a/A.c", line: 9)
        let log = ["belfry-worker: A.c:8: f: Assertion `a == 0' failed."]
        #expect(
            Self.screen([frame], log: log, signal: "SIGABRT").first
                == "            Assertion `a == 0' failed, at A.c:8 in f"
        )
    }

    @Test func `a cast that failed is the message of an abort, without its addresses`() {
        let log = ["Could not cast value of type 'A' (0x7f0aa9717c08) to 'B' (0x7f0aa97197f0)."]
        #expect(
            Self.screen([Self.author], log: log, .fallback(.crash), signal: "SIGABRT").first
                == "            Could not cast value of type 'A' to 'B', at T.swift:10 in "
                + "Service.word(_:)"
        )
        let trap = Self.screen([Self.author], log: log)
        #expect(trap.first == "            It crashed at T.swift:10 in Service.word(_:)")
    }

    @Test func `says where C crashed that says nothing itself`() {
        let frames = [
            Frame(module: "libc.so.6", offset: "0x1", function: "abort"),
            Frame(
                module: "Draws",
                offset: "0x1139",
                function: "scale",
                file: "/a/Draws.c",
                line: 13
            ),
            Frame(
                module: "Draws",
                offset: "0x1200",
                function: "load",
                file: "/a/Draws.c",
                line: 40
            ),
        ]
        #expect(Self.screen(frames).first == "            It crashed at Draws.c:13 in scale")
        let symbols = frames.map {
            Frame(module: $0.module, offset: $0.offset, function: $0.function)
        }
        #expect(Self.screen(symbols).first == "            It crashed in scale of Draws")
    }

    @Test func `passes over what Rust and C++ have put into the library`() {
        let method =
            "_$LT$courier..Courier$u20$as$u20$kit..extension..Service$GT$::did_receive"
            + "::h4000b1904ddfabf4"
        let rust = [
            Frame(module: "libc.so.6", offset: "0x1", function: "abort"),
            Frame(
                module: "C",
                offset: "0x2",
                function: "_RNv",
                file: "library/std/src/a.rs",
                line: 1
            ),
            Frame(
                module: "C",
                offset: "0x3",
                function: "f",
                file: "/rustc/59/library/b.rs",
                line: 2
            ),
            Frame(module: "C", offset: "0x4", function: method, file: "src/lib.rs", line: 13),
        ]
        let screen = Self.screen(rust)
        #expect(
            screen.first == "            It crashed at lib.rs:13 in courier::Courier::did_receive"
        )
        #expect(screen.contains("            …  3 frames of libc.so.6, Rust"))
        #expect(screen.contains("            3  courier::Courier::did_receive (lib.rs:13)  C+0x4"))
        let header = "/usr/include/c++/12/bits/stl_vector.h"
        let cpp = [
            Frame(module: "C", offset: "0x2", function: "at", file: header, line: 1),
            Frame(module: "C", offset: "0x4", function: "guest()", file: "C.cpp", line: 8),
        ]
        #expect(Self.screen(cpp).first == "            It crashed at C.cpp:8 in guest()")
    }

    @Test(arguments: [
        ("belfry::guard::h0123456789abcdef", "belfry::guard"),
        ("a::b::_$u7b$$u7b$closure$u7d$$u7d$::h0123456789abcdef", "a::b::_{{closure}}"),
        ("<courier::Courier as kit::Service>::did_receive", "courier::Courier::did_receive"),
        (
            "<a::S<<b::T as c::D<fn() -> u8>>::E>>::go::{closure#0}",
            "a::S<<b::T as c::D<fn() -> u8>>::E>::go::{closure#0}"
        ),
        ("<<a::S as b::T>::E as c::D>::go", "a::S::E::go"),
        ("<a::S", "<a::S"), ("a::h012345", "a::h012345"), ("scale", "scale"),
    ])
    func `names of Rust are written as in the source`(name: String, expected: String) {
        #expect(RustName.short(name) == expected)
    }

    @Test func `after a script the verdict has its cause, and the log no frames`() {
        var report = RunReport.standIn(.fallback(.trap), explanation: "It stopped itself.")
        report.crash = RunReport.Crash(
            signal: "SIGILL",
            cause: "a check",
            isStackOverflow: false,
            frames: [Self.author]
        )
        let log = [
            "Fatal error: a", "Current stack trace:", "0    T      0x00007ff10a75f130 a + 3",
        ]
        report.log = log.map { RunReport.LogLine(source: .output, text: $0) }
        #expect(
            ShowScreen.remarks(on: report) == [
                "log: Fatal error: a", "log: 2 lines of a stack trace: --json shows them",
                "verdict: fallback: trap",
                "verdict: Fatal error: a, at T.swift:10 in Service.word(_:)",
                "verdict: It stopped itself.",
            ]
        )
    }

    @Test func `says nothing more where nothing more is known`() {
        let frames = [Frame(offset: "0x4141")]
        #expect(Self.screen(frames).prefix(1) == ["            It stopped itself (SIGILL)."])
        #expect(Self.screen(frames, log: ["Fatal error: a"]).first == "            Fatal error: a")
    }

    @Test func `escapes what the extension wrote`() {
        let frames = [
            Frame(
                module: "T\u{1b}]0;m",
                offset: "0x1",
                function: "T.f\u{202e}() -> ()",
                file: "/a/\u{1b}[2J.swift",
                line: 3
            )
        ]
        let screen = Self.screen(frames, log: ["Fatal error: \u{1b}[31m\rdelivered"])
        #expect(
            screen.first
                == #"            Fatal error: \u{1B}[31m\rdelivered, at \u{1B}[2J.swift:3 in T.f\u{202E}()"#
        )
        for line in screen {
            #expect(
                !line.unicodeScalars.contains { "\u{1b}\r\u{202e}".unicodeScalars.contains($0) }
            )
        }
    }
}
