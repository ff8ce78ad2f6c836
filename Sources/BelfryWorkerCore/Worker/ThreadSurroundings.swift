// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What a callback can change for the next one on its thread: signal mask, arithmetic, locale.
///
/// Taken when `start` has returned, since an extension may set these up there for its whole life;
/// put back before each callback, so that every request finds the same.
@safe
struct ThreadSurroundings {
    private let signals: sigset_t
    private let arithmetic: fenv_t
    // Never freed, and only compared or set again: a locale may be used from any thread.
    private nonisolated(unsafe) let locale: locale_t?

    /// Takes those of this thread.
    init() {
        var signals = sigset_t()
        unsafe pthread_sigmask(SIG_SETMASK, nil, &signals)
        self.signals = signals
        var arithmetic = fenv_t()
        unsafe fegetenv(&arithmetic)
        self.arithmetic = arithmetic
        unsafe locale = uselocale(nil)
    }

    /// Puts them back on this thread.
    func restore() {
        unsafe withUnsafePointer(to: signals) { unsafe _ = pthread_sigmask(SIG_SETMASK, $0, nil) }
        unsafe withUnsafePointer(to: arithmetic) { unsafe _ = fesetenv($0) }
        unsafe _ = uselocale(locale)
    }
}
