// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfrySystem
internal import Glibc
internal import Synchronization

/// The signals that end a measuring early, with all that was measured so far.
final class MeasureSignals: Sendable {
    let stopSign = StopSign()
    private let first = Mutex<Int32?>(nil)

    /// The one that asked for the end; nil when none did.
    var received: Int32? { first.withLock { $0 } }

    /// Takes the signals over for the rest of the process's life; before any other thread is started.
    ///
    /// The first that asks for the end raises the stop sign; the next ends the process at once.
    ///
    /// - Throws: ``SystemError`` when there can be no thread to wait for them.
    static func watch() throws(SystemError) -> MeasureSignals {
        let watch = MeasureSignals()
        let signals = SignalSet([SIGINT, SIGTERM, SIGHUP])
        signals.block()
        try SystemThread.start(named: "signals") {
            let signal = signals.wait()
            watch.first.withLock { $0 = signal }
            watch.stopSign.raise()
            // timeout(1) tells the process and then its group: the same wish twice.
            let repetitionsEnd = MonotonicTime.now + .milliseconds(100)
            while true {
                let next = signals.wait()
                if .now > repetitionsEnd { signals.die(of: next) }
            }
        }
        return watch
    }
}
