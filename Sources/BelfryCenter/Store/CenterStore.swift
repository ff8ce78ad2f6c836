// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where the centre keeps what it remembers.
///
/// There is one in memory and one in a SQLite database, and the same tests run over both.
package protocol CenterStore: AnyObject {
    /// Runs a body in one transaction: when this returns, all that the body did lasts, whatever
    /// becomes of the process or the machine's power; when it throws, none of it was done.
    func write<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value

    /// Runs a body that may fail within the transaction that is open, and undoes what it did if it
    /// throws; what the transaction did before stays.
    func nested<Value>(_ body: () throws -> Value) throws -> Value

    /// Runs a body that only reads.
    func read<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value
}
