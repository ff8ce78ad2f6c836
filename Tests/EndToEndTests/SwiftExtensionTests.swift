// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Extensions as iOS developers write them, built by the tool and run by the host.
@Suite(.timeLimit(.minutes(3)))
struct SwiftExtensionTests {
    private static let monkey = Workshop.root.appendingPathComponent("Plugins/MonkeyNotification")

    private func fixture(
        _ name: String,
        in folder: URL,
        _ linkage: Linkage = .shared
    ) async throws -> ExtensionBundle {
        let build = try await ToolBuild(fixture: name, in: folder, linkage.options)
        return try ExtensionBundle(at: build.path)
    }

    @Test(arguments: Linkage.allCases)
    func `Foundation, Dispatch, tasks and the main thread work inside the sandbox`(
        _ linkage: Linkage
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await fixture("SwiftFeatures", in: workshop.folder, linkage)
        let host = try workshop.host()
        let first = try await host.run(try Workshop.push(#","custom":5"#), in: bundle)
        let second = try await host.run(try Workshop.push(#","custom":5"#), in: bundle)
        await host.shutdown()
        #expect(first.after.title == "main true actor true", "\(first.explanation)")
        #expect(first.after.badge == 7)
        // A runtime of the extension's own is not told how its process was started.
        let arguments = linkage == .shared ? 1 : 0
        let expected = [
            "static=1", "instance=1", "identifier=request-1", "push=true", "custom=5", "alert=2",
            "uuids=50", "date=1970-01-01 01:00", "json=2", "arguments=\(arguments)", "queue=42",
            "semaphore=true", "file=text", "home=true", "passwd=false",
        ]
        #expect(first.after.body.split(separator: "\n").map(String.init) == expected)
        // A new instance for each request; statics live as long as the process.
        #expect(second.timing?.isWarm == true)
        #expect(second.after.body.hasPrefix("static=2\ninstance=1\n"))
        let fields = first.difference.entries.map(\.field)
        #expect(fields.contains("userInfo.added"))
        #expect(fields.contains("sound"))
    }

    @Test func `a message comes from a person, with a thumbnail of 12 million pixels in 24 MB`()
        async throws
    {
        let workshop = try Workshop()
        let bundle = try await fixture("SwiftCommunication", in: workshop.folder)
        let photograph = try await workshop.program("photograph", libraries: ["jpeg"])
        let drawing = try await Command.run(photograph, [bundle.path + "/photograph.jpg"])
        try #require(drawing.status == 0, "\(drawing.errors)")
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.verdict == .delivered, "\(report.explanation)")
        #expect(report.after.body == "4000x3000")
        #expect(report.attachments.map(\.type) == ["public.jpeg"])
        let usage = try #require(report.usage)
        #expect(usage.peakByteCount < 12 << 20, "\(usage)")
        let communication = try #require(report.after.communication?.object)
        #expect(communication["kind"] == "message")
        #expect(communication["sender"]?.object?["name"] == "Ada")
        #expect(communication["groupName"] == "Engines")
        #expect(communication["direction"] == "incoming")
        #expect(communication["recipientCount"] == 12)
        #expect(communication["mentionsCurrentUser"] == true)
        #expect(communication["avatar"]?.object?["width"] == 80)
        #expect(report.log.contains { $0.text.hasPrefix("Donated INSendMessageIntent, incoming") })
        #expect(report.log.contains { $0.text.contains("NSUserActivityTypes") })
    }

    @Test func `a Swift trap is a trap, and what was printed before it is kept`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await fixture("SwiftTraps", in: workshop.folder)
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .fallback(.trap))
        #expect(report.log.contains { $0.text == "about to read part 1" })
        let crash = try #require(report.crash)
        let frame = crash.frames.first {
            $0.function?.contains("SwiftTraps.NotificationService.didReceive(") == true
        }
        #expect(frame != nil, "\(crash.frames)")
        #expect(report.after.title == "before")
        // The compiler leaves the check's text, and the line that it was taken into, in the debug
        // information alone.
        #expect(crash.frames.first?.function == "Swift runtime failure: Index out of range")
        let own = try #require(crash.frames.first { $0.line != nil })
        #expect(own.file?.hasSuffix("/SwiftTraps.swift") == true)
        #expect(own.line == 14, "\(crash.frames)")
    }

    @Test(arguments: [false, true])
    func `the tool says of a Swift trap why and where, optimised or not`(
        isDebug: Bool
    ) async throws {
        let workshop = try Workshop()
        let options = isDebug ? ["--debug"] : []
        let build = try await ToolBuild(fixture: "SwiftTraps", in: workshop.folder, options)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let push = #"{"aps":{"alert":{"title":"before"},"mutable-content":1}}"#
        let run = try await Command.run(
            "/usr/bin/env",
            ["XDG_DATA_HOME=\(workshop.folder.path)", "NO_COLOR=1", tool, "run", build.path, "-"],
            input: push
        )
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let lines = run.output.split(separator: "\n")
        let verdict = try #require(lines.firstIndex { $0.contains("  verdict ") }, "\(run.output)")
        let cause = lines[lines.index(after: verdict)...].first?.drop { $0 == " " }
        let function = "NotificationService.didReceive(_:withContentHandler:)"
        let expected = "Fatal error: Index out of range, at SwiftTraps.swift:14 in \(function)"
        #expect(cause.map(String.init) == expected, "\(run.output)")
        #expect(!(run.output + run.errors).contains("$s"), "\(run.output)\(run.errors)")
    }

    @Test(arguments: [false, true])
    func `the tool says what the runtime says of a failed check, with the line that it names`(
        isDebug: Bool
    ) async throws {
        let workshop = try Workshop()
        let options = isDebug ? ["--debug"] : []
        let build = try await ToolBuild(fixture: "SwiftFails", in: workshop.folder, options)
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let raised =
            "Fatal error: 'try!' expression unexpectedly raised an error: "
            + "SwiftFails.NotificationService.Refusal(), at SwiftFails.swift:"
        var expected: [String: String] = [
            "first": raised + "17 in ", "second": raised + "18 in ",
            "cast": "Could not cast value of type 'Swift.String' to 'Swift.Int', at "
                + "SwiftFails.swift:19 in ",
        ]
        if isDebug {
            expected["asserted"] = "Assertion failed: it has a title, at SwiftFails.swift:20 in "
            expected["other"] =
                "Precondition failed: it must have no title, at SwiftFails.swift:21 in "
        }
        for (title, text) in expected {
            let alert = #"{"alert":{"title":"\#(title)"},"mutable-content":1}"#
            let run = try await Command.run(
                "/usr/bin/env",
                [
                    "XDG_DATA_HOME=\(workshop.folder.path)", "NO_COLOR=1", tool, "run", build.path,
                    "-",
                ],
                input: #"{"aps":\#(alert),"text":"x"}"#
            )
            #expect(run.status == 1, "\(title): \(run.output)\(run.errors)")
            let lines = run.output.split(separator: "\n")
            let verdict = lines.drop { !$0.contains("  verdict ") }
            let cause = verdict.dropFirst().first?.drop { $0 == " " } ?? ""
            #expect(cause.hasPrefix(text), "\(title): \(run.output)")
        }
    }

    @Test func `a checkpoint in Swift survives a trap, and a drop needs its right`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await fixture("SwiftPublishes", in: workshop.folder)
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .delivered(.checkpoint))
        #expect(report.endedBy == Verdict.fallback(.trap).reason)
        #expect(report.after.title == "published")
        #expect(report.after.body == "text")
        #expect(report.strikes == ["deniedDrop"])
        #expect(report.log.contains { $0.text.hasPrefix("true: The bundle may not drop") })
    }

    @Test func `an observer in Swift hears that its CPU time is nearly spent`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await fixture("SwiftPublishes", in: workshop.folder)
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply("cpu=1s")
        options.budget = budget
        let report = try await host.run(
            try Workshop.push(#","spin":true"#),
            in: bundle,
            options: options
        )
        await host.shutdown()
        #expect(report.verdict == .delivered, "\(report.explanation)")
        #expect(report.after.title == "told in time")
    }

    @Test func `serviceExtensionTimeWillExpire gives the best attempt`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await fixture("SwiftExpires", in: workshop.folder)
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        budget.wall = .seconds(6)
        budget.grace = .seconds(4)
        options.budget = budget
        let report = try await host.run(try Workshop.push(), in: bundle, options: options)
        await host.shutdown()
        #expect(report.ending == .delivered(.atExpiry))
        #expect(report.after.title == "best attempt")
    }

    @Test(arguments: ["5", "6"])
    func `the sample compiles in both language modes`(_ version: String) async throws {
        let workshop = try Workshop()
        let source = Self.monkey.appendingPathComponent("NotificationService.swift")
        _ = try await ToolBuild(source, in: workshop.folder, ["--swift-version", version])
    }

    @Test func `the sample downloads a picture through the proxy and attaches it`() async throws {
        let workshop = try Workshop()
        let picture = Self.monkey.appendingPathComponent("monkey.png")
        let server = try FileServer(serving: picture)
        let source = Self.monkey.appendingPathComponent("NotificationService.swift")
        let build = try await ToolBuild(source, in: workshop.folder)
        let bundle = try ExtensionBundle(at: build.path)
        let host = try workshop.host()
        var options = ExtensionHost.RunOptions()
        let request = try Workshop.push(#","my-attachment":"\#(server.address)""#)

        let denied = try await host.run(request, in: bundle, options: options)
        #expect(denied.isDelivered)
        #expect(denied.attachments.isEmpty)
        #expect(denied.network?.decisions.map(\.reason) == [.notListed])
        #expect(
            denied.log.contains { $0.text.contains("is not in the extension's list of origins") }
        )

        options.allowedOrigins = [server.origin]
        let allowed = try await host.run(request, in: bundle, options: options)
        #expect(allowed.after.title == "before [modified]")
        #expect(allowed.attachments.map(\.type) == ["public.png"])
        let stored = try #require(allowed.attachments.first?.path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: stored)) == Data(contentsOf: picture))
        #expect(allowed.network?.decisions.map(\.isAllowed) == [true])

        server.stop()
        let refused = try await host.run(request, in: bundle, options: options)
        #expect(refused.isDelivered)
        #expect(refused.attachments.isEmpty)
        #expect(refused.network?.decisions.map(\.reason) == [.connectFailed])
        await host.shutdown()
    }
}
