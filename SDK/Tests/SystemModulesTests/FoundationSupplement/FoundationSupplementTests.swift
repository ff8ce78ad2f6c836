// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import FoundationSupplement
internal import Synchronization
internal import Testing

/// What Foundation has on Apple's systems alone.
@Suite(.timeLimit(.minutes(1)))
struct FoundationSupplementTests {
    @Test func `a pool gives its body's value back`() throws {
        #expect(autoreleasepool { 3 } == 3)
        #expect(throws: CancellationError.self) {
            try autoreleasepool { throw CancellationError() }
        }
    }

    @Test func `an object's lock is its own and may be taken twice`() {
        final class Count: @unchecked Sendable {
            var value = 0
        }
        let count = Count()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<1_000 {
                objc_sync_enter(count)
                objc_sync_enter(count)
                count.value += 1
                objc_sync_exit(count)
                objc_sync_exit(count)
            }
        }
        #expect(count.value == 4_000)
        #expect(objc_sync_exit(count) == -1)
    }

    @Test func `shapes describe themselves as on iOS`() {
        #expect(CGSize(width: 1, height: 2.5).debugDescription == "(1.0, 2.5)")
        #expect(CGRect(x: 1, y: 2, width: 3, height: 4).debugDescription == "(1.0, 2.0, 3.0, 4.0)")
        let rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(CGRect(dictionaryRepresentation: rectangle.dictionaryRepresentation) == rectangle)
    }

    @Test func `paths of indexes have rows and sections`() {
        let path = IndexPath(row: 1, section: 2)
        #expect(path.row == 1)
        #expect(path.section == 2)
        #expect(path.item == 1)
    }

    @Test func `paths of keys lead through dictionaries`() {
        let payload: NSDictionary = ["aps": ["alert": ["title": "Hello"] as NSDictionary]]
        #expect(payload.value(forKeyPath: "aps.alert.title") as? String == "Hello")
        #expect(payload.value(forKeyPath: "aps.sound.name") == nil)
    }

    @Test func `texts are looked up with their values`() {
        let name = "Ada"
        #expect(String(localized: "Hello \(name), \(3) new, 100%") == "Hello Ada, 3 new, 100%")
        #expect(String(localized: "key", defaultValue: "Default \(2.5)") == "Default 2.500000")
        #expect(String(localized: LocalizedStringResource("plain")) == "plain")
        let value: String.LocalizationValue = "\(name) has \(3)"
        #expect(value.key == "%@ has %lld")
    }

    @Test func `memory pressure fires a source`() async {
        let (events, event) = AsyncStream.makeStream(of: UInt.self)
        let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
        source.setEventHandler { [weak source] in event.yield(source?.data.rawValue ?? 0) }
        source.activate()
        MemoryPressure.tell(used: 80, limit: 100)
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == DispatchSource.MemoryPressureEvent.warning.rawValue)
        MemoryPressure.tell(used: 99, limit: 100)
        #expect(await iterator.next() == DispatchSource.MemoryPressureEvent.critical.rawValue)
        source.cancel()
    }

    @Test func `the Darwin centre reaches this process`() async {
        let center = CFNotificationCenterGetDarwinNotifyCenter()
        let name = CFNotificationName("org.example.changed")
        let (calls, call) = AsyncStream.makeStream(of: String.self)
        Self.called.withLock { $0 = call }
        CFNotificationCenterAddObserver(
            center,
            nil,
            { _, _, name, _, _ in
                let text = name.map { String(describing: $0.rawValue) } ?? ""
                FoundationSupplementTests.called.withLock { _ = $0?.yield(text) }
            },
            name.rawValue,
            nil,
            .deliverImmediately
        )
        CFNotificationCenterPostNotification(center, name, nil, nil, true)
        var iterator = calls.makeAsyncIterator()
        #expect(await iterator.next() == "org.example.changed")
        CFNotificationCenterRemoveEveryObserver(center, nil)
    }

    private static let called = Mutex<AsyncStream<String>.Continuation?>(nil)

    @Test func `what has no effect is said once`() {
        let lines = RecordedLog.lines(marked: "once-only") {
            for _ in 0..<3 { RunLog.sayOnce("once-only()", withoutEffect: "there is none") }
        }
        #expect(lines.map(\.text) == ["() is without effect: there is none"])
    }
}
