// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// However a worker or its zygote ends, and whatever the host is short of, no run waits for ever and
/// nothing is left.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct EndingTests {
    @Test func `what a worker said before it ended counts, however much it was`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("SpeaksAndCrashes")
        var options = ExtensionHost.RunOptions()
        options.isFresh = true
        for _ in 0..<10 {
            let report = try await host.run(try Workshop.push(), in: bundle, options: options)
            #expect(report.ending == .delivered(.completed))
        }
        await host.shutdown()
    }

    @Test func `a zygote that sees too little ends when it has nothing to do`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let bundle = try await workshop.bundle("Completes")
            let others = try (0..<4).map { number in
                let path = "\(bundle.path)-\(number).appex"
                try FileManager.default.copyItem(atPath: bundle.path, toPath: path)
                let plist = URL(fileURLWithPath: path).appendingPathComponent("Info.plist")
                let text = try String(contentsOf: plist, encoding: .utf8)
                // One identifier belongs to one bundle.
                let own = text.replacingOccurrences(
                    of: "<string>com.example.fixture.Completes</string>",
                    with: "<string>com.example.fixture.Completes\(number)</string>"
                )
                try Data(own.utf8).write(to: plist)
                return try ExtensionBundle(at: path)
            }
            let host = try workshop.host()
            var options = ExtensionHost.RunOptions()
            options.isFresh = true
            for other in [bundle] + others {
                let report = try await host.run(try Workshop.push(), in: other, options: options)
                try #require(report.isDelivered, "\(report.explanation)")
            }
            #expect(try await Holdings.settled { $0.children <= 1 }.children == 1)
            await host.shutdown()
        }
    }

    @Test func `no call by which an extension sends SIGKILL ends it`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("KillsItself")
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(report.ending == .delivered(.completed))
        #expect(
            report.after.title == "raise ENOSYS, pthread_kill ENOSYS, tgkill ENOSYS, tkill EPERM, "
                + "kill EPERM, group EPERM, all EPERM, sigqueue EPERM, queue EPERM, "
                + "timer_create EPERM, pidfd_open ENOSYS"
        )
        await host.shutdown()
    }

    @Test func `no extension says that its sandbox has failed`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("ForgesSandboxFailure")
        let report = try await host.run(try Workshop.push(), in: bundle)
        #expect(report.ending == .fallback(.protocol))
        await host.shutdown()
    }

    @Test func `a zygote that dies is replaced, and a shutdown leaves none`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let bundle = try await workshop.bundle("Completes")
            let host = try workshop.host()
            for _ in 0..<3 {
                let report = try await host.run(try Workshop.push(), in: bundle)
                #expect(report.isDelivered, "\(report.explanation)")
                for child in try Self.children() { kill(child, SIGKILL) }
                let deadline = ContinuousClock.now + .seconds(30)
                while await host.workerCount > 0, ContinuousClock.now < deadline {
                    await Task.yield()
                }
                #expect(await host.workerCount == 0)
            }
            await host.shutdown()
            #expect(try Self.children().isEmpty)
        }
    }

    @Test func `a host that is let go without a shutdown leaves no process`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            let bundle = try await workshop.bundle("Completes")
            do {
                let host = try workshop.host()
                let report = try await host.run(try Workshop.push(), in: bundle)
                #expect(report.isDelivered, "\(report.explanation)")
                #expect(try Self.children().count == 1)
            }
            let left = try await Holdings.settled { $0.children == 0 && $0.descendants == 0 }
            #expect(left.children == 0)
        }
    }

    private static func children() throws -> [Int32] {
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return tasks.flatMap { task in
            let text = try? String(kernelFile: "/proc/self/task/\(task)/children")
            return (text ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    @Test func `a shutdown while the layers are looked at ends the looking`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let looking = Task { try await host.probeLayers(.bare) }
        await Task.yield()
        await host.shutdown()
        // Either it was done by then, or it is told.
        let result = await looking.result
        #expect((try? result.get())?.isEmpty != true)
    }

    @Test func `runs and shows layers at once`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes")
        for _ in 0..<5 {
            async let layers = host.probeLayers(.bare)
            let report = try await host.run(try Workshop.push(), in: bundle)
            #expect(report.isDelivered, "\(report.explanation)")
            #expect(try await !layers.isEmpty)
        }
        await host.shutdown()
    }

    @Test(arguments: 0..<20)
    func `a host short of descriptors delivers and goes on`(spare: Int) async {
        await #expect(processExitsWith: .success) { [spare] in
            let workshop = try Workshop()
            let bundle = try await workshop.bundle("Completes")
            let host = try workshop.host { $0.queueTime = .milliseconds(200) }
            // The zygote is there and has its own limit.
            var options = ExtensionHost.RunOptions()
            options.isFresh = true
            _ = try await host.run(try Workshop.push(), in: bundle, options: options)
            // The host tries again until the start-up budget ends.
            var short = options
            var budget = Budget()
            try budget.apply("start=200ms")
            short.budget = budget
            let before = try Holdings.now().descriptors
            var limit = rlimit()
            unsafe getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            let ceiling = limit.rlim_cur
            limit.rlim_cur = rlim_t(try Self.highestDescriptor() + 1 + spare)
            unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            let report = try await host.run(try Workshop.push(), in: bundle, options: short)
            limit.rlim_cur = ceiling
            unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            // A busy machine may take longer than 200 ms by itself.
            let reasons = ["hostResource", "hostOverloaded", "startTimeout"]
            #expect(report.isDelivered || reasons.contains(report.reason), "\(report.explanation)")
            let again = try await host.run(try Workshop.push(), in: bundle, options: options)
            #expect(again.isDelivered, "\(again.explanation)")
            #expect(try Holdings.now().descriptors <= before)
            await host.shutdown()
        }
    }

    private static func highestDescriptor() throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return try #require(names.compactMap { Int($0) }.max())
    }
}
