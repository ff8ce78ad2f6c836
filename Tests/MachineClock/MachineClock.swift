// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Subprocess
internal import Synchronization

/// The machine's clock, which tests move by a nanosecond, one test at a time.
///
/// The kernel cancels timers after the smallest change (man 2 timerfd_create, `TFD_TIMER_CANCEL_ON_SET`),
/// and nobody else notices this one.
package enum MachineClock {
    /// Whether this process may set it (man 7 capabilities, `CAP_SYS_TIME`).
    package static var maySet: Bool {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let digits = line?.split(whereSeparator: \.isWhitespace).last ?? "0"
        return (UInt64(digits, radix: 16) ?? 0) & 1 << 25 != 0
    }

    package static func moveForward() async throws {
        try await move(seconds: 0, nanoseconds: 1)
    }

    package static func moveBack() async throws {
        try await move(seconds: -1, nanoseconds: 999_999_999)
    }

    /// Moves the clock (man 2 adjtimex, `ADJ_SETOFFSET`).
    private static func move(seconds: Int, nanoseconds: Int) async throws {
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
        guard result.terminationStatus.isSuccess else { throw CocoaError(.fileWriteNoPermission) }
    }

    // MARK: One at a time

    private static let last = Mutex<Task<Void, Never>?>(nil)

    /// Runs a test once no other one that was begun here before still runs.
    ///
    /// - Parameter body: What the test does.
    /// - Throws: What the body throws.
    package static func alone(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let task = last.withLock { last in
            let before = last
            let task = Task {
                await before?.value
                try await body()
            }
            last = Task { _ = await task.result }
            return task
        }
        // A test that is out of time ends what it waits for.
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
