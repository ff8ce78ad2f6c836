// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Glibc
import Testing

@testable import BelfrySystem

struct SystemErrorTests {
    @Test(arguments: [
        (SystemError(call: "pipe2", errno: EMFILE), "pipe2: Too many open files (EMFILE)"),
        (
            SystemError(call: "open", subject: "/a b", errno: EACCES),
            "open /a b: Permission denied (EACCES)"
        ),
        (SystemError(call: "read", errno: 9999), "read: Unknown error (errno 9999)"),
    ])
    func `says call, subject, sentence and name`(error: SystemError, text: String) {
        #expect(error.description == text)
    }

    @Test func `a call that a signal interrupts is made again`() throws {
        var calls = 0
        let result = try checked("test") { () -> Int32 in
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 7
        }

        #expect(calls == 3)
        #expect(result == 7)
    }

    @Test func `a call that fails is not made again`() {
        var calls = 0
        let error = failure { () throws(SystemError) in
            try checked("test", "thing") { () -> Int32 in
                calls += 1
                errno = ENOSPC
                return -1
            }
        }

        #expect(calls == 1)
        #expect(error == SystemError(call: "test", subject: "thing", errno: ENOSPC))
    }

    @Test func `knows a shortage of the machine's from what would fail again`() {
        let shortages = [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS, ENOSPC, EUSERS]
        for errno in shortages { #expect(SystemError(call: "fork", errno: errno).isShortage) }
        let others = [EPERM, EACCES, ENOENT, ENOSYS, EINVAL, EBADF, ESRCH]
        for errno in others { #expect(!SystemError(call: "fork", errno: errno).isShortage) }
    }
}
