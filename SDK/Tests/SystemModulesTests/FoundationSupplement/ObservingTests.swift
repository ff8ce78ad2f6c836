// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import AVFoundation
internal import Foundation
@testable internal import FoundationSupplement
internal import Synchronization
internal import Testing

/// On the main thread, as other suites in the process have all observers told of changes from there.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ObservingTests {
    private final class Counter: NSObject {
        dynamic var count = 0
        var title: NSString?
    }

    @Test func `a property is observed by its name, until it is no more`() {
        let (player, watcher) = (AVPlayer(), Watcher())
        player.addObserver(watcher, forKeyPath: "currentItem", options: [.old, .new], context: nil)
        player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/none")))
        #expect(watcher.heard == ["currentItem -1>-1 "])
        player.didChangeValue(forKey: "currentItem")
        #expect(watcher.heard.count == 2)
        player.removeObserver(watcher, forKeyPath: "currentItem")
        player.replaceCurrentItem(with: nil)
        #expect(watcher.heard.count == 2)
        let context = UnsafeMutableRawPointer(bitPattern: 8)
        player.addObserver(
            watcher,
            forKeyPath: "rate",
            options: [.initial, .new],
            context: context
        )
        #expect(watcher.heard.last == "rate -1>0 x")
        player.removeObserver(watcher, forKeyPath: "rate", context: context)
    }

    @Test func `an observer's method is found by its labels in Swift, too`() {
        let (player, watcher) = (AVPlayer(), LabelledWatcher())
        player.addObserver(watcher, forKeyPath: "rate", options: [.initial], context: nil)
        #expect(watcher.heard == ["rate"])
        player.removeObserver(watcher, forKeyPath: "rate")
    }

    @Test func `a name that an object has not is an error in the log`() {
        let lines = RecordedLog.lines(marked: " that can be observed by name") {
            AVPlayer().addObserver(Watcher(), forKeyPath: "colour", context: nil)
        }
        #expect(lines.first?.text.hasPrefix("AVPlayer has no property colour; mark a") == true)
        #expect(lines.first?.level == .error)
    }

    private final class Heard {
        var changes: [String] = []
    }

    @Test func `an observer hears what has another value, once`() {
        let counter = Counter()
        let heard = Heard()
        let observation = counter.observe(\.count, options: [.old, .new]) { object, change in
            #expect(object === counter)
            heard.changes.append("\(change.oldValue ?? -1)>\(change.newValue ?? -1)")
        }
        KeyValueObservations.look()
        #expect(heard.changes == [])
        counter.count = 2
        #expect(KeyValueObservations.look(at: counter))
        #expect(!KeyValueObservations.look(at: counter))
        counter.didChangeValue(for: \.title)
        counter.didChangeValue(for: \.count)
        #expect(heard.changes == ["0>2", "2>2"])
        observation.invalidate()
        counter.count = 3
        KeyValueObservations.look(at: counter)
        #expect(heard.changes.count == 2)
    }

    @Test func `an observer hears the first value, and only what it asked for`() {
        let counter = Counter()
        let heard = Heard()
        let all = counter.observe(\.count, options: [.initial, .new]) { _, change in
            heard.changes.append("\(change.newValue ?? -1) \(change.oldValue ?? -1)")
        }
        let none = counter.observe(\.title) { _, change in
            #expect(change.newValue == nil && change.oldValue == nil && change.kind == .setting)
            heard.changes.append("title")
        }
        counter.title = "a"
        KeyValueObservations.look(at: counter)
        #expect(heard.changes == ["0 -1", "title"])
        _ = (all, none)
    }

    @Test func `an observation ends with itself, and one that changes what it observes comes back`()
    {
        let counter = Counter()
        let heard = Heard()
        var observation: NSKeyValueObservation? = counter.observe(\.count) { counter, _ in
            counter.count += 1
            heard.changes.append("\(counter.count)")
            KeyValueObservations.look(at: counter)
        }
        counter.count = 5
        KeyValueObservations.look(at: counter)
        #expect(heard.changes == ["6"])
        observation = nil
        KeyValueObservations.look(at: counter)
        #expect(heard.changes == ["6"])
        _ = observation
    }

    @Test func `a player says when it can play, and whether it does`() async throws {
        let player = AVPlayer(url: try #require(URL(string: "https://example.org/a.mp4")))
        #expect(player.status == .unknown)
        let item = try #require(player.currentItem)
        let statuses = AsyncStream.makeStream(of: AVPlayerItem.Status.self)
        let observed = item.observe(\.status, options: [.new]) { item, change in
            #expect(change.newValue == item.status)
            statuses.continuation.yield(item.status)
        }
        for await status in statuses.stream {
            #expect(status == .readyToPlay)
            break
        }
        let heard = Heard()
        let playing = player.observe(\.timeControlStatus) { player, _ in
            heard.changes.append("\(player.timeControlStatus)")
        }
        player.rate = 0.5
        player.pause()
        #expect(heard.changes == ["playing", "paused"])
        _ = (observed, playing)
    }

    @Test func `a file that is not there cannot be played`() async throws {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere/film.mp4"))
        let player = AVPlayer(playerItem: item)
        for await _ in AsyncStream(unfolding: { item.status == .unknown ? () : nil }) {
            await MainActor.run {}
        }
        #expect(item.status == .failed)
        #expect(item.error != nil)
        _ = player
    }

    /// An entry whose observer waits until it may go on, and counts how often it is told.
    private final class Slow: Sendable {
        let told = Mutex(0)
        let began = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)

        func entry(of object: NSObject) -> KeyValueObservations.Entry {
            KeyValueObservations.Entry(object, \NSObject.hash) { _ in
                if self.told.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    self.began.signal()
                    self.mayEnd.wait()
                }
                return true
            }
        }
    }

    @Test(arguments: [false, true])
    func `what another thread changes is told in the end, unless the observation has ended`(
        _ ends: Bool
    ) async {
        let (slow, object) = (Slow(), NSObject())
        let entry = slow.entry(of: object)
        await withCheckedContinuation { continuation in
            let thread = Thread {
                _ = entry.look(isForced: false)
                continuation.resume()
            }
            thread.start()
            Thread {
                slow.began.wait()
                #expect(!entry.look(isForced: true))
                if ends { entry.end() }
                slow.mayEnd.signal()
            }.start()
        }
        #expect(slow.told.withLock { $0 } == (ends ? 1 : 2))
    }
}

