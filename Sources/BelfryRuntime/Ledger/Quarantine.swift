// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Extensions that failed too often of late, and until when they are not tried; pure, in seconds of
/// UNIX time so that it outlives its host.
///
/// Three strikes in ten minutes put a bundle in quarantine for a minute. When that is over it is
/// tried again, on probation: the next strike within a day puts it back for twice as long, up to a
/// day. A bundle that has not struck for a day is forgotten. It is known by what it is made of, so
/// that an update begins anew.
package struct Quarantine: Sendable, Codable, Equatable {
    /// What is known of one bundle.
    package struct Entry: Sendable, Codable, Equatable {
        /// The bundle's identifier and path, for people.
        package var identifier: String
        package var path: String

        /// Its latest strikes, oldest first.
        package var strikes: [Strike] = []

        /// How often it has been in quarantine in a row.
        package var sentenceCount = 0

        /// Until when it is not tried; 0 when it never was kept from running.
        package var until: Int64 = 0
    }

    /// One failure that is the extension's own.
    package struct Strike: Sendable, Codable, Equatable {
        package var time: Int64
        package var reason: String
    }

    /// The bundles, by the digest of what they are made of.
    package private(set) var entries: [String: Entry] = [:]

    /// How many strikes, in how many seconds, put a bundle in quarantine.
    package static let strikeLimit = 3
    package static let strikeWindow: Int64 = 600

    /// The first sentence, and the longest, in seconds.
    package static let firstSentence: Int64 = 60
    package static let longestSentence: Int64 = 86_400

    /// Most bundles that are remembered; beyond, those with the oldest strikes are forgotten.
    static let entryLimit = 1000

    package init() {}

    /// What is known of a bundle that is not to be tried now; nil when it may be.
    package func sentence(of digest: String, at now: Int64) -> Entry? {
        guard let entry = entries[digest], entry.until > now,
            // A clock that was set back must not keep it for longer than any sentence is.
            entry.until - now <= Self.longestSentence
        else { return nil }
        return entry
    }

    /// Notes a failure.
    package mutating func strike(
        _ digest: String,
        identifier: String,
        path: String,
        reason: String,
        at now: Int64
    ) {
        forget(before: now)
        var entry = entries[digest] ?? Entry(identifier: identifier, path: path)
        entry.identifier = identifier
        entry.path = path
        entry.strikes.append(Strike(time: now, reason: reason))
        entry.strikes.removeFirst(max(0, entry.strikes.count - Self.strikeLimit))
        let recent = entry.strikes.count { now - $0.time < Self.strikeWindow }
        let isOnProbation = entry.sentenceCount > 0
        if recent >= Self.strikeLimit || isOnProbation, entry.until <= now {
            entry.until = now + Self.duration(ofSentence: entry.sentenceCount)
            entry.sentenceCount += 1
        }
        entries[digest] = entry
        trim()
    }

    /// Forgets a bundle's strikes.
    ///
    /// - Parameter digest: Whose.
    /// - Returns: Whether there were any.
    package mutating func reset(_ digest: String) -> Bool {
        entries.removeValue(forKey: digest) != nil
    }

    private static func duration(ofSentence ordinal: Int) -> Int64 {
        // Doubled eleven times a minute is more than a day.
        min(firstSentence << min(Int64(ordinal), 11), longestSentence)
    }

    private mutating func forget(before now: Int64) {
        entries = entries.filter { _, entry in
            let last = entry.strikes.last?.time ?? 0
            return max(last, entry.until) > now - Self.longestSentence
        }
    }

    private mutating func trim() {
        while entries.count > Self.entryLimit {
            let oldest = entries.min {
                ($0.value.strikes.last?.time ?? 0) < ($1.value.strikes.last?.time ?? 0)
            }
            guard let oldest else { return }
            entries[oldest.key] = nil
        }
    }
}
