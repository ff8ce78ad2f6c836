// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The order in which waiting notifications are worked on.
///
/// A lane is a thread of an app: what is in it goes one after another. What names no thread has no
/// order to keep, and goes alone. Apps take turns, and so do the lanes of an app, so that neither a
/// busy app nor a slow extension delays the others. It holds numbers alone: contents stay in the
/// store.
package struct LaneQueue: Sendable {
    private struct AppLanes: Sendable {
        /// Lanes with something to begin, in the order of their turns.
        var ready = Deque<Lane>()
        var running = 0
    }

    private enum Lane: Hashable, Sendable {
        case thread(String)
        case single(Int)
    }

    private struct Place: Hashable, Sendable {
        var app: String
        var lane: Lane
    }

    private var apps: [String: AppLanes] = [:]

    /// Apps with something to begin and room for it, in the order of their turns.
    private var turns = Deque<String>()
    private var waiting: [Place: Deque<Int>] = [:]
    private var busy: [Int: Place] = [:]
    private var busyPlaces: Set<Place> = []

    private let width: Int
    private let appWidth: Int

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - width: How many go on at once.
    ///   - appWidth: How many of one app.
    package init(width: Int, appWidth: Int) {
        self.width = width
        self.appWidth = appWidth
    }

    /// How many are being worked on.
    package var runningCount: Int { busy.count }

    /// How many wait.
    package private(set) var waitingCount = 0

    /// Adds a notification at the end of its lane.
    package mutating func append(_ entry: WaitingEntry) {
        let place = Self.place(of: entry)
        waiting[place, default: Deque()].append(entry.sequence)
        waitingCount += 1
        if !busyPlaces.contains(place), waiting[place]?.count == 1 { makeReady(place) }
    }

    /// Whether a notification may begin before it has waited: no other waits, and there is room.
    package func canBegin(_ entry: WaitingEntry) -> Bool {
        waitingCount == 0 && busy.count < width
            && (apps[entry.app]?.running ?? 0) < appWidth
            && !busyPlaces.contains(Self.place(of: entry))
    }

    /// Notes that work on a notification has begun which ``canBegin(_:)``.
    package mutating func begin(_ entry: WaitingEntry) {
        let place = Self.place(of: entry)
        busy[entry.sequence] = place
        busyPlaces.insert(place)
        apps[place.app, default: AppLanes()].running += 1
    }

    private static func place(of entry: WaitingEntry) -> Place {
        let lane = entry.thread.isEmpty ? Lane.single(entry.sequence) : .thread(entry.thread)
        return Place(app: entry.app, lane: lane)
    }

    private mutating func makeReady(_ place: Place) {
        apps[place.app, default: AppLanes()].ready.append(place.lane)
        giveTurn(place.app)
    }

    private mutating func giveTurn(_ app: String) {
        guard let lanes = apps[app], !lanes.ready.isEmpty, lanes.running < appWidth,
            !turns.contains(app)
        else { return }
        turns.append(app)
    }

    /// Takes the notification whose turn it is; nil where none can begin.
    package mutating func next() -> Int? {
        guard busy.count < width, let app = turns.popFirst(),
            let lane = apps[app]?.ready.popFirst()
        else { return nil }
        let place = Place(app: app, lane: lane)
        guard let sequence = waiting[place]?.popFirst() else { return nil }
        if waiting[place]?.isEmpty == true { waiting[place] = nil }
        waitingCount -= 1
        busy[sequence] = place
        busyPlaces.insert(place)
        apps[app]?.running += 1
        giveTurn(app)
        return sequence
    }

    /// Puts notifications back to the heads of their lanes, when their work could not begin.
    ///
    /// - Parameter sequences: What ``next()`` gave, in that order.
    package mutating func requeue(_ sequences: [Int]) {
        for sequence in sequences.reversed() {
            guard let place = busy[sequence] else { continue }
            waiting[place, default: Deque()].prepend(sequence)
            waitingCount += 1
            finish(sequence)
        }
    }

    /// Notes that work on a notification has ended, so that the next of its lane may begin.
    package mutating func finish(_ sequence: Int) {
        guard let place = busy.removeValue(forKey: sequence) else { return }
        busyPlaces.remove(place)
        apps[place.app]?.running -= 1
        if waiting[place] != nil { makeReady(place) } else { giveTurn(place.app) }
        if let lanes = apps[place.app], lanes.running == 0, lanes.ready.isEmpty {
            apps[place.app] = nil
        }
    }
}

/// A queue whose ends are both cheap.
private struct Deque<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }
    var count: Int { elements.count - start }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func prepend(_ element: Element) {
        elements.insert(element, at: start)
    }

    mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        defer {
            start += 1
            // What was taken is dropped once it is half of all, so that each costs little.
            if start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
        }
        return elements[start]
    }
}

extension Deque where Element: Equatable {
    func contains(_ element: Element) -> Bool {
        elements[start...].contains(element)
    }
}
