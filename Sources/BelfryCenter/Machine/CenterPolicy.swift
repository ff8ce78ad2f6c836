// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The limits and delays of a centre.
package struct CenterPolicy: Equatable, Sendable {
    /// What the ledger keeps, and for how long.
    package struct Retention: Equatable, Sendable {
        /// How long a notification that has ended stays readable and restorable.
        package var endedMilliseconds: Int64 = 30 * 86_400_000
        package var entryLimit = 100_000
        package var byteLimit = 256 * 1024 * 1024
        /// How long runs are kept, and how many bytes of their reports.
        package var reportMilliseconds: Int64 = 30 * 86_400_000
        package var reportByteLimit = 64 * 1024 * 1024
        /// How long the log and the tombstones are kept, and how many of each: a sender that never
        /// stops fills no disk.
        package var logMilliseconds: Int64 = 30 * 86_400_000
        package var eventLimit = 500_000
        package var tombstoneLimit = 250_000
        /// How many lines the delivery log has, and for how long.
        package var pushRecordLimit = 100_000
        package var pushRecordMilliseconds: Int64 = 30 * 86_400_000
        /// How long a second arrival is recognised, and a device token that has ended.
        package var keyMilliseconds: Int64 = 60 * 86_400_000
        /// How many arrivals are recognised at least, the newest.
        package var keyLimit = 500_000
        /// The largest leap forward of the clock that is believed at once.
        package var leapMilliseconds: Int64 = 86_400_000
        /// How long nothing is forgotten by age after a larger leap.
        package var doubtMilliseconds: Int64 = 86_400_000

        package init() {}
    }

    /// Most pending requests of one app; Apple's number.
    package var pendingLimit = 64

    /// Most bytes of the documents of one app's pending requests.
    package var pendingByteLimit = Int.max

    /// How long an App Clip may notify after each launch without asking; Apple's number.
    package var ephemeralMilliseconds: Int64 = 8 * 3_600_000

    /// Whether requests fire at their times; where they only wait, no date is reckoned.
    package var firesTriggers = true

    /// Most devices.
    package var deviceLimit = 32

    /// How many live activities of one app go on on one device; Apple's number.
    package var activityLimit = 5

    /// How many broadcast channels there are in one environment; Apple's number.
    package var channelLimit = 10_000

    /// How long a push is stored for its device at most.
    package var storedMilliseconds: Int64 = 30 * 86_400_000

    /// How many pushes of one app wait for one device's power.
    package var storedLimit = 16

    /// How many pushes of one app wait for a time that their senders named.
    package var delayedLimit = 256

    /// How many bytes of payloads and contents these may have.
    package var delayedByteLimit = 16 * 1024 * 1024

    /// How many background pushes of one app reach one device within an hour.
    package var backgroundLimit = 3

    /// How many device tokens of one app that have ended are known, and how many of its activities':
    /// more than there are of either at a time, on all devices.
    package var endedTokenLimit = 256

    /// How much later than due a notification may come without being marked as late.
    package var lateMilliseconds: Int64 = 5_000

    /// How many extensions run at once.
    package var width = 8

    /// How many runs of one app may go on at once, so that no app takes all places.
    package var appWidth = 4

    /// How often the process may end during a notification's runs before the original is shown.
    package var interruptionLimit = 2

    /// How many rows one transaction of the centre's own work touches.
    package var batch = 64

    /// How many notifications one transaction makes known to the search.
    package var searchBatch = 256

    /// How long rows stay in the ledger, and how many.
    package var retention = Retention()

    package init() {}
}
