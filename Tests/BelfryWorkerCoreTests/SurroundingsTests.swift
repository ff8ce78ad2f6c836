// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import CBelfryPlatform
import Glibc
import Testing

@testable import BelfryWorkerCore

/// What a request did to its thread or its process is undone for the next one.
@Suite(.serialized) struct SurroundingsTests {
    @Test func `a thread's signal mask, arithmetic and locale come back`() throws {
        let done = Semaphore()
        try SystemThread.start(named: "surroundings") {
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
            let surroundings = ThreadSurroundings()
            let locale = unsafe uselocale(nil)
            unsafe sigfillset(&signals)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
            fesetround(FE_UPWARD)
            let own = unsafe newlocale(1 << LC_CTYPE, "C", nil)
            unsafe uselocale(own)
            surroundings.restore()
            unsafe pthread_sigmask(SIG_BLOCK, nil, &signals)
            #expect(unsafe sigismember(&signals, SIGUSR1) == 0)
            #expect(fegetround() == FE_TONEAREST)
            #expect(unsafe uselocale(nil) == locale)
            unsafe freelocale(own)
            done.signal()
        }
        done.wait()
    }

    @Test func `a process's directory, umask and locale come back`() async {
        await #expect(processExitsWith: .success) {
            unsafe chdir("/usr")
            umask(0o027)
            let surroundings = ProcessSurroundings()
            unsafe chdir("/")
            umask(0)
            unsafe setlocale(LC_ALL, "C.UTF-8")
            surroundings.restore()
            let directory = unsafe getcwd(nil, 0)
            #expect(unsafe directory.map { unsafe String(cString: $0) } == "/usr")
            #expect(umask(0) == 0o027)
            #expect(unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } == "C")
        }
    }
}
