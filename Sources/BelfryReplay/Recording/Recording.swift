// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// A run with all that it saw, to be made again.
///
/// Whoever has the file has the notification and what the network answered: what of it is secret is
/// in Documentation/Replay.md.
package struct Recording: Sendable, Equatable, Codable {
    /// What the file is, and of which version.
    package var format = Self.formatName
    package var version = Self.currentVersion

    /// The bundle that ran, as far as a replay has to be of the same.
    package var bundle: Bundle

    /// What it was asked.
    package var request: Request

    /// The limits that it had.
    package var budget: RecordedBudget

    /// Origins that were allowed besides the manifest's.
    package var allowedOrigins: [String]

    /// The time zone and the languages of the environment.
    package var environment: [String: String]

    /// What the run saw.
    package var trace: RunTrace

    /// How it ended.
    package var result: RunResult

    /// What was taken out of the recording; such things are not compared.
    package var redactions: [String]

    package init(
        bundle: Bundle,
        request: Request,
        budget: RecordedBudget,
        allowedOrigins: [String],
        environment: [String: String],
        trace: RunTrace,
        result: RunResult,
        redactions: [String]
    ) {
        self.bundle = bundle
        self.request = request
        self.budget = budget
        self.allowedOrigins = allowedOrigins
        self.environment = environment
        self.trace = trace
        self.result = result
        self.redactions = redactions
    }

    /// What every such file says of itself.
    package static let formatName = "belfry-recording"

    /// The version that is written; later ones than this are refused.
    package static let currentVersion = 1

    /// The extension.
    package struct Bundle: Sendable, Equatable, Codable {
        package var identifier: String
        package var version: String

        /// Where it was.
        package var path: String
        package var files: [File]

        /// The build of the SDK that a Swift extension had; nil where there was none.
        package var sdk: String?

        package init(
            identifier: String,
            version: String,
            path: String,
            files: [File],
            sdk: String? = nil
        ) {
            self.identifier = identifier
            self.version = version
            self.path = path
            self.files = files
            self.sdk = sdk
        }
    }

    /// A file of the bundle.
    package struct File: Sendable, Equatable, Codable {
        package var path: String
        package var byteCount: Int
        package var sha256: String

        package init(path: String, byteCount: Int, sha256: String) {
            self.path = path
            self.byteCount = byteCount
            self.sha256 = sha256
        }
    }

    /// What the extension was asked about.
    package struct Request: Sendable, Equatable, Codable {
        package var identifier: String

        /// The payload as it came, JSON text.
        package var payload: String

        package init(identifier: String, payload: String) {
            self.identifier = identifier
            self.payload = payload
        }
    }
}
