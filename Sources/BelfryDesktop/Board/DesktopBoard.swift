// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem

/// What a desktop is to show and what it shows, and what to ask of its server next.
///
/// It is a value without a clock or a bus. A notification is asked for once, until the server has
/// answered or has gone: of a server that hangs nothing is asked twice, and it costs no more than the
/// calls that it has not answered.
package struct DesktopBoard: Sendable {
    /// What to ask of the server.
    package enum Step: Equatable, Sendable {
        /// Show a notification, in the place of what has a number of the server's; 0 for none.
        case show(Int, replacing: UInt32)

        /// Show what has a number once more, with the texts that the device lets be read now.
        case redraw(Int, UInt32)

        /// Take away what has a number.
        case close(UInt32)
    }

    /// A notification that is shown.
    package struct Shown: Codable, Equatable, Sendable {
        /// The centre's number.
        package let sequence: Int

        /// The server's number.
        package let number: UInt32
        package let place: DesktopPlace

        /// Whether its texts are hidden; nil for no, as in what an earlier version noted.
        package let isHidden: Bool?
    }

    /// A notification that is to be shown.
    package struct Waiting: Codable, Equatable, Sendable {
        /// The centre's number.
        package let sequence: Int
        package let place: DesktopPlace
    }

    /// How one place stands.
    private struct Standing: Sendable {
        /// What is to be there; nil for nothing.
        var wanted: Int?

        /// What is there, and whether its texts are hidden.
        var shown: (sequence: Int, number: UInt32, isHidden: Bool)?

        /// What the server was asked to show there, and has not answered.
        var asked: Int?

        /// Whether the texts of what was asked for are hidden.
        var asksHidden = false

        /// Whether the device may let more or fewer texts be read than when these were made.
        var isStale = false

        /// Whether a newer one has taken its place in the centre, which comes next in the log.
        var isSuperseded = false

        /// How often the server has refused what is wanted.
        var refusals = 0
        var isQueued = false

        var isEmpty: Bool { sequences.isEmpty }

        /// Whether there is something to ask for.
        var isDue: Bool { wanted != shown?.sequence || (isStale && wanted != nil) }

        /// The notifications that it is about.
        var sequences: [Int] { [wanted, shown?.sequence, asked].compactMap(\.self) }

        /// Where it comes among others.
        var order: Int { sequences.min() ?? 0 }
    }

    /// Most calls that a server has not answered.
    package static let window = 16

    /// A call that was not answered for so long keeps no other one back.
    package static let patience = Duration.seconds(60)

    /// How often what a server refuses for a while is asked for.
    private static let refusalLimit = 5

    private var standings: [DesktopPlace: Standing] = [:]
    private var places: [Int: DesktopPlace] = [:]
    private var numbers: [UInt32: DesktopPlace] = [:]
    private var superseded: Set<DesktopPlace> = []
    private var queue: [DesktopPlace] = []
    private var calls: [Int: MonotonicTime] = [:]

    package init() {}

    /// How many notifications wait to be asked for, or for an answer.
    package var waitingCount: Int { queue.count + calls.count }

    /// How many notifications are shown.
    package var shownCount: Int { numbers.count }

    /// Whose notifications are on the board.
    package var apps: Set<String> { Set(standings.keys.map(\.app)) }

    // MARK: What the centre says

    /// Has a notification shown, in place of an earlier one of its place.
    package mutating func present(_ sequence: Int, at place: DesktopPlace) {
        change(place) { standing in
            standing.wanted = sequence
            standing.isSuperseded = false
            standing.refusals = 0
        }
        superseded.remove(place)
        enqueue(place)
    }

    /// Has a notification taken away.
    package mutating func end(_ sequence: Int) {
        guard let place = places[sequence] else { return }
        change(place) { if $0.wanted == sequence { $0.wanted = nil } }
        enqueue(place)
    }

    /// Takes a notification away unless a newer one of its place comes before settle().
    package mutating func supersede(_ sequence: Int) {
        guard let place = places[sequence], standings[place]?.wanted == sequence else { return }
        change(place) { $0.isSuperseded = true }
        superseded.insert(place)
    }

    /// Notes that nothing newer is known.
    package mutating func settle() {
        for place in superseded {
            change(place) { standing in
                standing.isSuperseded = false
                standing.wanted = nil
            }
            enqueue(place)
        }
        superseded = []
    }

    /// Takes away all of an app.
    package mutating func end(app: String) {
        for (place, standing) in standings where place.app == app {
            if let sequence = standing.wanted { end(sequence) }
        }
    }

    /// Has texts hidden or shown again that are on the screen, or on their way there.
    ///
    /// - Parameter hidden: The apps whose texts the device hides now.
    package mutating func hideTexts(of hidden: Set<String>) {
        let changed = standings.filter { place, standing in
            let isHidden = hidden.contains(place.app)
            return standing.asked != nil || standing.shown.map { $0.isHidden != isHidden } == true
        }
        for (place, _) in changed.sorted(by: { $0.value.order < $1.value.order }) {
            change(place) { $0.isStale = true }
            enqueue(place)
        }
    }

    // MARK: What is asked of the server

    /// What to ask next.
    ///
    /// - Parameter now: The time.
    /// - Returns: It; nil for nothing, and while the server has enough to answer.
    package mutating func next(_ now: MonotonicTime) -> Step? {
        var index = 0
        let hasRoom = calls.count { now - $0.value < Self.patience } < Self.window
        while index < queue.count {
            let place = queue[index]
            guard let standing = standings[place], standing.asked == nil, !standing.isSuperseded,
                standing.isDue
            else {
                // What is asked for, or what replaces it, has it looked at again.
                dequeue(index)
                continue
            }
            guard let wanted = standing.wanted else {
                dequeue(index)
                guard let shown = standing.shown else { continue }
                forget(shown.number)
                return .close(shown.number)
            }
            guard hasRoom else {
                // What is to be taken away needs no answer.
                index += 1
                continue
            }
            dequeue(index)
            change(place) { standing in
                standing.asked = wanted
                standing.isStale = false
            }
            calls[wanted] = now
            if let shown = standing.shown, shown.sequence == wanted {
                return .redraw(wanted, shown.number)
            }
            return .show(wanted, replacing: standing.shown?.number ?? 0)
        }
        return nil
    }

    /// Notes with which texts a notification that next(_:) wanted is about to be sent.
    ///
    /// - Parameters:
    ///   - sequence: Which.
    ///   - isHidden: Whether its texts are hidden.
    /// - Returns: Whether it is to be sent. It is not where the screen has it with these texts, nor where
    ///   the device has changed since they were made: next(_:) wants it again then.
    package mutating func sends(_ sequence: Int, isHidden: Bool) -> Bool {
        guard let place = places[sequence], let standing = standings[place],
            standing.asked == sequence
        else { return false }
        let isThere = standing.shown.map { $0.sequence == sequence && $0.isHidden == isHidden }
        guard !standing.isStale, isThere != true else {
            _ = answered(sequence)
            enqueue(place)
            return false
        }
        change(place) { $0.asksHidden = isHidden }
        return true
    }

    /// Does without a notification that next(_:) wanted shown: it has left the list meanwhile.
    ///
    /// - Parameters:
    ///   - sequence: Which.
    ///   - isSuperseded: Whether a newer one has its place, which the log has not told yet.
    package mutating func cancel(_ sequence: Int, isSuperseded: Bool = false) {
        guard let place = answered(sequence) else { return }
        if isSuperseded {
            supersede(sequence)
        } else {
            end(sequence)
        }
        enqueue(place)
    }

    // MARK: What the server says

    /// Takes the server's answer: it shows a notification under a number.
    package mutating func note(_ sequence: Int, shownAs number: UInt32) {
        guard let place = answered(sequence) else { return }
        if let old = standings[place]?.shown { numbers[old.number] = nil }
        // Another one that has it is not shown any more: no server has two of one number.
        if numbers[number] != nil { forget(number) }
        change(place) { standing in
            // 0 is no number (Desktop Notifications Specification, "Notify"): nothing more is heard of it.
            standing.shown = number == 0 ? nil : (sequence, number, standing.asksHidden)
            if number == 0, standing.wanted == sequence { standing.wanted = nil }
        }
        if number != 0 { numbers[number] = place }
        enqueue(place)
    }

    /// Takes the server's refusal to show a notification.
    ///
    /// - Parameters:
    ///   - sequence: Which.
    ///   - isPassing: Whether it may be shown later, as where there are too many.
    /// - Returns: Whether it is asked for again.
    @discardableResult
    package mutating func refuse(_ sequence: Int, isPassing: Bool) -> Bool {
        guard let place = answered(sequence) else { return false }
        let refusals = standings[place]?.refusals ?? 0
        let isAgain = isPassing && refusals < Self.refusalLimit
        if isAgain {
            change(place) { standing in
                standing.refusals += 1
                // Also where it is there with other texts.
                standing.isStale = true
            }
        } else {
            end(sequence)
        }
        enqueue(place)
        return isAgain
    }

    /// Takes the server's word that a notification is gone, or that the user has acted on it, which
    /// ends it as well.
    ///
    /// - Parameter number: The server's number; any other process may have made it up.
    /// - Returns: The notification; nil for a number that is not known, and where a newer one takes its
    ///   place by now.
    package mutating func take(_ number: UInt32) -> Int? {
        guard let place = numbers[number], let standing = standings[place],
            let shown = standing.shown
        else { return nil }
        forget(number)
        return standing.wanted == shown.sequence ? shown.sequence : nil
    }

    /// Notes that no answer comes any more: what was asked for is asked for again.
    package mutating func loseCalls() {
        for sequence in calls.keys.sorted() {
            guard let place = answered(sequence) else { continue }
            change(place) { $0.isStale = true }
            enqueue(place)
        }
    }

    /// Notes that there is another server, which knows no number of the one before: what that one
    /// showed is not shown again.
    package mutating func loseNumbers() {
        for number in numbers.keys { forget(number) }
    }

    // MARK: What is kept

    /// What is shown, in order.
    package var shown: [Shown] {
        standings.compactMap { place, standing in
            standing.shown.map { shown in
                Shown(
                    sequence: shown.sequence,
                    number: shown.number,
                    place: place,
                    isHidden: shown.isHidden
                )
            }
        }.sorted { $0.sequence < $1.sequence }
    }

    /// What waits, in order; what the server has not answered is among it.
    package var waiting: [Waiting] {
        standings.compactMap { place, standing in
            guard let wanted = standing.wanted, wanted != standing.shown?.sequence else {
                return nil
            }
            return Waiting(sequence: wanted, place: place)
        }.sorted { $0.sequence < $1.sequence }
    }

    /// A board as an earlier process left it.
    package init(shown: [Shown], waiting: [Waiting]) {
        for one in shown where one.number != 0 {
            change(one.place) { standing in
                standing.wanted = one.sequence
                standing.shown = (one.sequence, one.number, one.isHidden ?? false)
            }
            numbers[one.number] = one.place
        }
        for one in waiting { present(one.sequence, at: one.place) }
    }

    // MARK: Places

    private mutating func change(_ place: DesktopPlace, _ body: (inout Standing) -> Void) {
        var standing = standings[place] ?? Standing()
        for sequence in standing.sequences { places[sequence] = nil }
        body(&standing)
        for sequence in standing.sequences { places[sequence] = place }
        standings[place] = standing
    }

    private mutating func enqueue(_ place: DesktopPlace) {
        guard let standing = standings[place], !standing.isQueued else { return }
        guard !standing.isEmpty else { return clear(place) }
        guard standing.asked == nil, standing.isDue else { return }
        standings[place]?.isQueued = true
        queue.append(place)
    }

    private mutating func dequeue(_ index: Int) {
        let place = queue.remove(at: index)
        standings[place]?.isQueued = false
        if standings[place]?.isEmpty == true { clear(place) }
    }

    /// Takes a call for answered.
    private mutating func answered(_ sequence: Int) -> DesktopPlace? {
        calls[sequence] = nil
        guard let place = places[sequence], standings[place]?.asked == sequence else { return nil }
        change(place) { $0.asked = nil }
        return place
    }

    /// Forgets what is shown under a number; it is not shown again.
    private mutating func forget(_ number: UInt32) {
        guard let place = numbers.removeValue(forKey: number) else { return }
        change(place) { standing in
            if standing.wanted == standing.shown?.sequence { standing.wanted = nil }
            standing.shown = nil
        }
        enqueue(place)
    }

    private mutating func clear(_ place: DesktopPlace) {
        standings[place] = nil
        superseded.remove(place)
    }
}
