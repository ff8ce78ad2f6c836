// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreMedia
public import Foundation
internal import FoundationSupplement
internal import Synchronization

/// Plays a medium, of which time is all that passes: nothing is seen or heard here.
///
/// A medium whose duration is known (see ``AVAsset/duration``) ends when that has passed. The end of
/// another is posted at once, so that an extension that answers then does answer.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avplayer
open class AVPlayer: NSObject, @unchecked Sendable {
    // Unchecked: what changes is behind the mutex, but for what has no effect.

    /// Whether it plays.
    public enum TimeControlStatus: Int, Sendable {
        /// It does not.
        case paused = 0
        /// It waits for the medium; never here.
        case waitingToPlayAtSpecifiedRate = 1
        /// It does.
        case playing = 2
    }

    /// Whether it can play.
    public enum Status: Int, Sendable {
        /// Nobody has looked yet.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot; never here.
        case failed = 2
    }

    /// What becomes of the player at a medium's end.
    public enum ActionAtItemEnd: Int, Sendable {
        /// The next medium is played; there is none here, so it stops.
        case advance = 0
        /// It pauses.
        case pause = 1
        /// It goes on with nothing.
        case none = 2
    }

    private struct State {
        var item: AVPlayerItem?
        var clock = PlayerClock()
        var observers: [PlayerObserver] = []
        /// Whether it ever had an item that was looked at.
        var isReady = false
        /// The end that was posted or is to be, counted, so that a seek or a pause makes it void.
        var turn = 0
    }

    private let state: Mutex<State>

    /// The volume.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var volume: Float = 1
    /// Whether nothing is heard.
    ///
    /// - Note: Without effect: nothing is heard here.
    open var isMuted = false
    /// What becomes of it at the end.
    ///
    /// - Note: Without effect: it pauses.
    open var actionAtItemEnd = ActionAtItemEnd.pause
    /// Whether it waits for enough of the medium.
    ///
    /// - Note: Without effect: nothing is waited for here.
    open var automaticallyWaitsToMinimizeStalling = true

    /// A player without a medium.
    public override init() {
        state = Mutex(State())
    }

    /// A player of what is at a place; see ``AVAsset/init(url:)``.
    public convenience init(url URL: URL) {
        self.init(playerItem: AVPlayerItem(url: URL))
    }

    /// A player of an item.
    public init(playerItem item: AVPlayerItem?) {
        state = Mutex(State(item: item))
        super.init()
        prepare(item)
    }

    /// What is played.
    open var currentItem: AVPlayerItem? { state.withLock(\.item) }
    /// Whether it can play: it can soon after it got its first item, which is on the main queue.
    open var status: Status { state.withLock { $0.isReady ? .readyToPlay : .unknown } }
    /// Why it cannot play: never.
    open var error: (any Error)? { nil }
    /// Whether it plays.
    open var timeControlStatus: TimeControlStatus { rate == 0 ? .paused : .playing }
    /// How fast it plays; 0 for not at all.
    open var rate: Float {
        get { state.withLock { Float($0.clock.rate) } }
        set { turn(to: Double(newValue)) }
    }

    /// Takes another item, from its beginning.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        state.withLock { state in
            state.item = item
            state.turn += 1
            state.clock = PlayerClock()
        }
        KeyValueObservations.look(at: self)
        prepare(item)
    }

    /// Looks at an item when the main thread is next free, as media are looked at behind the back of
    /// who plays them.
    private func prepare(_ item: AVPlayerItem?) {
        guard let item else { return }
        DispatchQueue.main.async { [weak self] in
            item.prepare()
            guard let self else { return }
            state.withLock { $0.isReady = true }
            KeyValueObservations.look(at: self)
        }
    }

    /// Plays, and says once in the run's log that nothing is heard.
    open func play() { turn(to: 1) }
    /// Plays at a rate; see ``play()``.
    open func playImmediately(atRate rate: Float) { turn(to: Double(rate)) }
    /// Pauses.
    open func pause() { turn(to: 0) }

    /// Where in the medium it is.
    open func currentTime() -> CMTime {
        let seconds = state.withLock { state in
            min(state.clock.seconds(at: .now()), state.item?.length ?? .infinity)
        }
        return CMTime(seconds: seconds, preferredTimescale: 600)
    }

    /// Goes to a time of the medium.
    open func seek(to time: CMTime) {
        guard time.isNumeric else { return }
        let rate = state.withLock { state in
            let length = state.item?.length ?? .infinity
            state.clock.move(to: min(max(time.seconds, 0), length), at: .now())
            return state.clock.rate
        }
        turn(to: rate)
    }

    /// Goes to a time of the medium, exactly; the handler is told soon after, on the main queue.
    @preconcurrency
    open func seek(
        to time: CMTime,
        toleranceBefore: CMTime,
        toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
        seek(to: time)
        DispatchQueue.main.async { completionHandler(true) }
    }

    /// Goes to a time of the medium; the handler is told soon after, on the main queue.
    @preconcurrency
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        seek(to: time)
        DispatchQueue.main.async { completionHandler(true) }
    }

    /// Calls a block each time that so much of the medium has been played.
    ///
    /// - Parameters:
    ///   - interval: How much; a hundredth of a second at least.
    ///   - queue: Where it is called; nil for the main queue.
    ///   - block: Is given the time of the medium.
    /// - Returns: What ``removeTimeObserver(_:)`` takes.
    @preconcurrency
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime,
        queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let seconds = interval.isNumeric ? max(interval.seconds, 0.01) : 1
        let observer = PlayerObserver(self, every: seconds, on: queue ?? .main, block)
        state.withLock { $0.observers.append(observer) }
        return observer
    }

    /// Calls a block no more.
    open func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? PlayerObserver else { return }
        observer.cancel()
        state.withLock { state in state.observers.removeAll { $0 === observer } }
    }

    private func turn(to rate: Double) {
        if rate != 0 {
            RunLog.sayOnce("AVPlayer.play()", withoutEffect: "there is nothing here to play it on")
        }
        let end = state.withLock { state -> (wait: Double, turn: Int)? in
            state.turn += 1
            guard let item = state.item, rate.isFinite else { return nil }
            state.clock.turn(to: rate, at: .now())
            guard rate > 0 else { return nil }
            let rest = (item.length ?? 0) - state.clock.seconds(at: .now())
            return (max(rest, 0) / rate, state.turn)
        }
        KeyValueObservations.look(at: self)
        guard let end else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + end.wait) { [weak self] in
            self?.finish(end.turn)
        }
    }

    private func finish(_ turn: Int) {
        let item = state.withLock { state -> AVPlayerItem? in
            guard state.turn == turn, let item = state.item else { return nil }
            state.turn += 1
            state.clock.turn(to: 0, at: .now())
            state.clock.move(to: item.length ?? 0, at: .now())
            return item
        }
        guard let item else { return }
        KeyValueObservations.look(at: self)
        NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
    }
}

