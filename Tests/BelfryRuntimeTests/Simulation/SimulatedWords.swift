// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryWire

// What happens in a schedule, in the words in which it is printed.

extension Verdict {
    /// Its kind and its reason, as a report has them.
    var words: String { "\(kind): \(reason)" }
}

extension WorkerEvent {
    /// What a worker says, as the rest of a sentence.
    var words: String {
        switch self {
        case .sealed: "that its sandbox is in force"
        case .loaded: "that it is loaded"
        case .loadFailed(let failure): "that it cannot be loaded: \(failure.stage)"
        case .completed(let run, _): "that run \(run) is completed"
        case .checkpoint(let run, _): "what is the best of run \(run) so far"
        case .dropped(let run, _): "that run \(run) is dropped"
        case .abused(let run): "that run \(run) was answered with what is no content of it"
        case .strike(let run, let kind): "that run \(run) has made a mistake: \(kind)"
        case .log(_, let text): "\"\(text)\" to the log"
        case .content(.returned(let callback)): "that callback \(callback) has returned"
        case .content(.answered(let response, let option)):
            "that response \(response) is answered with option \(option)"
        case .content(let event): "of its views: \(event)"
        default: "\(self)"
        }
    }
}
