// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// The name of a check, as `--only`, `--list` and the report have it.
package enum CheckName: String, Sendable, Codable, CaseIterable {
    case manifest
    case library
    case exports
    case start
    case completes
    case draws
    case seen
    case responds
    case payloads
    case repeats
    case completesOnce = "completes-once"
    case expiry
    case afterSlowRun = "after-slow-run"
    case memoryPressure = "memory-pressure"
    case cpuPressure = "cpu-pressure"
    case parallel
    case offline
    case attachments
    case freshEqualsWarm = "fresh-equals-warm"
    case order
    case leaks
    case threads
    case handles
    case arguments
    case borrows
    case lifecycle

    /// What holds when it passes, in one line.
    package var summary: String {
        switch self {
        case .manifest: "Info.plist is read without an error or a warning"
        case .library: "the library can be loaded, and safely: no text relocations, no run path out"
        case .exports: "the library exports bf_extension_main and nothing else"
        case .start: "it is loaded and started well within its start-up budget"
        case .completes: "it completes one plain notification"
        case .draws: "a content extension draws one plain notification, comes to rest and is closed"
        case .seen: "every text that a content extension sets can be seen, narrow and wide"
        case .responds: "touched and given a response, it goes on, and its texts can still be seen"
        case .payloads:
            "it completes or draws every kind of payload: unicode, empty, long, many keys, random"
        case .repeats: "it completes or draws again and again in one process"
        case .completesOnce: "it completes each request once, and never one that is decided"
        case .expiry: "told that its time ends while it is busy, it still completes"
        case .afterSlowRun: "after a run that expired it completes the next ones"
        case .memoryPressure: "told that its memory runs out, it lives and completes"
        case .cpuPressure: "told that its CPU time runs out, it lives and completes"
        case .parallel: "several processes of it work at once"
        case .offline: "refused every origin, it lives and completes"
        case .attachments: "every attachment it makes is one"
        case .freshEqualsWarm:
            "the same request gives the same content in a fresh and in a used process"
        case .order: "what it makes of a request does not hang on the requests before"
        case .leaks: "memory, threads and descriptors do not grow from run to run"
        case .threads: "it calls each function on the threads that the header names"
        case .handles: "it uses live handles only, and none after its request is decided"
        case .arguments: "it gives each function what the header asks for"
        case .borrows: "it uses no string of the host's after its loan has ended"
        case .lifecycle: "it calls the host neither before start nor after stop"
        }
    }

    /// The checks without which this one says nothing new.
    package var requirements: [CheckName] {
        switch self {
        case .manifest: []
        case .library: [.manifest]
        case .exports, .start: [.library]
        case .completes, .draws: [.start]
        case .seen, .responds: [.draws]
        case .payloads, .repeats: [.completes, .draws]
        case .expiry, .offline, .attachments: [.completes]
        case .memoryPressure, .cpuPressure, .parallel: [.repeats]
        case .afterSlowRun: [.expiry, .repeats]
        case .completesOnce, .freshEqualsWarm, .leaks: [.repeats]
        case .order: [.freshEqualsWarm, .payloads]
        case .threads, .handles, .arguments, .borrows, .lifecycle: [.repeats]
        }
    }

    /// Whether extensions of a kind are put to it.
    package func isAsked(of point: Manifest.ExtensionPoint) -> Bool {
        switch self {
        case .manifest, .library, .exports, .start, .payloads, .repeats: true
        case .draws, .seen, .responds: point == .content
        default: point == .service
        }
    }
}
