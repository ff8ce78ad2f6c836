// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Synchronization

@testable import BelfryRuntime

/// A quarantine register in memory, which counts its strikes.
final class SimulatedRegister: QuarantineKeeping {
    private let state = Mutex((quarantine: Quarantine(), updateCount: 0))

    /// How many strikes were noted.
    var updateCount: Int { state.withLock(\.updateCount) }

    func read() -> Quarantine { state.withLock(\.quarantine) }

    /// What it says of a bundle now; the path stands for the digest of the bundle's files.
    func standing(of bundle: ExtensionBundle) -> QuarantineLedger.Standing {
        let entry = read().entries[bundle.path]
        return QuarantineLedger.Standing(
            digest: bundle.path,
            entry: entry,
            isQuarantined: entry.map { $0.until > 0 } ?? false
        )
    }

    func update<Answer>(_ body: (inout Quarantine) -> Answer) -> Answer {
        var changed = read()
        let answer = body(&changed)
        state.withLock {
            $0.quarantine = changed
            $0.updateCount += 1
        }
        return answer
    }
}
