// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfryReport
package import BelfryRuntime
internal import BelfrySystem
internal import Foundation

/// Puts an extension to every check, each in processes of its own.
package struct Validator: Sendable {
    /// How to validate.
    package struct Options: Sendable {
        /// What random payloads and orders are made of.
        package var seed: UInt64

        /// How often the checks that repeat do so.
        package var runs = 100

        /// The checks to make; empty for all.
        package var only: Set<CheckName> = []

        /// Payloads of the user's, besides the built-in ones.
        package var payloads: [SamplePayload] = []

        /// What the app has registered, with the actions that a content extension is given responses of.
        package var categories: [NotificationCategory] = []

        /// What a run may use; nil for what the manifest asks for.
        package var budget: Budget?

        /// Whether logs show what extensions mark as private.
        package var showsPrivateValues = false

        package init(seed: UInt64) {
            self.seed = seed
        }
    }

    private let path: String
    private let sdk: SDKLocation
    private let options: Options

    /// A validator of one bundle.
    ///
    /// - Parameters:
    ///   - path: The `.appex` directory.
    ///   - sdk: Where Belfry's own parts are.
    ///   - options: How to validate.
    package init(path: String, sdk: SDKLocation, options: Options) {
        self.path = path
        self.sdk = sdk
        self.options = options
    }

    /// Makes the checks, in the order of their names.
    ///
    /// - Parameter progress: Called as each check begins.
    /// - Returns: All results.
    /// - Throws: ``BundleError`` when there is no bundle at the path, and what keeps the machine from
    ///   running any extension.
    package func validate(
        progress: (ValidationProgress) -> Void = { _ in }
    ) async throws -> ValidationReport {
        let store = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-validate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: store) }
        let runs = RunTally()
        let opened = try open(storePath: store.path, runs: runs)
        var results: [CheckResult] = []
        let manifest = (try? opened.get())?.bundle.manifest
        let point = manifest?.extensionPoint ?? .service
        let checks = Self.checks.filter {
            options.only.isEmpty ? $0.name.isAsked(of: point) : options.only.contains($0.name)
        }
        for check in checks {
            runs.reset()
            progress(
                ValidationProgress(
                    check: check.name,
                    results: results,
                    checkCount: checks.count,
                    runs: runs
                )
            )
            let result = try await self.result(of: check, on: opened, after: results)
            results.append(result)
        }
        return ValidationReport(
            bundle: path,
            identifier: manifest?.identifier,
            version: manifest?.version,
            seed: options.seed,
            runs: options.runs,
            checks: results
        )
    }

    /// Opens the bundle; one whose manifest cannot be read is still something to report on.
    private func open(
        storePath: String,
        runs: RunTally
    ) throws -> Result<Subject, BundleError> {
        do throws(BundleError) {
            return .success(
                Subject(
                    bundle: try ExtensionBundle(at: path),
                    sdk: sdk,
                    storePath: storePath,
                    options: options,
                    runs: runs
                )
            )
        } catch {
            guard error.code == .manifest || error.code == .noManifest else { throw error }
            return .failure(error)
        }
    }

    private func result(
        of check: any Check,
        on opened: Result<Subject, BundleError>,
        after results: [CheckResult]
    ) async throws -> CheckResult {
        let subject: Subject
        switch opened {
        case .success(let opened): subject = opened
        case .failure(let error):
            let isAboutManifest = check.name == .manifest
            return CheckResult(
                check.name,
                isAboutManifest ? .fail(error.message) : .skip("see manifest")
            )
        }
        guard check.name.isAsked(of: subject.bundle.manifest.extensionPoint) else {
            let isContent = subject.bundle.manifest.extensionPoint == .content
            let reason =
                isContent
                ? "a content extension completes no request"
                : "a service extension draws nothing"
            return CheckResult(check.name, .skip(reason))
        }
        let missing = check.name.requirements.first { name in
            results.contains { $0.name == name && ($0.status == .fail || $0.status == .skip) }
        }
        if let missing { return CheckResult(check.name, .skip("see \(missing.rawValue)")) }
        let begin = MonotonicTime.now
        let outcome = try await check.run(on: subject)
        let took = MonotonicTime.now - begin
        return CheckResult(check.name, outcome, milliseconds: took.milliseconds)
    }

    /// Every check, in the order of ``CheckName``.
    static let checks: [any Check] = [
        ManifestCheck(), LibraryCheck(), ExportsCheck(), StartCheck(), CompletesCheck(),
        DrawsCheck(), SeenCheck(), RespondsCheck(), PayloadsCheck(), RepeatsCheck(),
        CompletesOnceCheck(), ExpiryCheck(), AfterSlowRunCheck(),
        PressureCheck(name: .memoryPressure, notice: .memoryPressure),
        PressureCheck(name: .cpuPressure, notice: .cpuPressure), ParallelCheck(), OfflineCheck(),
        AttachmentsCheck(), FreshEqualsWarmCheck(), OrderCheck(), LeaksCheck(),
        WatchedCheck(name: .threads, kinds: ["thread"]),
        WatchedCheck(name: .handles, kinds: ["handle"]),
        WatchedCheck(name: .arguments, kinds: ["argument"]),
        WatchedCheck(name: .borrows, kinds: ["borrow"]),
        WatchedCheck(name: .lifecycle, kinds: ["lifecycle", "host"]),
    ]
}
