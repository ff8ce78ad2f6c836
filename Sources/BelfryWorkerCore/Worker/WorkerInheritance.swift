// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Glibc

/// What a zygote leaves to the worker it forks.
///
/// Descriptors are plain numbers here: the worker moves and closes them by number, and an owner
/// whose life ended on the worker's side of the fork would close somebody else's.
struct WorkerInheritance {
    let specification: WorkerSpecification
    let filters: FilterSet.Pair

    /// Completions for as many requests as most workers get.
    let completions: CompletionPool

    /// Whether the worker is to enter a user namespace of its own.
    let countsAlone: Bool

    /// The zygote, which is the worker's parent for as long as it lives.
    let zygote = getpid()

    /// The port of the worker's HTTP proxy; nil without network.
    let proxyPort: UInt16?

    /// The Landlock ruleset, with the rules that every worker of the zygote has.
    let ruleset: Int32

    let runSocket: Int32
    let library: Int32
    let output: Int32

    /// The memory of the crash record, shared with the host.
    let crashRecord: Int32
}
