// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

/// What a run is put to besides its request, to see how its extension bears it.
package struct RunTrial: Sendable, Equatable {
    /// What the host can tell an extension while it works.
    package enum Notice: Sendable, CaseIterable {
        /// That its time ends.
        case expiry
        /// That its memory runs out.
        case memoryPressure
        /// That its CPU time runs out.
        case cpuPressure
    }

    /// How calls between the extension and the host are watched.
    package struct Watch: Sendable, Equatable {
        /// How long each call of the host's table from `did_receive` is held up.
        package var callDelay: Duration

        /// How many calls `did_receive` has made before the notices get through.
        package var callsBeforeNotice: Int

        package init(callDelay: Duration = .zero, callsBeforeNotice: Int = 0) {
            self.callDelay = callDelay
            self.callsBeforeNotice = callsBeforeNotice
        }

        var plan: ValidationPlan {
            ValidationPlan(
                callDelay: UInt64(callDelay.nanoseconds),
                callsBeforeNotice: UInt32(clamping: callsBeforeNotice)
            )
        }
    }

    /// Nil in an ordinary worker, which watches nothing.
    package var watch: Watch?

    /// What the extension is told as soon as it has the request, whatever it uses.
    package var notices: [Notice] = []

    /// Whether it gets no network, whatever its manifest lists.
    package var isOffline = false

    package init() {}
}
