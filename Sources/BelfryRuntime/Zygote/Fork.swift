// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfryWire

/// A worker as the zygotes' room knows it.
struct Fork {
    /// The worker's number.
    let worker: UInt64
    private var stage: Stage
    let groupLimits: ControlGroupLeaf.Limits
    unowned let client: any ForkClient

    /// Whether a zygote that did not see what it needs has given it to another one.
    var hasMoved = false

    /// Its process, where that could not be measured and was killed.
    private var killed: (any EndingProcess)?

    /// The size of private writable memory that its zygote is still to be told of.
    var untoldDataLimit: UInt64?

    /// How far it has come.
    private enum Stage {
        /// Its zygote has not been told of it.
        case wanted(ForkPlan)
        /// Its zygote has the plan, of which nothing is kept: the worker's ends of sockets are to be
        /// open in the worker alone.
        case asked
        /// Its zygote has said that it forked it.
        case forked
    }

    init(_ plan: ForkPlan, for client: any ForkClient) {
        worker = plan.specification.worker
        stage = .wanted(plan)
        groupLimits = plan.groupLimits
        self.client = client
    }

    /// What its zygote needs to fork it; nil once the zygote has it.
    var plan: ForkPlan? {
        if case .wanted(let plan) = stage { plan } else { nil }
    }

    /// Whether its zygote is to say what has become of it.
    var isAsked: Bool {
        if case .asked = stage { true } else { false }
    }

    /// Whether the host sees a living process of it.
    var isLiving: Bool { client.livingProcess != nil || killed?.hasEnded == false }

    /// Whether its zygote can say that it has ended: the host sees no living process.
    var canHaveEnded: Bool {
        if case .forked = stage { !isLiving } else { false }
    }

    /// Its zygote has been told of it.
    mutating func wasAsked() {
        stage = .asked
    }

    /// Its zygote says that it was forked.
    mutating func wasForked() {
        stage = .forked
    }
    /// Its process has been killed, as it could not be measured.
    mutating func wasKilled(_ process: any EndingProcess) {
        killed = process
    }
}