/// Where in a medium a player is.
private struct PlayerClock {
    private(set) var rate = 0.0
    private var seconds = 0.0
    private var since = DispatchTime.now()

    func seconds(at now: DispatchTime) -> Double {
        let passed = Double(now.uptimeNanoseconds &- since.uptimeNanoseconds) / 1e9
        return max(seconds + passed * rate, 0)
    }

    mutating func turn(to rate: Double, at now: DispatchTime) {
        (seconds, since, self.rate) = (seconds(at: now), now, rate)
    }

    mutating func move(to seconds: Double, at now: DispatchTime) {
        (self.seconds, since) = (seconds, now)
    }
}

/// Calls a block as a medium is played.
// Unchecked: the timer is changed by its own functions alone, which any thread may call.
private final class PlayerObserver: @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(
        _ player: AVPlayer,
        every seconds: Double,
        on queue: DispatchQueue,
        _ block: @escaping @Sendable (CMTime) -> Void
    ) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + seconds, repeating: seconds)
        timer.setEventHandler { [weak player] in
            guard let player, player.rate != 0 else { return }
            block(player.currentTime())
        }
        timer.resume()
    }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}

/// A medium that a player plays.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avplayeritem
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // Unchecked because the class is open, as Apple's is: what changes is behind the mutex.

    /// Whether it can be played.
    public enum Status: Int, Sendable {
        /// Nobody has looked yet.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot: it is a file that cannot be read.
        case failed = 2
    }

    private let found = Mutex(Status.unknown)

    /// The medium.
    public let asset: AVAsset

    /// Takes a place; see ``AVAsset/init(url:)``.
    public convenience init(url: URL) {
        self.init(asset: AVURLAsset(url: url))
    }

    /// Takes a medium.
    public init(asset: AVAsset) {
        self.asset = asset
    }

    /// How long it is; not known of most, see ``AVAsset/duration``.
    open var duration: CMTime { asset.duration }
    /// Whether it can be played, which is known soon after a player got it.
    open var status: Status { found.withLock { $0 } }
    /// Why it cannot be played.
    open var error: (any Error)? { status == .failed ? CocoaError(.fileReadNoSuchFile) : nil }

    /// The parts that are there: not known here.
    open var loadedTimeRanges: [NSValue] { [] }
    /// Whether it can be played without a pause.
    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    /// Whether all that was read has been played: never, as nothing is read.
    open var isPlaybackBufferEmpty: Bool { false }
    /// Whether no more can be read.
    open var isPlaybackBufferFull: Bool { status == .readyToPlay }
    /// How large the picture is: not known, as no film is decoded here.
    open var presentationSize: CGSize { .zero }

    /// Looks whether it can be played: of what is elsewhere that is taken for granted.
    fileprivate func prepare() {
        let place = asset.place
        let canBeRead =
            !place.isFileURL || FileManager.default.isReadableFile(atPath: place.path)
        found.withLock { $0 = canBeRead ? .readyToPlay : .failed }
        KeyValueObservations.look(at: self)
    }

    /// The duration in seconds; nil where it is not known.
    fileprivate var length: Double? { duration.isNumeric ? duration.seconds : nil }
}

extension Notification.Name {
    /// A medium has been played to its end.
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification"
    )
    /// A medium could not be played to its end; never posted.
    public static let AVPlayerItemFailedToPlayToEndTime = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification"
    )
}
