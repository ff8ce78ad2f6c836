// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// The clocks of a session's callbacks, and of the responses that the extension was asked about.
struct CallbackClocks {
    /// The time, and the worker's CPU time, when the latest callback began.
    private(set) var begin: (time: MonotonicTime, cpu: UInt64)

    /// The CPU time that the extension may use now.
    var window: CPUWindow

    /// The ends of wall budgets, by callback.
    private var walls: [UInt64: EventToken] = [:]

    /// By which callback a response was asked about, and when; by response.
    private var questions: [UInt64: (callback: UInt64, time: MonotonicTime)] = [:]

    /// Begins with no callback under way.
    init(at time: MonotonicTime) {
        begin = (time, 0)
        window = CPUWindow(cpu: 0, begin: time, .between)
    }

    /// A callback begins.
    mutating func callbackBegins(at time: MonotonicTime, cpu: UInt64) {
        begin = (time, cpu)
    }

    // MARK: Walls

    /// Whether a callback's wall budget has an end that is still to come.
    func hasWall(of callback: UInt64) -> Bool { walls[callback] != nil }

    /// Keeps the timer of a callback's wall budget.
    mutating func keep(_ timer: EventToken, of callback: UInt64) {
        walls[callback] = timer
    }

    /// Gives up the timer of a callback's wall budget; nil where that has rung, or is given up.
    mutating func takeWall(of callback: UInt64) -> EventToken? {
        walls.removeValue(forKey: callback)
    }

    /// Gives up the timers of all wall budgets.
    mutating func takeWalls() -> [EventToken] {
        defer { walls = [:] }
        return Array(walls.values)
    }

    // MARK: Responses

    /// The extension is asked about a response by a callback.
    mutating func asks(about response: UInt64, by callback: UInt64, at time: MonotonicTime) {
        questions[response] = (callback, time)
    }

    /// The callback by which a response that is not answered was asked about.
    func callback(askingAbout response: UInt64) -> UInt64? { questions[response]?.callback }

    /// A response is answered.
    ///
    /// - Returns: By which callback it was asked about, and when; nil for one that never was.
    mutating func answered(_ response: UInt64) -> (callback: UInt64, time: MonotonicTime)? {
        questions.removeValue(forKey: response)
    }
}

/// The CPU time that an extension may use by a point in time.
struct CPUWindow {
    /// What it is for.
    enum Purpose {
        /// For a callback, of whose pressure the extension is told once.
        case callback(isPressureTold: Bool)
        /// For what goes on between callbacks.
        case between
    }

    /// The worker's CPU time, and the time, when it began.
    let cpu: UInt64
    private let begin: MonotonicTime
    private var purpose: Purpose

    init(cpu: UInt64, begin: MonotonicTime, _ purpose: Purpose) {
        self.cpu = cpu
        self.begin = begin
        self.purpose = purpose
    }

    /// Whether the extension is to be told now that it has used so much, which it is once.
    mutating func tellsPressure(_ used: UInt64, from pressure: UInt64) -> Bool {
        guard case .callback(isPressureTold: false) = purpose, used >= pressure else {
            return false
        }
        purpose = .callback(isPressureTold: true)
        return true
    }

    /// Whether it is still the time that the budget is for: between callbacks there is a callback's
    /// budget in each minute.
    func holds(at time: MonotonicTime) -> Bool {
        switch purpose {
        case .callback: true
        case .between: time - begin < Self.idleTime
        }
    }

    /// The time between callbacks in which there is a callback's CPU budget.
    private static let idleTime = Duration.seconds(60)
}
