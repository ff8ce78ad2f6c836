// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import Testing

/// The stores that the same tests run over.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case memory

    var testDescription: String { "in memory" }

    /// Makes an empty store.
    func make() -> any CenterStore { MemoryStore() }
}
