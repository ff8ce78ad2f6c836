// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CenterSimulation

/// What one schedule draws more of than others.
///
/// Were everything drawn alike in each schedule, what needs many steps of one kind would hardly ever
/// come about: the third run of a bundle, a machine that stays full. So each seed leaves something out
/// and has more of something else ("Swarm Testing", Groce and others, 2012).
struct Emphasis {
    /// An event that can be drawn.
    enum Event: Int, CaseIterable {
        case ask, open, fork, speak, die, tell, compute, write, act, world, time

        /// How often it comes where nothing is emphasised.
        fileprivate var share: Int {
            switch self {
            case .ask, .fork, .time: 5
            case .speak: 9
            case .write: 3
            case .tell, .compute: 2
            case .open, .die, .act, .world: 1
            }
        }

        /// Whether a schedule without it would be one in which nothing happens.
        fileprivate var isNeeded: Bool {
            switch self {
            case .ask, .fork, .speak, .time: true
            case .open, .die, .tell, .compute, .write, .act, .world: false
            }
        }
    }

    /// How often each event comes, in the order of ``Event``.
    private let shares: [Int]
    private let total: Int

    /// The one bundle that is asked for runs; nil for all of them.
    let bundle: Int?

    /// Whether workers are prompt: they are forked before anything else happens, and when one of them
    /// speaks, all do.
    let isPrompt: Bool

    /// Once in how many times a worker lies, and once in how many a fork fails; 0 for never.
    let lies: Int
    let failures: Int

    /// Whether extensions keep files.
    let hasFolders: Bool

    /// Whether all runs are asked for alike: none has another budget, or its own process.
    let isUniform: Bool

    /// Draws what a schedule emphasises.
    init(_ random: inout SeededRandom, bundleCount: Int) {
        hasFolders = random.once(in: 2)
        var shares: [Int] = []
        for event in Event.allCases {
            switch random.below(8) {
            case 0 where !event.isNeeded: shares.append(0)
            case _ where event == .write && !hasFolders: shares.append(0)
            case 1, 2: shares.append(event.share * 3)
            default: shares.append(event.share)
            }
        }
        self.shares = shares
        total = shares.reduce(0, +)
        bundle = random.once(in: 2) ? random.below(bundleCount) : nil
        isPrompt = random.once(in: 2)
        lies = [0, 12, 12, 4][random.below(4)]
        failures = [0, 5, 5, 2][random.below(4)]
        isUniform = random.once(in: 2)
    }

    /// Draws an event.
    func draw(_ random: inout SeededRandom) -> Event {
        var number = random.below(total)
        for event in Event.allCases {
            if number < shares[event.rawValue] { return event }
            number -= shares[event.rawValue]
        }
        return .time
    }
}
