// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Notifications that the delivered list shows together, as of one thread, with the line under them.
package struct ThreadGroup: Equatable, Sendable {
    /// The thread; empty for what names none, and where the user wants one group of each app.
    package var thread: String

    /// The members' sequences, newest first; of one scheduled summary, those of a higher relevance score.
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
    ///   - grouping: What the user has set for the app.
    /// - Returns: The groups.
    package static func groups(
        _ entries: [LedgerEntry],
        _ categories: CategorySet,
        _ grouping: AppSettings.Grouping = .automatic
    ) -> [ThreadGroup] {
        let newestFirst = ordered(entries)
        var order: [Key] = []
        var members: [Key: [LedgerEntry]] = [:]
        for entry in newestFirst {
            let key = Key(entry, grouping)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(entry)
        }
        return order.compactMap { key in
            guard let entries = members[key], let newest = entries.first else { return nil }
            let format = categories.category(newest.shown.categoryIdentifier)?
                .shortened.categorySummaryFormat
            return ThreadGroup(
                thread: key.thread.text,
                sequences: entries.map(\.sequence),
                summary: summary(of: entries.dropFirst(), format ?? "")
            )
        }
    }

    /// Orders notifications, the newest first.
    ///
    /// Those of one scheduled summary are ordered among themselves by their relevance score, so that
    /// the featured one is before the others.
    private static func ordered(_ entries: [LedgerEntry]) -> [LedgerEntry] {
        var newestFirst = entries.sorted { $0.sequence > $1.sequence }
        let places = Dictionary(grouping: newestFirst.indices) { newestFirst[$0].detail.summary }
        for (summary, places) in places where summary != nil && places.count > 1 {
            let ranked = places.map { newestFirst[$0] }.sorted {
                ($0.shown.relevanceScore, $0.sequence) > ($1.shown.relevanceScore, $1.sequence)
            }
            for (place, entry) in zip(places, ranked) { newestFirst[place] = entry }
        }
        return newestFirst
    }

    /// What notifications of one group have in common.
    private struct Key: Hashable {
        let thread: ExactText

        /// The notification of a group of its own; nil for another group.
        let sequence: Int?

        init(_ entry: LedgerEntry, _ grouping: AppSettings.Grouping) {
            thread = ExactText(grouping == .byApp ? "" : entry.shown.threadIdentifier)
            sequence = grouping == .off ? entry.sequence : nil
        }
    }

    /// Most bytes of a summary, and of what each sender says in it.
    package static let summaryByteLimit = 512
    private static let argumentByteLimit = 128

    /// The line under a group.
    ///
    /// Its parts are the app's and the senders' and come as long as they like: each is cut, and a format
    /// has one place for either.
    private static func summary(of rest: ArraySlice<LedgerEntry>, _ format: String) -> String {
        guard !rest.isEmpty else { return "" }
        // The counts are the senders': no sum of them may end the centre.
        let count = rest.reduce(0) { sum, entry in
            let next = sum.addingReportingOverflow(max(1, entry.shown.summaryArgumentCount))
            return next.overflow ? .max : next.partialValue
        }
        return (format.isEmpty ? defaultFormat : format)
            .replacing("%u", with: String(count), maxReplacements: 1)
            .replacing("%@", with: arguments(of: rest), maxReplacements: 1)
            .cut(byteLimit: summaryByteLimit)
    }

    /// What the senders of notifications say for their summary: as much as it can have.
    private static func arguments(of rest: ArraySlice<LedgerEntry>) -> String {
        var arguments: [String] = []
        var byteCount = 0
        for entry in rest where byteCount <= summaryByteLimit {
            let argument = entry.shown.summaryArgument.cut(byteLimit: argumentByteLimit)
            guard !argument.isEmpty, !arguments.contains(argument) else { continue }
            arguments.append(argument)
            byteCount += argument.utf8.count
        }
        return arguments.joined(separator: ", ")
    }
}
