// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A benchmark that cannot go on, in one line with the way out.
package struct BenchmarkError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
