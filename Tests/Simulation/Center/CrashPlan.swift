// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter

/// When the simulated process ends: after so many steps of its store, its engine and its sinks.
package final class CrashPlan {
    /// The process has ended, and whatever it does now never happens.
    package struct Crash: Error {
        package init() {}
    }

    /// How many more steps the process lives; nil for ever.
    package var steps: Int?

    package private(set) var isDown = false

    package init() {}

    /// Starts the process anew.
    package func restart() {
        isDown = false
        steps = nil
    }

    /// Counts one step.
    ///
    /// - Throws: ``Crash`` when it was the last, and ever after.
    package func step() throws {
        if let left = steps {
            steps = left - 1
            if left <= 0 { isDown = true }
        }
        if isDown { throw Crash() }
    }
}

/// A store whose process can end before a transaction, within it and after its commit.
package final class CrashingStore: CenterStore {
    /// The store below, which outlives every process.
    package let inner: any CenterStore
    private let plan: CrashPlan

    package init(_ inner: any CenterStore, _ plan: CrashPlan) {
        self.inner = inner
        self.plan = plan
    }

    package func write<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        try plan.step()
        let value = try inner.write { transaction in
            let value = try body(transaction)
            try plan.step()
            return value
        }
        try plan.step()
        return value
    }

    package func nested<Value>(_ body: () throws -> Value) throws -> Value {
        try inner.nested(body)
    }

    package func read<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        if plan.isDown { throw CrashPlan.Crash() }
        return try inner.read(body)
    }
}
