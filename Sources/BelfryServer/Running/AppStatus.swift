// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the daemon knows of an app's process.
struct AppStatus: Equatable, Sendable {
    enum Word: String, CaseIterable, Sendable {
        /// A process of it listens.
        case listening

        /// Its program runs, and does not listen so far.
        case running

        /// Its program does not run, and is started when there is something for it.
        case stopped

        /// Its program has never listened, and is started no more.
        case givenUp

        /// It has no program.
        case none
    }

    let word: Word

    /// How often its program was started since it listened last.
    let silentStarts: Int

    /// How its last process ended; nil where none has.
    let lastEnd: String?

    init(
        isListening: Bool,
        _ known: (record: AppPrograms.Record, isGivenUp: Bool, isRunning: Bool)?,
        hasProgram: Bool
    ) {
        word =
            switch known {
            case _ where isListening: .listening
            case let known? where known.isGivenUp: .givenUp
            case let known? where known.isRunning: .running
            default: hasProgram ? .stopped : .none
            }
        silentStarts = known?.record.silentStarts ?? 0
        lastEnd = known?.record.lastEnd
    }

    var document: JSONValue {
        var object: JSONObject = [
            "state": .string(word.rawValue), "silentStarts": .number(JSONNumber(silentStarts)),
        ]
        object["lastEnd"] = lastEnd.map { .string($0) }
        return .object(object)
    }

    /// What keeps an app from what waits for it; nil where nothing does.
    func obstacle(of app: String) -> String? {
        let end = lastEnd.map { ", the last time it ended with \($0)" } ?? ""
        switch word {
        case .givenUp:
            return "its program was started \(silentStarts) times and never listened\(end); "
                + "belfry log \(app) prints what it wrote, belfry open \(app) tries again"
        case .none: return "the app has no program that could be started"
        case .stopped where silentStarts > 0:
            return "its program has not listened so far\(end), and is started again"
        case .listening, .running, .stopped: return nil
        }
    }
}
