// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter

/// A store on a disk that can be full; it belongs to one thread at a time.
final class FullDisk: CenterStore {
    private let inner: any CenterStore
    var isFull = false

    /// How many of the next parts of transactions fail, each by itself.
    var failingParts = 0

    init(_ inner: any CenterStore = MemoryStore()) {
        self.inner = inner
    }

    func write<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        try inner.write { transaction in
            let value = try body(transaction)
            if isFull { throw CenterError(.full, "no room on the disk") }
            return value
        }
    }

    func nested<Value>(_ body: () throws -> Value) throws -> Value {
        try inner.nested {
            let value = try body()
            guard failingParts == 0 else {
                failingParts -= 1
                throw CenterError(.full, "no room on the disk")
            }
            return value
        }
    }

    func read<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        try inner.read(body)
    }
}
