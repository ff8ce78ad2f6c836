// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What a signal's code says about its cause (man 2 sigaction), in words.
enum SignalCause {
    /// The cause in a few words that follow the signal's name.
    static func words(for signal: Int32, code: Int32) -> String {
        guard code > 0 else {
            return signal == SIGABRT
                ? "it called abort or failed a check" : "it was sent the signal"
        }
        switch (signal, code) {
        case (SIGSEGV, 1): return "nothing is mapped at the address"
        case (SIGSEGV, 2): return "what is mapped at the address is protected"
        case (SIGSEGV, _): return "no memory can have the address"
        case (SIGBUS, 1): return "the address is misaligned"
        case (SIGBUS, 2): return "the file that is mapped at the address has ended"
        case (SIGFPE, 1): return "an integer was divided by zero"
        case (SIGFPE, 2): return "an integer overflowed"
        case (SIGFPE, _): return "arithmetic failed"
        case (SIGILL, _): return "it executed an illegal instruction, as a failed check does"
        case (SIGTRAP, _): return "it executed a breakpoint, as a failed check does"
        default: return "the kernel raised it with code \(code)"
        }
    }
}