/// What observes by names.
private final class Watcher: NSObject {
    var heard: [String] = []

    func hear(
        _ keyPath: String?,
        _ change: [NSKeyValueChangeKey: Any]?,
        _ context: UnsafeMutableRawPointer?
    ) {
        let new = (change?[.newKey] as? NSNumber)?.intValue ?? -1
        let old = (change?[.oldKey] as? NSNumber)?.intValue ?? -1
        heard.append("\(keyPath ?? "") \(old)>\(new) \(context == nil ? "" : "x")")
    }
}

/// What observes by names, with a method that is marked `@objc` and no more.
private final class LabelledWatcher: NSObject {
    var heard: [String] = []
}

/// What `belfry build` writes for an extension.
enum BelfryObjectiveC: ObjectiveCMembers {
    static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                Watcher.self,
                [
                    .method("observeValueForKeyPath:ofObject:change:context:") {
                        (
                            watcher: Watcher,
                            keyPath: String?,
                            _: Any?,
                            change: [NSKeyValueChangeKey: Any]?,
                            context: UnsafeMutableRawPointer?
                        ) in
                        watcher.hear(keyPath, change, context)
                    }
                ]
            ),
            ObjectiveCClass(
                LabelledWatcher.self,
                [
                    .method("observeValueForKeyPath:of:change:context:") {
                        (
                            watcher: LabelledWatcher,
                            keyPath: String?,
                            _: Any?,
                            _: [NSKeyValueChangeKey: Any]?,
                            _: UnsafeMutableRawPointer?
                        ) in
                        watcher.heard.append(keyPath ?? "")
                    }
                ]
            ),
        ]
    }
}
