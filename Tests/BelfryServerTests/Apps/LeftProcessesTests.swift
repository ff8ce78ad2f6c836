// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfrySystem
import Foundation
import Glibc
import Testing

@testable import BelfryServer

/// Processes of apps that outlive the daemon that knew them.
@Suite(.timeLimit(.minutes(1))) struct LeftProcessesTests {
    private static let long = "exec sleep 100"

    /// Waits for something that no event tells of.
    private func waitUntil(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `starts no program that an earlier daemon has left`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let app = try scripts.install("one", Self.long)
        let earlier = scripts.programs(AppPatience())
        guard case .runs = earlier.start(app, { _ in }) else {
            Issue.record("it was not started")
            return
        }
        let process = try #require(earlier.running.first).program.process
        let later = scripts.running(AppPatience())
        #expect(later.status(of: app).word == .running)
        guard case .runs = later.programs.start(app, { _ in }) else {
            Issue.record("it is not known to run")
            return
        }
        #expect(later.programs.running.map(\.program.process) == [process])
        // What it has started is the app's, as before.
        #expect(later.programs.app(inSession: process)?.digest == "one")
        later.programs.end(app.identifier, except: nil)
        try await waitUntil { later.programs.running.isEmpty }
        #expect(kill(process, 0) != 0 || scripts.processes.living().isEmpty)
        guard case .runs = later.programs.start(app, { _ in }) else {
            Issue.record("it was not started again")
            return
        }
        let next = try #require(later.programs.running.first).program
        #expect(next.process != process)
        next.end(within: .zero)
        try await waitUntil { later.programs.running.isEmpty }
        #expect(scripts.processes.living().isEmpty)
    }

    @Test func `believes for a while that a process comes back that has listened`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let app = try scripts.install("one", Self.long)
        let guest = Process()
        guest.executableURL = URL(fileURLWithPath: "/bin/sleep")
        guest.arguments = ["100"]
        try guest.run()
        // A signal that this thread has blocked would not end it.
        defer { kill(guest.processIdentifier, SIGKILL) }
        let earlier = scripts.running(AppPatience())
        #expect(earlier.connect(app.identifier, guest.processIdentifier).session != nil)

        var patience = AppPatience()
        patience.background = .zero
        for hasEnded in [false, true] {
            let later = scripts.running(patience)
            #expect(later.status(of: app).word == .running)
            guard case .runs = later.programs.start(app, { _ in }) else {
                Issue.record("its process was not known")
                return
            }
            #expect(later.programs.running.isEmpty)
            if hasEnded {
                kill(guest.processIdentifier, SIGKILL)
                try await waitUntil { later.status(of: app).word == .stopped }
                #expect(scripts.processes.living().isEmpty)
            } else {
                // It has had its time. No daemon has started it, and none ends it.
                #expect(later.programs.dismissLate() == [app.identifier])
                #expect(later.programs.dismissLate().isEmpty)
                #expect(guest.isRunning)
            }
            #expect(later.status(of: app).word == .stopped)
        }
    }

    @Test func `waits for a process that lives and listens no more`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let app = try scripts.install("one", Self.long)
        let running = scripts.running(AppPatience())
        let session = try #require(running.connect(app.identifier, getpid()).session)
        running.disconnect(session)
        #expect(running.status(of: app).word == .running)
        // It comes back.
        #expect(running.connect(app.identifier, getpid()).session != nil)
        #expect(running.programs.dismissLate().isEmpty)
        #expect(running.status(of: app).word == .listening)
    }

    @Test func `keeps a program for the next daemon that has listened to this one`() async throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let app = try scripts.install("one", Self.long)
        let running = scripts.running(AppPatience())
        _ = running.programs.start(app) { _ in }
        let program = try #require(running.programs.running.first).program
        _ = running.connect(app.identifier, program.process)
        running.close()
        #expect(scripts.processes.living().map(\.record.digest) == ["one"])
        program.end(within: .zero)
        try await waitUntil { running.programs.running.isEmpty }
    }

    @Test func `takes no process for another one that has its number`() throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let register = scripts.processes
        let own = try ProcessIdentity(of: getpid())
        func note(_ process: Int32, _ start: UInt64, _ boot: String) throws {
            let text =
                #"{"app":"a","identity":{"process":\#(process),"start":\#(start),"#
                + #""boot":"\#(boot)"}}"#
            try FileManager.default.createDirectory(
                atPath: register.path,
                withIntermediateDirectories: true
            )
            let file = URL(fileURLWithPath: "\(register.path)/\(getpid())")
            try Data(text.utf8).write(to: file)
            unsafe chmod(file.path, 0o600)
        }
        try note(getpid(), own.start, own.boot)
        #expect(register.living().map(\.record.app) == ["a"])
        for (process, start, boot) in [
            (getpid(), own.start + 1, own.boot), (getpid(), own.start, "another start"),
            (1, own.start, own.boot), (-1, own.start, own.boot), (0, 0, ""),
        ] {
            try note(process, start, boot)
            #expect(register.living().isEmpty, "\(process) \(start) \(boot)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: register.path).isEmpty)
        }
        // What was cut off, is no file, or is one that others may write.
        try Data("{".utf8).write(to: URL(fileURLWithPath: "\(register.path)/\(getpid() + 1)"))
        try FileManager.default.createDirectory(
            atPath: "\(register.path)/\(getpid() + 2)",
            withIntermediateDirectories: false
        )
        try note(getpid(), own.start, own.boot)
        unsafe chmod("\(register.path)/\(getpid())", 0o666)
        #expect(register.living().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: register.path).isEmpty)
        // A later process of the same number stays known when the earlier one is forgotten.
        try register.note(.init(app: "a", digest: nil, identity: own))
        try note(getpid(), own.start + 1, own.boot)
        register.forget(own)
        #expect(try FileManager.default.contentsOfDirectory(atPath: register.path).count == 1)
    }
}
