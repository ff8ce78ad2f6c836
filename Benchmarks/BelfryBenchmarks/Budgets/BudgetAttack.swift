// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem

/// An extension that takes as much as it can of one thing, and how what it got is measured.
struct BudgetAttack: Sendable {
    /// What is attacked, and how where there is more than one way.
    let name: String

    /// The bundle, without `.appex`.
    let bundleName: String

    /// What its payload asks it to do.
    var act = ""

    /// The budget it gets.
    let budget: String

    /// The most that it should get, in ``unit``.
    let limit: Double

    let unit: Unit

    /// How a run must end; a run that ends otherwise is no attack on this limit.
    let reasons: Set<String>

    let meter: Meter

    /// What the server does that it may reach; nil for an attack without network.
    var server: AttackedServer.Habit?

    /// Whether there are fewer runs of it than of others, since each takes a second or so, say.
    var isRare = false

    /// What is counted.
    enum Unit: Sendable {
        case milliseconds, bytes, pieces
    }

    /// What says how much a run got.
    enum Meter: Sendable {
        /// What is known once it is over; nil where that is not known.
        case outcome(@Sendable (Outcome) -> Double?)

        /// A count of the kernel's that is read again and again while it goes on.
        case gauge(DamageGauge)
    }

    /// What is known of a run once it is over.
    struct Outcome: Sendable {
        let report: RunReport

        /// From the call to the delivery of the notification, by this program's clock.
        let latency: Duration

        let deliveredAt: MonotonicTime
        let delivered: NotificationContent

        /// What the server counted; zeros where there is none.
        let served: AttackedServer.Count

        /// The number that the extension has made the title; nil where it is none.
        var title: Double? { Double(delivered.title) }

        /// Bytes of the texts that are delivered.
        var textByteCount: Double {
            Double(
                delivered.title.utf8.count + delivered.subtitle.utf8.count
                    + delivered.body.utf8.count
            )
        }

        /// Bytes of the lines that are in the report, the host's own aside.
        var logByteCount: Double {
            Double(
                report.log.reduce(0) { $0 + ($1.source == .host ? 0 : $1.text.utf8.count) }
            )
        }
    }
}
