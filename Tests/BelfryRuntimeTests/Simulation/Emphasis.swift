// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import CenterSimulation

/// What one schedule draws more of than others.
///
/// Were everything drawn alike in each schedule, what needs many steps of one kind would hardly ever
/// come about: the third run of a bundle, a machine that stays full. So each seed leaves something out
/// and has more of something else ("Swarm Testing", Groce and others, 2012).
struct Emphasis {
    /// An event that can be drawn.
    enum Event: Int, CaseIterable {
        case ask, open, fork, speak, die, tell, compute, write, act, zygote, world, time

        /// How often it comes where nothing is emphasised.
        fileprivate var share: Int {
            switch self {
            case .ask, .fork, .time: 5
            case .speak: 9
            case .write: 3
            case .die, .tell, .compute: 2
            case .open, .act, .zygote, .world: 1
            }
        }

        /// Whether a schedule without it would be one in which nothing happens.
        fileprivate var isNeeded: Bool {
            switch self {
            case .ask, .fork, .speak, .time: true
            case .open, .die, .tell, .compute, .write, .act, .zygote, .world: false
            }
        }
    }

    /// How often each event comes, in the order of ``Event``.
    private let shares: [Int]
    private let total: Int

    /// The one bundle that is asked for runs; nil for all of them.
    let bundle: Int?

    /// Whether workers are prompt: they are forked and end before anything else happens, and when one of
    /// them speaks, all do.
    let isPrompt: Bool

    /// Whether each third worker is slow among prompt ones: a prewarmed one too may never be ready.
    let hasStragglers: Bool

    /// Once in how many times a worker lies, and once in how many a fork fails; 0 for never.
    let lies: Int
    let failures: Int

    /// Whether zygotes are prompt: they do at once what there is to do before a fork and after.
    let hasPromptZygotes: Bool

    /// Whether each worker has a zygote for itself, and whether bundles need those of two runtimes.
    let execsWorkers: Bool
    let hasTwoRuntimes: Bool

    /// Whether extensions keep files.
    let hasFolders: Bool

    /// Whether bundles are updated again and again.
    let hasUpdates: Bool

    /// Whether all runs are asked for alike: none has another budget, or its own process.
    let isUniform: Bool

    /// How long a run takes at most where none is different.
    let wall: Duration

    /// Draws what a schedule emphasises.
    init(_ random: inout SeededGenerator, bundleCount: Int) {
        hasFolders = random.once(in: 2)
        hasUpdates = random.once(in: 4)
        hasPromptZygotes = !random.once(in: 4)
        execsWorkers = random.once(in: 8)
        hasTwoRuntimes = random.once(in: 3)
        let hasMishaps = random.once(in: 2)
        var shares: [Int] = []
        for event in Event.allCases {
            switch random.below(8) {
            case _ where event == .write && !hasFolders: shares.append(0)
            case _ where event == .zygote && !hasMishaps: shares.append(0)
            case _ where event == .world && hasUpdates: shares.append(event.share * 3)
            case 0: shares.append(event.isNeeded ? max(1, event.share / 3) : 0)
            case 3 where event.isNeeded: shares.append(max(1, event.share / 3))
            case 1, 2: shares.append(event.share * 3)
            default: shares.append(event.share)
            }
        }
        self.shares = shares
        total = shares.reduce(0, +)
        // The last of them has a process for each run, and so the longest way to its third run.
        bundle = [nil, nil, nil, random.below(bundleCount), bundleCount - 1][random.below(5)]
        isPrompt = random.once(in: 2)
        hasStragglers = random.once(in: 3)
        lies = [0, 12, 12, 4][random.below(4)]
        failures = [0, 5, 5, 2][random.below(4)]
        isUniform = random.once(in: 2)
        wall = random.once(in: 2) ? .milliseconds(120) : .milliseconds(300)
    }

    /// Whether a worker goes on whenever another does.
    func isPrompt(_ worker: UInt64) -> Bool {
        isPrompt && !(hasStragglers && worker.isMultiple(of: 3))
    }

    /// What is emphasised, in words.
    var words: String {
        let events = Event.allCases.filter { $0.share > 0 }
        let more = events.filter { shares[$0.rawValue] > $0.share }.map { "\($0)" }
        let less = events.filter { (1..<$0.share).contains(shares[$0.rawValue]) }.map { "\($0)" }
        let none = events.filter { shares[$0.rawValue] == 0 }.map { "\($0)" }
        let facts: [String?] = [
            !isPrompt ? "workers are slow" : hasStragglers ? "some workers are slow" : nil,
            hasPromptZygotes ? nil : "zygotes are slow",
            execsWorkers ? "each worker has a zygote for itself" : nil,
            hasTwoRuntimes ? "there are two runtimes" : nil,
            lies == 0 ? nil : "one word in \(lies) is a lie",
            failures == 0 ? nil : "one fork in \(failures) fails",
            hasFolders ? "extensions keep files" : nil,
            hasUpdates ? "bundles are updated often" : nil,
            less.isEmpty ? nil : "less often: \(less.joined(separator: ", "))",
            more.isEmpty ? nil : "more often: \(more.joined(separator: ", "))",
            none.isEmpty ? nil : "never: \(none.joined(separator: ", "))",
        ]
        return facts.compactMap(\.self).joined(separator: "; ")
    }

    /// Draws an event.
    func draw(_ random: inout SeededGenerator) -> Event {
        var number = random.below(total)
        for event in Event.allCases {
            if number < shares[event.rawValue] { return event }
            number -= shares[event.rawValue]
        }
        return .time
    }
}
