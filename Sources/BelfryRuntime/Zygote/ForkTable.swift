// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox

/// A worker as the zygotes' room knows it.
struct Fork {
    private var stage: Stage
    let groupLimits: ControlGroupLeaf.Limits
    unowned let client: any ForkClient
    var zygote: ZygoteNumber

    /// Whether a zygote that did not see what it needs has given it to another one.
    var hasMoved = false

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

    init(_ plan: ForkPlan, in zygote: ZygoteNumber, for client: any ForkClient) {
        stage = .wanted(plan)
        groupLimits = plan.groupLimits
        self.client = client
        self.zygote = zygote
    }

    /// What its zygote needs to fork it; nil once the zygote has it.
    var plan: ForkPlan? {
        if case .wanted(let plan) = stage { plan } else { nil }
    }

    /// Whether its zygote is to say what has become of it.
    var isAsked: Bool {
        if case .asked = stage { true } else { false }
    }

    /// Whether its zygote can say that it has ended: the host sees no living process.
    var canHaveEnded: Bool {
        if case .forked = stage { client.livingProcess == nil } else { false }
    }

    /// Its zygote has been told of it.
    mutating func wasAsked() {
        stage = .asked
    }

    /// Its zygote says that it was forked.
    mutating func wasForked() {
        stage = .forked
    }
}

/// The workers that zygotes were asked for and that are not forgotten, by their numbers.
struct ForkTable {
    private var forks: [UInt64: Fork] = [:]

    subscript(worker: UInt64) -> Fork? {
        get { forks[worker] }
        set { forks[worker] = newValue }
    }

    /// The zygotes that have workers.
    var zygotes: Set<ZygoteNumber> { Set(forks.values.map(\.zygote)) }

    /// Those whose workers a zygote has, in the order of the workers' numbers.
    func clients(of zygote: ZygoteNumber) -> [any ForkClient] {
        let own = forks.filter { $0.value.zygote == zygote }
        return own.sorted { $0.key < $1.key }.map(\.value.client)
    }

    /// Forgets a worker.
    ///
    /// - Returns: What was known of it.
    mutating func remove(_ worker: UInt64) -> Fork? {
        forks.removeValue(forKey: worker)
    }
}
