// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import Testing

/// One of the seven filters there are.
struct FilterCase: CustomTestStringConvertible, Sendable {
    let stage: SystemCallPolicy.Stage
    let hasNetwork: Bool

    static let all = [FilterCase(stage: .mounter, hasNetwork: false)] + ofZygote + ofWorkers

    private static let ofZygote = [false, true].map { FilterCase(stage: .zygote, hasNetwork: $0) }

    /// The filters under which extension code runs.
    static let ofWorkers = [SystemCallPolicy.Stage.load, .sealed].flatMap { stage in
        [false, true].map { FilterCase(stage: stage, hasNetwork: $0) }
    }

    var policy: SystemCallPolicy { SystemCallPolicy(stage: stage, hasNetwork: hasNetwork) }

    /// What becomes of a forbidden call.
    var forbidden: FilterMachine.Verdict { stage == .zygote ? .notify : .leave }

    var testDescription: String { "\(stage)\(hasNetwork ? " with network" : "")" }

    func machine() throws -> FilterMachine {
        try FilterMachine(stage: stage, hasNetwork: hasNetwork)
    }
}
