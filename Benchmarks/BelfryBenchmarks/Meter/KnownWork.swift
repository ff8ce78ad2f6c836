// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Work whose cost is known, which `Known.c` does, and what of it is compared.
package struct KnownWork: Sendable {
    /// What is measured of it.
    package enum Quantity: String, Sendable {
        case wall, cpu, memory

        /// `ms` or `KB`.
        var unit: String { self == .memory ? "KB" : "ms" }
    }

    /// What it does, for a table.
    package let title: String

    /// What the extension reads.
    var body: String
    package let quantity: Quantity

    /// What it costs, in the quantity's unit.
    package let cost: Double

    /// Whether its worker is new and ends with it.
    let isFresh: Bool

    /// Budgets besides the default, such as `wall=1200ms`.
    var budget = "memory=256MB"

    /// Whether the memory is there no more when the extension completes, so that nobody can read it.
    var isTransient = false

    /// Sleeps.
    package static func sleep(_ milliseconds: Int) -> KnownWork {
        KnownWork(
            title: "sleeps \(milliseconds) ms",
            body: "sleep \(milliseconds)",
            quantity: .wall,
            cost: Double(milliseconds),
            isFresh: false
        )
    }

    /// Computes, until its own CPU clock says that it is enough.
    package static func burn(_ milliseconds: Int) -> KnownWork {
        KnownWork(
            title: "computes \(milliseconds) ms",
            body: "burn \(milliseconds)",
            quantity: .cpu,
            cost: Double(milliseconds),
            isFresh: false
        )
    }

    /// Touches pages and keeps them until it has completed.
    package static func keep(_ kilobytes: Int) -> KnownWork {
        KnownWork(
            title: "touches \(kilobytes / 1024) MB",
            body: "touch \(kilobytes) keep 1",
            quantity: .memory,
            cost: Double(kilobytes),
            isFresh: false
        )
    }

    /// Touches pages and gives them back before it completes.
    package static func touch(_ kilobytes: Int, isFresh: Bool) -> KnownWork {
        KnownWork(
            title:
                "touches \(kilobytes / 1024) MB and frees it, \(isFresh ? "new" : "warm") worker",
            body: "touch \(kilobytes)",
            quantity: .memory,
            cost: Double(kilobytes),
            isFresh: isFresh,
            isTransient: true
        )
    }

    /// Completes when it is told that its time ends, a second before it does.
    package static func expire(after milliseconds: Int) -> KnownWork {
        KnownWork(
            title: "completes in the grace second",
            body: "expire 1",
            quantity: .wall,
            cost: Double(milliseconds),
            isFresh: false,
            budget: "wall=\(milliseconds + 1000)ms,memory=256MB"
        )
    }

    /// The rows of the table.
    package static let all: [KnownWork] = [
        .sleep(5), .sleep(20), .sleep(200), .expire(after: 200), .burn(5), .burn(20), .burn(200),
        .keep(1024), .keep(8192), .keep(65_536), .touch(8192, isFresh: false),
        .touch(8192, isFresh: true),
    ]

    /// The push whose body it is.
    func push() throws -> PushPayload {
        let text = #"{"aps":{"alert":{"title":"known","body":"\#(body)"},"mutable-content":1}}"#
        return try PushPayload.parse(Array(text.utf8))
    }
}
