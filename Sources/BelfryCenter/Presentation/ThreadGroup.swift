// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The notifications of one thread in the delivered list, with the line under them.
package struct ThreadGroup: Equatable, Sendable {
    /// The thread; empty for what names none.
    package var thread: String

    /// The members' sequences, newest first.
    package var sequences: [Int]

    /// The line under the newest; empty where there is only that one.
    package var summary: String

    /// The default format, as of a category without one.
    package static let defaultFormat = "%u more notifications"

    /// Groups delivered notifications, the group with the newest member first.
    ///
    /// - Parameters:
    ///   - entries: The notifications of one app.
    ///   - categories: The app's categories, for their formats.
    /// - Returns: The groups.
    package static func groups(
        _ entries: [LedgerEntry],
        _ categories: CategorySet
    ) -> [ThreadGroup] {
        let newestFirst = entries.sorted { $0.sequence > $1.sequence }
        var order: [String] = []
        var members: [String: [LedgerEntry]] = [:]
        for entry in newestFirst {
            let thread = entry.shown.threadIdentifier
            if members[thread] == nil { order.append(thread) }
            members[thread, default: []].append(entry)
        }
        return order.compactMap { thread in
            guard let entries = members[thread], let newest = entries.first else { return nil }
            let format = categories.category(newest.shown.categoryIdentifier)?
                .categorySummaryFormat
            return ThreadGroup(
                thread: thread,
                sequences: entries.map(\.sequence),
                summary: summary(of: entries.dropFirst(), format ?? "")
            )
        }
    }

    private static func summary(of rest: ArraySlice<LedgerEntry>, _ format: String) -> String {
        guard !rest.isEmpty else { return "" }
        let count = rest.reduce(0) { $0 + max(1, $1.shown.summaryArgumentCount) }
        var arguments: [String] = []
        for entry in rest {
            let argument = entry.shown.summaryArgument
            if !argument.isEmpty, !arguments.contains(argument) { arguments.append(argument) }
        }
        return (format.isEmpty ? defaultFormat : format)
            .replacing("%u", with: String(count))
            .replacing("%@", with: arguments.joined(separator: ", "))
    }
}
