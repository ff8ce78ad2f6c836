// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct CrashReportTests {
    @Test(
        arguments: [
            (SIGSEGV, 1), (SIGSEGV, 2), (SIGSEGV, 0x80), (SIGBUS, 1), (SIGBUS, 2), (SIGFPE, 1),
            (SIGFPE, 2), (SIGFPE, 3), (SIGILL, 2), (SIGTRAP, 1), (SIGABRT, -6), (SIGSEGV, 0),
            (SIGBUS, 99), (0, 7), (-1, .max), (SIGSEGV, .min),
        ] as [(Int32, Int32)]
    )
    func `every cause has words`(signal: Int32, code: Int32) {
        #expect(!SignalCause.words(for: signal, code: code).isEmpty)
    }

    @Test func `causes are told apart`() {
        let causes = [(SIGSEGV, 1), (SIGSEGV, 2), (SIGSEGV, 128), (SIGBUS, 1), (SIGFPE, 1)]
            .map { SignalCause.words(for: $0, code: $1) }
        #expect(Set(causes).count == causes.count)
    }
}
