// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import Foundation

/// Which bundles have failed too often and are not tried for a while.
///
/// Reading and writing happen off the host's thread, since they touch files.
struct QuarantineLedger: Sendable {
    /// Where it is kept; nil to try every bundle always.
    let register: (any QuarantineKeeping)?

    /// What the register says of a bundle before its run.
    struct Standing: Sendable {
        let digest: String
        var entry: Quarantine.Entry?
        var isQuarantined = false
    }

    /// Looks a bundle up; nil when no register is kept, or when it cannot be used: the bundle is
    /// tried then, since a notification depends on it.
    func standing(of bundle: ExtensionBundle) async -> Standing? {
        guard let register, let digest = try? await bundle.digest() else { return nil }
        return await Self.look(register, digest)
    }

    @concurrent
    private static func look(_ register: any QuarantineKeeping, _ digest: String) async -> Standing?
    {
        guard let quarantine = try? register.read() else { return nil }
        var standing = Standing(digest: digest)
        standing.entry = quarantine.entries[digest]
        standing.isQuarantined = quarantine.sentence(of: digest, at: now) != nil
        return standing
    }

    /// Notes a run that ended badly by the extension's own doing.
    ///
    /// - Parameters:
    ///   - reason: What counts against the extension; nil for a run that was well.
    ///   - bundle: The extension's bundle.
    ///   - standing: What was known of it before the run.
    /// - Returns: What is known of it now.
    func note(
        _ reason: String?,
        of bundle: ExtensionBundle,
        _ standing: Standing?
    ) async -> Standing? {
        guard let register, let standing, !standing.isQuarantined, let reason else {
            return standing
        }
        return await Self.strike(
            register,
            standing,
            bundle.manifest.identifier,
            bundle.path,
            reason
        )
    }

    @concurrent
    private static func strike(
        _ register: any QuarantineKeeping,
        _ standing: Standing,
        _ identifier: String,
        _ path: String,
        _ reason: String
    ) async -> Standing {
        var result = standing
        let entry = try? register.update { quarantine in
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

/// Where a quarantine is kept.
///
/// The host's own is ``QuarantineRegister``. The simulation has one in memory.
protocol QuarantineKeeping: Sendable {
    /// Reads what is known.
    func read() throws(QuarantineError) -> Quarantine

    /// Changes what is known, with no other host between the reading and the writing.
    func update<Answer>(
        _ body: (inout Quarantine) -> Answer
    ) throws(QuarantineError) -> Answer
}

extension QuarantineRegister: QuarantineKeeping {}

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
