// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Waits in every way there is, on every kind of thread, and reports as the body.
final class NotificationService: UNNotificationServiceExtension {
    static var runs = 0
    static var usedBefore: UInt64 = 0
    var lines: [String] = []
    var calls = 0

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        if content.userInfo["ends"] != nil { exit(0) }
        let used = Self.cpuTime
        Self.runs += 1
        calls += 1
        note("runs", Self.runs)
        note("calls", calls)
        note("idle", Self.runs == 1 || used - Self.usedBefore < 100_000_000)
        note("main", Thread.isMainThread)
        note("main.sync", DispatchQueue.main.sync { Thread.isMainThread })
        blockInTurn()
        runLoops()
        observe()
        Task {
            await suspendInTurn()
            content.body = lines.joined(separator: "\n")
            Self.usedBefore = Self.cpuTime
            contentHandler(content)
        }
    }

    /// The CPU time that the process has used, in nanoseconds.
    private static var cpuTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func note(_ name: String, _ value: Any) {
        lines.append("\(name): \(value)")
    }

    private func blockInTurn() {
        let begin = Date()
        sleep(1)
        Thread.sleep(forTimeInterval: 0.01)
        usleep(1000)
        note("slept", Date().timeIntervalSince(begin) > 1)

        let semaphore = DispatchSemaphore(value: 0)
        Task.detached {
            try? await Task.sleep(nanoseconds: 10_000_000)
            semaphore.signal()
        }
        note("task while blocked", semaphore.wait(timeout: .now() + 5) == .success)
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { semaphore.signal() }
        note("main while blocked", semaphore.wait(timeout: .now() + 5) == .success)
        Task { @MainActor in semaphore.signal() }
        note("actor while blocked", semaphore.wait(timeout: .now() + 5) == .success)
        Thread.detachNewThread { semaphore.signal() }
        note("thread", semaphore.wait(timeout: .now() + 5) == .success)

        let group = DispatchGroup()
        let lock = NSLock()
        var count = 0
        for _ in 0..<8 {
            DispatchQueue.global(qos: .userInitiated).async(group: group) {
                lock.withLock { count += 1 }
            }
        }
        group.wait()
        note("group", count)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<4 {
            queue.addOperation {
                gate.wait()
                lock.withLock { count += 1 }
            }
        }
        // On a queue that has nothing left to do, Foundation on Linux waits for no barrier.
        queue.addBarrierBlock { lock.withLock { count *= 10 } }
        for _ in 0..<4 { gate.signal() }
        queue.waitUntilAllOperationsAreFinished()
        note("operations", count)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in lock.withLock { count += 1 } }
        note("concurrent", count)
    }

    private func runLoops() {
        var fired = 0
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { timer in
                fired += 1
                guard fired == 3 else { return }
                timer.invalidate()
                self.note("timer on main", Thread.isMainThread)
                semaphore.signal()
            }
        }
        note("timer", semaphore.wait(timeout: .now() + 5) == .success)

        let own = Timer(timeInterval: 0.01, repeats: false) { _ in fired += 1 }
        RunLoop.current.add(own, forMode: .default)
        let begin = Date()
        RunLoop.current.run(until: begin.addingTimeInterval(0.1))
        note("own run loop", fired)
        RunLoop.main.perform { semaphore.signal() }
        // A run loop that sleeps is not woken by that.
        DispatchQueue.main.async {}
        note("main run loop", semaphore.wait(timeout: .now() + 5) == .success)
    }

    private func observe() {
        let name = Notification.Name("test")
        var seen = 0
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
            seen += $0.userInfo?["by"] as? Int ?? 0
        }
        NotificationCenter.default.post(name: name, object: self, userInfo: ["by": 2])
        NotificationCenter.default.removeObserver(token)
        NotificationCenter.default.post(name: name, object: self, userInfo: ["by": 2])
        note("observed", seen)
    }

    private actor Counter {
        var value = 0
        func add() { value += 1 }
    }

    @MainActor private func onMain() -> Bool { Thread.isMainThread }

    private func suspendInTurn() async {
        note("actor", await onMain())
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await counter.add() } }
        }
        note("tasks", await counter.value)
        let race = await withTaskGroup(of: String.self) { group in
            group.addTask {
                try? await Task.sleep(nanoseconds: 20_000_000_000)
                return Task.isCancelled ? "cancelled" : "late"
            }
            group.addTask { "first" }
            let first = await group.next() ?? ""
            group.cancelAll()
            return first + (await group.next() ?? "")
        }
        note("race", race)
        let value = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: 5) }
        }
        note("continuation", value)
    }
}
