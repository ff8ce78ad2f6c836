// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@testable import BelfryServer

/// Apps in front that are asked how their notifications are shown, and say nothing.
@Suite(.timeLimit(.minutes(1))) struct AppQuestionsTests {
    private static let app = "com.example.app"

    /// A centre with an app in front whose process listens.
    private struct Fixture {
        let sessions = AppSessions()
        let questions: AppQuestions
        let center: CenterService
        let session: AppSession

        /// - Parameters:
        ///   - asking: How long the app has for an answer.
        ///   - isListening: Whether the process listens already.
        /// - Throws: The centre's error.
        init(asking: Duration = .seconds(3600), isListening: Bool = true) async throws {
            var patience = AppPatience()
            patience.asking = asking
            let questions = AppQuestions(sessions, patience)
            center = try CenterService { _ in
                CenterService.Parts(
                    store: MemoryStore(),
                    engine: ScriptedEngine(),
                    apps: questions
                )
            }
            self.questions = questions
            session = AppSession(app: app, process: 1)
            if isListening { _ = sessions.begin(session) }
            try await center.perform { turn in
                try turn.install(CenterApp(identifier: app))
                _ = try turn.requestAuthorization([.alert], for: app)
                try turn.answerAuthorization(true, for: app)
                try turn.changeDevice { $0.lock = .unlocked }
                try turn.bringToFront(app)
            }
            await questions.begin(center)
        }

        /// Adds a notification, and returns its number.
        func notify(_ identifier: String) async throws -> Int {
            let request = NotificationRequest(
                identifier: identifier,
                content: NotificationContent(title: identifier)
            )
            return try await center.perform { turn in
                try turn.add([request], for: app)
                return try #require(turn.transaction.waiting().last).sequence
            }
        }

        /// Waits until a notification is settled, and returns how.
        func presentation(_ sequence: Int) async throws -> Presentation {
            while true {
                let entry = try await center.perform { try $0.entry(sequence) }
                if let presentation = entry.detail.presentation { return presentation }
                try await Task.sleep(for: .milliseconds(2))
            }
        }

        /// Waits until a notification is settled, and returns the rules by which it was.
        func rules(_ sequence: Int) async throws -> [String] {
            try await presentation(sequence).rules
        }

        /// Waits until the process has been asked about so many, and returns them.
        func asked(_ count: Int) async throws -> [Int] {
            var asked: [Int] = []
            while asked.count < count {
                asked += session.takeQuestions()
                try await Task.sleep(for: .milliseconds(2))
            }
            return asked
        }
    }

    @Test func `waits for no app that has been late, until it answers again`() async throws {
        let late = try await Fixture(asking: .milliseconds(5))
        #expect(try await late.rules(late.notify("one")) == ["foregroundLate"])
        #expect(late.session.isMute)
        await late.center.stop()

        // An hour would be waited for.
        let mute = try await Fixture()
        mute.session.note(isMute: true)
        let two = try await mute.notify("two")
        let three = try await mute.notify("three")
        #expect(try await mute.rules(two) == ["foregroundLate"])
        #expect(try await mute.rules(three) == ["foregroundLate"])
        // It is told all the same, so that it can say that it listens.
        #expect(try await mute.asked(2) == [two, three])
        mute.questions.noteAnswer(of: Self.app)
        #expect(!mute.session.isMute)
        let four = try await mute.notify("four")
        #expect(try await mute.asked(1) == [four])
        let isAsked = try await mute.center.perform { turn in
            try turn.answerPresentation(of: four, by: Self.app, .surfaces([.banner]))
        }
        #expect(isAsked)
        #expect(try await mute.rules(four) == ["foreground"])
        await mute.center.stop()
    }

    @Test func `asks nothing that was answered while it waited`() async throws {
        let fixture = try await Fixture()
        let one = try await fixture.notify("one")
        let two = try await fixture.notify("two")
        let three = try await fixture.notify("three")
        #expect(try await fixture.asked(1) == [one])
        for sequence in [two, one] {
            while try await fixture.center.perform({ try $0.entry(sequence).state }) != .decided {
                try await Task.sleep(for: .milliseconds(2))
            }
            _ = try await fixture.center.perform { turn in
                try turn.answerPresentation(of: sequence, by: Self.app, .surfaces([.list]))
            }
            fixture.questions.settle(sequence, of: Self.app)
        }
        #expect(try await fixture.asked(1) == [three])
        await fixture.center.stop()
    }

    @Test func `waits for an app that has not found a new daemon yet`() async throws {
        let fixture = try await Fixture(isListening: false)
        let one = try await fixture.notify("one")
        let two = try await fixture.notify("two")
        while try await fixture.center.perform({ try $0.asked(of: nil).count }) < 2 {
            try await Task.sleep(for: .milliseconds(2))
        }
        // As a daemon does that finds in the ledger what is asked already.
        await fixture.questions.begin(fixture.center)
        _ = fixture.sessions.begin(fixture.session)
        fixture.questions.put(to: Self.app)
        fixture.questions.endGrace()
        #expect(try await fixture.asked(1) == [one])
        _ = try await fixture.center.perform { turn in
            try turn.answerPresentation(of: one, by: Self.app, .surfaces([.list]))
        }
        fixture.questions.settle(one, of: Self.app)
        #expect(try await fixture.asked(1) == [two])
        await fixture.center.stop()
    }

    @Test func `answers for an app that does not find a new daemon`() async throws {
        let fixture = try await Fixture(isListening: false)
        let one = try await fixture.notify("one")
        fixture.questions.endGrace()
        let two = try await fixture.notify("two")
        // They are shown as those of an app that is not in front.
        for sequence in [one, two] {
            let presentation = try await fixture.presentation(sequence)
            #expect(presentation.rules.isEmpty)
            #expect(presentation.surfaces.contains(.banner))
        }
        await fixture.center.stop()
    }

    @Test func `has a process that reads nothing asked about the newest`() async throws {
        let session = AppSession(app: Self.app, process: 1)
        for sequence in 1...40 { session.ask(about: sequence) }
        #expect(session.takeQuestions() == Array(25...40))
        #expect(session.takeQuestions().isEmpty)
    }
}
