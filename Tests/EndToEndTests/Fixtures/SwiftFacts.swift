// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Uses what needs something of the sandbox to work at all, and reports what came of it as the body.
final class NotificationService: UNNotificationServiceExtension {
    private var lines: [String] = []

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        useProcesses()
        useFormats()
        useFiles()
        useQueues()
        content.body = lines.joined(separator: "\n")
        let answer = Answer(content: content, handler: contentHandler)
        Task.detached(priority: .background) {
            let sum = await withTaskGroup(of: Int.self) { group in
                for number in 1...10 {
                    group.addTask {
                        try? await Task.sleep(nanoseconds: 1_000_000)
                        return number
                    }
                }
                return await group.reduce(0, +)
            }
            let counter = Counter()
            await counter.add(sum)
            answer.content.title = "tasks \(await counter.total)"
            answer.handler(answer.content)
        }
    }

    private func note(_ name: String, _ value: Any) {
        lines.append("\(name)=\(value)")
    }

    private func useProcesses() {
        // In pieces: the kernel gives a page of it at a time.
        let file = FileHandle(forReadingAtPath: "/proc/self/maps")
        var bytes = Data()
        while let piece = try? file?.read(upToCount: 4096), !piece.isEmpty { bytes += piece }
        let maps = String(decoding: bytes, as: UTF8.self)
        let paths = Set(maps.split(separator: "\n").compactMap { $0.split(separator: " ").last })
        note("runtimes", paths.count { $0.hasSuffix("/libswiftCore.so") })
        note("foundations", paths.count { $0.hasSuffix("/libFoundation.so") })
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let readable = tasks.filter {
            FileManager.default.contents(atPath: "/proc/self/task/\($0)/stat")?.isEmpty == false
        }
        note("threads", !tasks.isEmpty && readable.count == tasks.count)
        note("backtrace", ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] ?? "none")
        note("arguments", CommandLine.arguments.isEmpty)
        note("random", Set((0..<8).map { _ in UInt64.random(in: .min ... .max) }).count)
        let constant = "00000000-0000-4000-8000-000000000000"
        note("uuid", UUID().uuidString == constant)
    }

    private struct Point: Codable, Equatable {
        var x = 1.5
        var name = "é"
        var date = Date(timeIntervalSince1970: 0)
    }

    private func useFormats() {
        let encoded = try? JSONEncoder().encode(Point())
        note("codable", (try? JSONDecoder().decode(Point.self, from: encoded ?? Data())) == Point())
        let list = try? PropertyListEncoder().encode(["a": [1, 2]])
        note("plist", list?.isEmpty == false)
        note("iso", ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: 0)))
        let number = NumberFormatter()
        number.locale = Locale(identifier: "de_DE")
        number.numberStyle = .decimal
        note("number", number.string(from: 1234.5) ?? "none")
        let date = DateFormatter()
        date.locale = Locale(identifier: "pl_PL")
        date.timeZone = TimeZone(identifier: "America/New_York")
        date.dateFormat = "d MMMM yyyy HH:mm"
        note("date", date.string(from: Date(timeIntervalSince1970: 86400 * 180)))
        note("zones", TimeZone.knownTimeZoneIdentifiers.count > 300)
        let zone = TimeZone(identifier: "Asia/Tokyo")
        note("tokyo", zone?.secondsFromGMT(for: Date(timeIntervalSince1970: 0)) ?? -1)
        let pattern = try? NSRegularExpression(pattern: "b+")
        note("regex", pattern?.numberOfMatches(in: "abbab", range: NSRange(0..<5)) ?? -1)
        note("url", URLComponents(string: "https://a.example/b?c=d")?.queryItems?.count ?? -1)
        note("base64", Data("text".utf8).base64EncodedString())
    }

    private func useFiles() {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("folder/inner")
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("a.txt")
            try Data("1".utf8).write(to: file, options: .atomic)
            try files.copyItem(at: file, to: folder.appendingPathComponent("b.txt"))
            try files.moveItem(at: file, to: folder.appendingPathComponent("c.txt"))
            note("files", try files.contentsOfDirectory(atPath: folder.path).sorted())
            try files.removeItem(at: folder)
            note("removed", !files.fileExists(atPath: folder.path))
        } catch {
            note("files", error)
        }
    }

    /// Keeps libdispatch's threads at work for longer than its monitor waits, which then reads
    /// their entries in /proc, and traps when it cannot.
    private func useQueues() {
        let group = DispatchGroup()
        for _ in 0..<6 {
            DispatchQueue.global().async(group: group) { Thread.sleep(forTimeInterval: 1.2) }
        }
        note("queues", group.wait(timeout: .now() + 20) == .success)
        let timer = DispatchSource.makeTimerSource()
        let fired = DispatchSemaphore(value: 0)
        timer.setEventHandler { fired.signal() }
        timer.schedule(deadline: .now() + 0.01)
        timer.resume()
        note("timer", fired.wait(timeout: .now() + 20) == .success)
        timer.cancel()
        let lock = NSLock()
        var total = 0
        DispatchQueue.concurrentPerform(iterations: 100) { index in
            lock.lock()
            total += index
            lock.unlock()
        }
        note("total", total)
    }

    private actor Counter {
        var total = 0

        func add(_ number: Int) {
            total += number
        }
    }

    private final class Answer: @unchecked Sendable {
        let content: UNMutableNotificationContent
        let handler: (UNNotificationContent) -> Void

        init(
            content: UNMutableNotificationContent,
            handler: @escaping (UNNotificationContent) -> Void
        ) {
            self.content = content
            self.handler = handler
        }
    }
}
