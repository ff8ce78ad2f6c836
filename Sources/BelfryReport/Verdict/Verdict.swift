// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryWire

/// How a run ended; every run ends in exactly one.
package enum Verdict: Sendable, Hashable {
    /// The extension's content was delivered.
    case delivered(Delivery)

    /// The extension dropped the notification, which its manifest lets it: nothing was delivered.
    case dropped(DropReason)

    /// The extension was loaded, and the original was delivered instead of its content.
    case fallback(Fallback)

    /// The extension was never loaded; the original was delivered.
    case rejected(Rejection)

    /// The extension was not asked, and why; the original was delivered.
    case notCalled(GateReport.Reason)

    /// In what way an extension's content came to be delivered.
    package enum Delivery: String, Sendable, CaseIterable {
        /// The extension completed in its own time.
        case completed
        /// It completed after it was told that its time ends.
        case atExpiry
        /// It did not complete, and the last of the contents it had published was delivered.
        case checkpoint
    }

    /// Why the original was delivered although the extension was called.
    package enum Fallback: String, Sendable, CaseIterable {
        /// The wall budget ended.
        case timeout
        /// The start-up budget ended before the extension was ready.
        case startTimeout
        /// The CPU budget was spent.
        case cpu
        /// The memory budget was passed.
        case memory
        /// The extension stopped itself: a Swift precondition, `fatalError`, `abort`-like traps.
        case trap
        /// A signal ended it, such as a bad memory access.
        case crash
        /// It ended its own process.
        case exited
        /// It made a system call that no extension may make.
        case violation
        /// It sent what makes no sense, or closed its way to the host.
        case `protocol`
        /// It misused the host's functions beyond what a strike is for.
        case abuse
        /// Its content was too large or not well formed.
        case output
        /// Somebody outside killed it.
        case killedFromOutside
        /// The host lacked a resource for the run, a process or room on the disk: never a strike.
        case hostResource
        /// The host was shut down.
        case hostShutdown
        /// The host had no room for the run in time.
        case hostOverloaded
    }

    /// Why an extension was not loaded.
    package enum Rejection: String, Sendable, CaseIterable {
        case elf, link, entry, descriptor, abi, identity, manifest
        /// The sandbox could not be put in force: never the extension's fault.
        case sandbox
        /// It failed too often of late, and was not tried.
        case quarantined
    }

    /// A verdict without its reason; the raw values are what reports say.
    package enum Kind: String, Sendable, Codable, CaseIterable, CustomStringConvertible {
        case delivered, dropped, fallback, rejected, notCalled

        /// Reads the word; one that is no verdict is told in the error.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let word = try container.decode(String.self)
            guard let kind = Kind(rawValue: word) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "\(word.quoted) is no verdict"
                )
            }
            self = kind
        }

        package var description: String { rawValue }
    }

    /// The verdict without its reason.
    package var kind: Kind {
        switch self {
        case .delivered: .delivered
        case .dropped: .dropped
        case .fallback: .fallback
        case .rejected: .rejected
        case .notCalled: .notCalled
        }
    }

    /// Puts together what a report says in two words.
    ///
    /// - Parameters:
    ///   - kind: The verdict without its reason.
    ///   - reason: The reason's code; nil is made of one that no verdict of this kind has.
    package init?(_ kind: Kind, reason: String) {
        let verdict: Verdict? =
            switch kind {
            case .delivered: Delivery(rawValue: reason).map(Verdict.delivered)
            case .dropped: DropReason(reason).map(Verdict.dropped)
            case .fallback: Fallback(rawValue: reason).map(Verdict.fallback)
            case .rejected: Rejection(rawValue: reason).map(Verdict.rejected)
            case .notCalled: GateReport.Reason(rawValue: reason).map(Verdict.notCalled)
            }
        guard let verdict else { return nil }
        self = verdict
    }

    /// The reason's code.
    package var reason: String {
        switch self {
        case .delivered(let delivery): delivery.rawValue
        case .dropped(let reason): reason.code
        case .fallback(let fallback): fallback.rawValue
        case .rejected(let rejection): rejection.rawValue
        case .notCalled(let condition): condition.rawValue
        }
    }

    /// Whether what the extension made was delivered.
    package var isDelivered: Bool {
        if case .delivered = self { true } else { false }
    }

    /// Whether a checkpoint is delivered in its place.
    ///
    /// An extension that broke the rules, or lied, does not get its content shown.
    package var yieldsToCheckpoint: Bool {
        switch self {
        case .fallback(let reason):
            switch reason {
            case .timeout, .startTimeout, .cpu, .memory, .trap, .crash, .exited, .killedFromOutside,
                .hostResource, .hostShutdown:
                true
            // One that had no room never began.
            case .violation, .protocol, .abuse, .output, .hostOverloaded: false
            }
        // The worker's zygote ended under it.
        case .rejected(.sandbox): true
        case .rejected, .delivered, .dropped, .notCalled: false
        }
    }

    /// Whether the extension itself ended the run, so that its worker is fit for another.
    package var isAnswered: Bool {
        switch self {
        case .delivered(.completed), .delivered(.atExpiry), .dropped: true
        case .delivered(.checkpoint), .fallback, .rejected, .notCalled: false
        }
    }

    /// Whether the run ended badly by the extension's own doing.
    package var isOffence: Bool {
        switch self {
        case .fallback(.hostShutdown), .fallback(.hostResource), .fallback(.hostOverloaded),
            .fallback(.killedFromOutside):
            false
        case .rejected(.sandbox), .rejected(.quarantined): false
        case .fallback, .rejected, .delivered(.checkpoint): true
        case .delivered, .dropped, .notCalled: false
        }
    }
}
