// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryTool
import EndToEndSupport
import Testing

/// What the page says of one run of an extension.
extension WebPageTests {
    /// The bars of a run: what each is of, how far it goes, and to where it could.
    private static let bars = """
        [...document.querySelectorAll('.run .bar')].map((bar) =>
          [bar.firstChild.data, bar.querySelector('meter').value, bar.querySelector('meter').max])
        """

    private func number(_ part: JSONValue?, _ key: String) throws -> Double {
        guard case .number(let number)? = part?.object?[key] else {
            throw ToolFailure("the report has no \(key)", .software)
        }
        return number.double
    }

    @Test func `draws what a run used of its budgets, each as a bar of its length`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing("revealed", in: fixture)
        try await push(#"{"alert":{"title":"sent"},"mutable-content":1}"#, to: daemon)
        try await open(daemon) { page async throws in
            try await explain(1, on: page)
            let path = "/v1/notifications/1/explanation"
            let explanation = try await daemon.request("GET", path).object
            guard case .array(let runs)? = explanation["runs"] else {
                throw ToolFailure("the explanation has no runs", .software)
            }
            let report = try #require(runs.first?.object?["report"]?.object)
            let (budget, usage, timing) = (report["budget"], report["usage"], report["timing"])
            let expected = [
                ("Time", try number(timing, "wallMilliseconds"), "wallMilliseconds"),
                ("CPU", try number(usage, "cpuMilliseconds"), "cpuMilliseconds"),
                ("Memory", try number(usage, "peakByteCount"), "memoryByteCount"),
            ]
            guard case .array(let bars) = try await page.evaluate(Self.bars) else {
                throw ToolFailure("the page has no bars", .software)
            }
            try #require(bars.count == expected.count)
            for (bar, (name, used, limit)) in zip(bars, expected) {
                guard case .array(let parts) = bar, parts.count == 3,
                    case (.number(let value), .number(let most)) = (parts[1], parts[2])
                else {
                    throw ToolFailure("a bar is \(bar)", .software)
                }
                #expect(parts[0] == .string(name))
                #expect(value.double == used, "\(name)")
                #expect(try most.double == number(budget, limit), "\(name)")
                #expect(used > 0 && used < most.double, "\(name): \(used) of \(most)")
            }
        }
        #expect(daemon.stop() == 0)
    }

    /// Puts a run into the daemon's answer that had something of everything.
    private static let busyRun = """
        const ask = window.fetch;
        window.fetch = async (path, options) => {
          const answer = await ask(path, options);
          if (!String(path).endsWith('/explanation')) return answer;
          const value = await answer.json();
          for (const { report } of value.runs) {
            if (!report) continue;
            report.timing.wallMilliseconds = 7500;
            report.usage = { cpuMilliseconds: 4, peakByteCount: 12 << 20 };
            Object.assign(report.budget,
              { wallMilliseconds: 30_000, cpuMilliseconds: 500, memoryByteCount: 24 << 20 });
            report.bundle.warnings = ['The manifest has a key too many.'];
            report.crash = { signal: 'SIGSEGV', cause: 'a null pointer' };
            report.strikes = ['abuse'];
            report.network.decisions = [
              { isAllowed: true, method: 'GET', scheme: 'https', host: 'listed.example', port: 443,
                byteCountFromExtension: 2048, byteCountToExtension: 4096 },
              { isAllowed: false, message: 'It has no name.', remedy: 'Name it.' },
            ];
            report.network.droppedDecisions = 3;
            report.droppedLogLines = 7;
          }
          return new Response(JSON.stringify(value), answer);
        };
        true
        """

    @Test func `tells what a run was allowed, what went wrong in it, and what is left out`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try await makeRevealing("revealed", in: fixture)
        try await push(#"{"alert":{"title":"sent"},"mutable-content":1}"#, to: daemon)
        try await open(daemon) { page async throws in
            try await page.evaluate(Self.busyRun)
            try await explain(1, on: page)
            func said(_ part: String) async throws -> [String] {
                try await texts(of: "document.querySelectorAll('.run \(part)')", on: page)
            }
            #expect(
                try await said(".bar") == [
                    "Time7.5 s of 30.0 s", "CPU4 ms of 500 ms", "Memory12.0 MB of 24.0 MB",
                ]
            )
            #expect(
                try await said("ul > .warning") == [
                    "The manifest has a key too many.", "SIGSEGV: a null pointer",
                    "Strike: abuse",
                ]
            )
            #expect(
                try await said("ul > .allowed") == [
                    "Allowed GET https://listed.example:4432 KB sent, 4 KB received"
                ]
            )
            #expect(
                try await said("ul > .denied") == [
                    "Denied a request that cannot be readIt has no name.Name it."
                ]
            )
            #expect(
                try await said("ul > li:not([class])") == ["3 more are not listed."]
            )
            #expect(try await said(".lines li").last == "7 more lines were dropped.")
            try await page.resize(width: 360, height: 900)
            try await expectFit(of: page)
            try await keep(page, as: "center-run-busy.png")
        }
        #expect(daemon.stop() == 0)
    }
}
