// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import Foundation

/// Who failed too often is not tried for a while; off the host's thread, since files are read.
extension ExtensionHost {
    /// What the register says of a bundle before its run.
    struct Standing: Sendable {
        let register: QuarantineRegister
        let digest: String
        var entry: Quarantine.Entry?
        var isQuarantined = false
    }

    /// Looks a bundle up; nil when no register is kept, or when it cannot be used: the bundle is
    /// tried then, since a notification depends on it.
    func standing(of bundle: ExtensionBundle) async -> Standing? {
        guard let register = configuration.quarantine, let digest = try? await bundle.digest()
        else {
            return nil
        }
        return await Self.look(register, digest)
    }

    @concurrent
    private static func look(_ register: QuarantineRegister, _ digest: String) async -> Standing? {
        guard let quarantine = try? register.read() else { return nil }
        var standing = Standing(register: register, digest: digest)
        standing.entry = quarantine.entries[digest]
        standing.isQuarantined = quarantine.sentence(of: digest, at: now) != nil
        return standing
    }

    /// Notes a run that ended badly by the extension's own doing.
    ///
    /// - Parameters:
    ///   - run: The run, which is decided.
    ///   - standing: What was known of its bundle before.
    /// - Returns: What is known of it now.
    func judge(_ run: RunRecord, _ standing: Standing?) async -> Standing? {
        guard let standing, !standing.isQuarantined, let reason = run.offence else {
            return standing
        }
        let bundle = run.bundle
        let judged = await Self.strike(
            standing,
            bundle.manifest.identifier,
            bundle.path,
            reason
        )
        let before = standing.entry?.sentenceCount ?? 0
        if judged.entry?.sentenceCount ?? 0 > before { metrics?.countQuarantine() }
        return judged
    }

    @concurrent
    private static func strike(
        _ standing: Standing,
        _ identifier: String,
        _ path: String,
        _ reason: String
    ) async -> Standing {
        var result = standing
        let entry = try? standing.register.update { quarantine in
            quarantine.strike(
                standing.digest,
                identifier: identifier,
                path: path,
                reason: reason,
                at: now
            )
            return quarantine.entries[standing.digest]
        }
        result.entry = entry.flatMap(\.self) ?? standing.entry
        return result
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}

extension RunRecord {
    /// What of this run counts against the extension; nil for nothing.
    fileprivate var offence: String? {
        if let retirement = worker?.retirement, retirement.isMisuse, retirement != .strikes {
            return retirement.rawValue
        }
        if let strike = strikes.first { return strike }
        // What ended a run whose checkpoint was delivered counts as if it had not been.
        guard let cause = machine.endedBy ?? machine.verdict, cause.isOffence else { return nil }
        return cause.reason
    }
}

extension Quarantine.Entry {
    /// Why a bundle is not tried now, and until when, as the rest of a sentence.
    var sentence: String {
        let reasons = strikes.map(\.reason).joined(separator: ", ")
        let end = Date(timeIntervalSince1970: TimeInterval(until)).ISO8601Format()
        return "its latest strikes are \(reasons); it is tried again after \(end), "
            + "or once it is changed, or after `belfry quarantine --reset`"
    }
}

extension RunReport.QuarantineSummary {
    init(_ entry: Quarantine.Entry) {
        self.init(
            strikes: entry.strikes.map(\.reason),
            until: entry.until,
            sentenceCount: entry.sentenceCount
        )
    }
}
