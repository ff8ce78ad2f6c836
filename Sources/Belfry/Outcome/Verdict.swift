// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How a run ended; a closed set, so that a `switch` needs no `default`.
///
/// The article <doc:WhatAVerdictTellsYou> says what each group means to a server. A case more is a new
/// major version of this module.
public enum Verdict: Sendable, Hashable {
    /// The extension's content is delivered.
    case delivered(Delivery)

    /// The extension dropped the notification, which its bundle lets it: nothing is delivered.
    ///
    /// The reason is a code of the extension's own: 1 to 64 letters and digits of ASCII, dots,
    /// underscores and hyphens.
    case dropped(reason: String)

    /// The extension was called, and the original is delivered instead of its content.
    case fallback(Fallback)

    /// The extension was not loaded; the original is delivered.
    case rejected(Rejection)

    /// The extension was not asked; the original is delivered.
    case notCalled(Condition)

    /// In what way an extension's content came to be delivered.
    public enum Delivery: String, Sendable, Hashable, CaseIterable {
        /// The extension completed in its own time.
        case completed
        /// It completed after it was told that its time ends.
        case atExpiry
        /// It did not complete, and the last of the contents that it had published is delivered.
        case checkpoint
    }

    /// Why the original is delivered although the extension was called.
    public enum Fallback: String, Sendable, Hashable, CaseIterable {
        /// The wall budget ended.
        case timeout
        /// The start-up budget ended before the extension was ready.
        case startTimeout
        /// The CPU budget was spent.
        case cpu
        /// The memory budget was passed.
        case memory
        /// The extension stopped itself: a Swift precondition, `fatalError`, `abort`.
        case trap
        /// A signal ended it, such as a bad memory access.
        case crash
        /// It ended its own process.
        case exited
        /// It made a system call that no extension may make, or worked against the sandbox.
        case violation
        /// It sent what makes no sense, or closed its way to the host.
        case `protocol`
        /// It misused the host's functions.
        case abuse
        /// Its content was too large or not well formed.
        case output
        /// Somebody outside of Belfry killed it.
        case killedFromOutside
        /// The host lacked a resource for the run, a process or room on the disk.
        case hostResource
        /// The host was shut down.
        case hostShutdown
        /// The host had no room for the run in time.
        case hostOverloaded
    }

    /// Why an extension was not loaded.
    public enum Rejection: String, Sendable, Hashable, CaseIterable {
        /// Its library is not a shared library that this machine can load.
        case elf
        /// A symbol or a library that it needs is missing.
        case link
        /// It does not export `bf_extension_main`, or has no table that is needed.
        case entry
        /// What `bf_extension_main` returned is not well formed.
        case descriptor
        /// It was made for a version of the C ABI that the host does not speak.
        case abi
        /// Another bundle has its identifier already.
        case identity
        /// Its `Info.plist` asks for what the extension does not have.
        case manifest
        /// The sandbox could not be put in force: never the extension's fault.
        case sandbox
        /// It failed too often of late, and was not tried.
        case quarantined
    }

    /// Which condition for calling an extension did not hold.
    public enum Condition: String, Sendable, Hashable, CaseIterable {
        /// The bundle is not a service extension.
        case notService = "not_service"
        /// The notification is local, and the bundle does not ask for local ones.
        case notRemote = "not_remote"
        /// There is no text to show.
        case noAlert = "no_alert"
        /// The payload does not say that it may be changed.
        case notMutable = "not_mutable"
        /// The push is not of the type `alert`.
        case pushType = "push_type"
        /// The user does not let the app show alerts.
        case alertsDisabled = "alerts_disabled"
        /// The content extension does not draw the notification's category.
        case otherCategory = "other_category"
        /// The notification is longer than what an extension can be handed.
        case tooLong = "too_long"
    }

    /// Whether what the extension made is delivered.
    public var isDelivered: Bool {
        if case .delivered = self { true } else { false }
    }
}

extension Verdict: CustomStringConvertible {
    /// The verdict's word and its reason, such as `fallback: timeout`; both as in the report's JSON.
    public var description: String {
        switch self {
        case .delivered(let delivery): "delivered: \(delivery.rawValue)"
        case .dropped(let reason): "dropped: \(reason)"
        case .fallback(let fallback): "fallback: \(fallback.rawValue)"
        case .rejected(let rejection): "rejected: \(rejection.rawValue)"
        case .notCalled(let condition): "notCalled: \(condition.rawValue)"
        }
    }
}
