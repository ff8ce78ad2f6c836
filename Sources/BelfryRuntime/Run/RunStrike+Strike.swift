// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryWire

extension RunStrike {
    /// What a worker tells of, or the host finds in what it says.
    init(_ strike: Strike) {
        self =
            switch strike {
            case .secondCompletion: .secondCompletion
            case .lateCompletion: .lateCompletion
            case .badHandle: .badHandle
            case .deniedDrop: .deniedDrop
            case .badCheckpoint: .badCheckpoint
            case .badOption: .badOption
            }
    }
}
