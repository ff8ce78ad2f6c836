// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Synchronization
internal import Testing

/// A run that waits for a debugger, played by a program that attaches as one does.
@Suite(.timeLimit(.minutes(2)))
struct DebuggingTests {
    @Test func `a run waits for its debugger and is held to no budget meanwhile`() async throws {
        let workshop = try Workshop()
        let attach = try await workshop.program("attach")
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes", ["Budget": ["wall": "1ms"]])
        let (invitations, invitation) = AsyncStream.makeStream(of: DebuggerInvitation.self)
        var options = ExtensionHost.RunOptions()
        options.debugger = { invitation.yield($0) }
        async let running = host.run(try Workshop.push(), in: bundle, options: options)
        var invited = invitations.makeAsyncIterator()
        let first = try #require(await invited.next())
        #expect(first.libraryPath == bundle.libraryPath)
        #expect(first.loadAddress > 0)
        #expect(first.command.contains("gdb -p \(first.process) "))
        async let attached = Command.run(attach, ["\(first.process)"])
        let report = try await running
        #expect(report.ending == .delivered(.completed))
        #expect(report.isDebugged)
        let end = try await attached
        #expect(end.status == 0, "ptrace: errno \(end.status)")
        await host.shutdown()
    }

    @Test func `a run that no debugger comes to ends with its host`() async throws {
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try await workshop.bundle("Completes")
        let (invitations, invitation) = AsyncStream.makeStream(of: DebuggerInvitation.self)
        var options = ExtensionHost.RunOptions()
        options.debugger = { invitation.yield($0) }
        async let running = host.run(try Workshop.push(), in: bundle, options: options)
        for await _ in invitations { break }
        await host.shutdown()
        let report = try await running
        #expect(report.ending == .fallback(.hostShutdown))
    }
}
