// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The signals that a screen or a script has to know of, so that what they changed is as it was
/// whatever ends them.
enum ShowSignals {
    /// Takes the signals over for the rest of the process's life; before any other thread is started.
    ///
    /// The first that asks for the end is told; the next ends the process at once, the terminal given
    /// back.
    ///
    /// - Returns: What they say.
    /// - Throws: ``SystemError`` when there can be no thread to wait for them.
    static func watch() throws(SystemError) -> AsyncStream<PresenterSignal> {
        let (stream, signal) = AsyncStream.makeStream(of: PresenterSignal.self)
        let signals = SignalSet([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
        signals.block()
        try SystemThread.start(named: "signals") {
            var isEnding = false
            while true {
                let number = signals.wait()
                if number == SIGWINCH {
                    signal.yield(.resized)
                } else if isEnding {
                    signals.die(of: number)
                } else {
                    isEnding = true
                    signal.yield(.ended)
                }
            }
        }
        return stream
    }
}
