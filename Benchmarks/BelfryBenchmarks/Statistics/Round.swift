// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The samples of one round, in which every probe ran once.
package struct Round: Sendable, Equatable {
    private var samples: [Series: [Duration]] = [:]

    package init() {}

    /// The samples of a series, in the order in which they were taken.
    package subscript(_ series: Series) -> [Duration] {
        samples[series] ?? []
    }

    /// Adds one sample.
    package mutating func add(_ sample: Duration, to series: Series) {
        samples[series, default: []].append(sample)
    }
}
