// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryReplay

/// What `--redact` is given.
enum RedactionOption {
    /// Refuses a name of nothing before anything is done.
    static func check(_ name: String) throws {
        do throws(RecordingError) {
            _ = try Redaction(name)
        } catch {
            throw ValidationError("--redact: \(error.message)")
        }
    }
}
