// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Subprocess
import Testing

@Suite struct WallTimerTests {
    @Test func `ends a wait when its time has come`() throws {
        let timer = try WallTimer()
        let now = try #require(MonotonicTime.read(CLOCK_REALTIME))
        _ = timer.set(toNanoseconds: now + 2_000_000)
        #expect(try timer.wait() == .due)
        let then = try #require(MonotonicTime.read(CLOCK_REALTIME))
        #expect(then >= now + 2_000_000)
    }

    @Test func `ends a wait at once for a time that has passed`() throws {
        let timer = try WallTimer()
        _ = timer.set(toNanoseconds: 0)
        #expect(try timer.wait() == .due)
    }

    /// Whether this process may set the machine's clock (man 7 capabilities, `CAP_SYS_TIME`).
    private static var maySetClock: Bool {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let digits = line?.split(whereSeparator: \.isWhitespace).last ?? "0"
        return (UInt64(digits, radix: 16) ?? 0) & 1 << 25 != 0
    }

    /// Moves the machine's clock by a nanosecond (man 2 adjtimex, `ADJ_SETOFFSET`): the kernel cancels
    /// timers after the smallest change, and nobody else notices this one.
    private static func moveClock(seconds: Int, nanoseconds: Int) async throws {
        let script = """
            import ctypes, struct, sys
            libc = ctypes.CDLL(None, use_errno=True)
            time = ctypes.create_string_buffer(512)
            struct.pack_into("I", time, 0, 0x0100 | 0x2000)
            struct.pack_into("qq", time, 72, \(seconds), \(nanoseconds))
            sys.exit(libc.adjtimex(time) < 0 and ctypes.get_errno())
            """
        let result = try await Subprocess.run(
            .name("python3"),
            arguments: ["-c", script],
            output: .discarded
        )
        try #require(result.terminationStatus.isSuccess)
    }

    @Test(.enabled(if: maySetClock, "only root can set the clock"))
    func `notices that the clock was set, and waits on for its time`() async throws {
        let timer = try WallTimer()
        let later = try #require(MonotonicTime.read(CLOCK_REALTIME)) + 60_000_000_000
        var wasChanged = timer.set(toNanoseconds: later)
        #expect(!wasChanged)
        try await Self.moveClock(seconds: 0, nanoseconds: 1)
        try #require(try timer.wait() == .clockChanged)
        wasChanged = timer.set(toNanoseconds: later)
        #expect(!wasChanged)
        // Who sets the timer is told of it too.
        try await Self.moveClock(seconds: -1, nanoseconds: 999_999_999)
        wasChanged = timer.set(toNanoseconds: 0)
        #expect(wasChanged)
        #expect(try timer.wait() == .due)
        // Without a time to wait for, a change is noticed all the same.
        wasChanged = timer.set(toNanoseconds: nil)
        #expect(!wasChanged)
        try await Self.moveClock(seconds: 0, nanoseconds: 1)
        #expect(try timer.wait() == .clockChanged)
        try await Self.moveClock(seconds: -1, nanoseconds: 999_999_999)
    }
}
