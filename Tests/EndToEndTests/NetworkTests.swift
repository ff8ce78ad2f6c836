// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// What an extension can do with its proxy, through everything that is between.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct NetworkTests {
    @Test func `answers a thousand fetches and reports on some, and another's go on`()
        async throws
    {
        let workshop = try Workshop()
        let host = try workshop.host()
        let picture = Workshop.root.appendingPathComponent("Plugins/MonkeyNotification/monkey.png")
        let server = try FileServer(serving: picture)
        let flood = try await workshop.bundle("Floods", ["Network": ["http://listed.example"]])
        let good = try await workshop.bundle(
            "DownloadsWithCurl",
            ["Network": [server.origin]],
            libraries: ["curl"]
        )
        var budget = Budget()
        try budget.apply("wall=120s,cpu=60s,requests=100")
        let options = ExtensionHost.RunOptions(budget: budget)
        async let flooding = host.run(try Workshop.push(), in: flood, options: options)
        let listed = #","my-attachment":"\#(server.address)""#
        for _ in 0..<5 {
            let report = try await host.run(try Workshop.push(listed), in: good)
            #expect(report.after.title.hasPrefix("0 200 "), "\(report.explanation)")
        }
        let report = try await flooding
        // The next run has its own hundred.
        let again = try await host.run(try Workshop.push(), in: flood, options: options)
        await host.shutdown()
        for report in [report, again] {
            #expect(report.after.title == "403: 100, 429: 900, others: 0", "\(report.explanation)")
            let network = try #require(report.network)
            let reasons = Dictionary(grouping: network.decisions, by: \.reason).mapValues(\.count)
            #expect(reasons == [.notListed: 100, .requestLimit: 156])
            #expect(network.droppedDecisions == 744)
        }
        #expect(again.timing?.isWarm == true)
    }

    @Test func `a run's tunnel is cut with the run, and is of no use to the next`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let origin = try Listener()
        let network = ["Network": ["https://127.0.0.1:\(origin.port)"]]
        let bundle = try await workshop.bundle("KeepsTunnel", network)
        let payload = #","port":\#(origin.port)"#
        let first = try await host.run(try Workshop.push(payload), in: bundle)
        #expect(first.after.title == "opened 200, sent 3", "\(first.explanation)")
        #expect(first.network?.decisions.map(\.reason) == [.proxyClosed])
        #expect(first.network?.decisions.map(\.isAllowed) == [true])
        #expect(origin.nextConnectionIsOver())
        let second = try await host.run(try Workshop.push(payload), in: bundle)
        await host.shutdown()
        #expect(second.timing?.isWarm == true)
        #expect(second.after.title == "lost", "\(second.explanation)")
        #expect(second.network?.decisions.isEmpty == true)
    }

    @Test func `a fetch past the wall is a timeout, and its connection is gone`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let origin = try Listener()
        let network = ["Network": ["https://127.0.0.1:\(origin.port)"]]
        let bundle = try await workshop.bundle("KeepsTunnel", network)
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("wall=3s")
        options.budget = budget
        let payload = #","port":\#(origin.port),"wait":1"#
        let report = try await host.run(try Workshop.push(payload), in: bundle, options: options)
        await host.shutdown()
        #expect(report.ending == .fallback(.timeout))
        #expect(report.network?.decisions.map(\.reason) == [.proxyClosed])
        #expect(origin.nextConnectionIsOver())
    }

    /// A port that the kernel makes connections to, and nobody serves.
    private final class Listener {
        let port: UInt16
        private let socket: Int32

        init() throws {
            socket = Glibc.socket(
                AF_INET,
                Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
                0
            )
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let (socket, size) = (socket, length)
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    guard unsafe bind(socket, address, size) == 0, listen(socket, 8) == 0 else {
                        return Int32(-1)
                    }
                    return unsafe getsockname(socket, address, &length)
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            try #require(result == 0)
        }

        deinit {
            close(socket)
        }

        /// Whether the next connection has been made and has ended: at once, or not at all.
        func nextConnectionIsOver() -> Bool {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return false }
            defer { close(connection) }
            var bytes = [UInt8](repeating: 0, count: 64)
            var count = 1
            while count > 0 {
                // The proxy closes it on a thread of its own.
                var waited = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                unsafe _ = poll(&waited, 1, 10_000)
                count = unsafe recv(connection, &bytes, 64, Int32(MSG_DONTWAIT))
            }
            return count == 0 || errno == ECONNRESET
        }
    }
}
