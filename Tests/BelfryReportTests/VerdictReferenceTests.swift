// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import Testing

/// The reference is whole, and its names lead to its entries.
@Suite struct VerdictReferenceTests {
    @Test(arguments: VerdictTopic.allCases)
    func `every entry says what happened, why, and what it rests on`(_ topic: VerdictTopic) {
        let entry = VerdictReference.entry(for: topic)
        #expect(entry.name == topic.name)
        #expect(!entry.causes.isEmpty)
        for text in [entry.meaning, entry.evidence, entry.cure ?? "None."] + entry.causes {
            #expect(text.hasSuffix("."), "\(text)")
            #expect(!text.contains("  ") && !text.contains("\n"), "\(text)")
        }
        #expect(entry.meaning.utf8.count <= 100, "a line of the table: \(entry.meaning)")
    }

    /// What is not right has a way out, unless there is nothing that an author could do.
    @Test(arguments: VerdictTopic.allCases)
    func `whatever counts against an extension has a cure`(_ topic: VerdictTopic) {
        let entry = VerdictReference.entry(for: topic)
        if entry.isOffence { #expect(entry.cure != nil) }
    }

    @Test func `names are told apart`() {
        let names = VerdictTopic.allCases.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: VerdictTopic.allCases)
    func `a topic is found by its name, as typed and as shown`(_ topic: VerdictTopic) {
        #expect(VerdictReference.topics(named: topic.name) == [topic])
        let shown = topic.name.replacing(":", with: ": ")
        #expect(VerdictReference.topics(named: shown.uppercased()) == [topic])
        guard let reason = topic.reason else { return }
        #expect(VerdictReference.topics(named: reason).contains(topic))
    }

    @Test func `a word is all of its kind, and a reason can be of several`() {
        let rejected = VerdictReference.topics(named: "rejected")
        #expect(rejected == Verdict.Rejection.allCases.map(VerdictTopic.rejected))
        let memory = VerdictReference.topics(named: "memory")
        #expect(memory == [.fallback(.memory), .retirement(.memory)])
        #expect(VerdictReference.topics(named: "dropped: spam.1") == [.dropped])
    }

    @Test(arguments: [
        ("tiemout", "fallback:timeout"), ("fallback:tiemout", "fallback:timeout"),
        ("bad_handle", "strike:badHandle"), ("no-alert", "notCalled:no_alert"),
        ("start", "fallback:startTimeout"), ("fallbak", "fallback"),
    ])
    func `a name that is none comes near to one`(typed: String, meant: String) {
        #expect(VerdictReference.topics(named: typed).isEmpty)
        #expect(VerdictReference.names(near: typed).contains(meant))
    }

    @Test func `what is near to nothing is near to nothing`() {
        #expect(VerdictReference.names(near: "push.json").isEmpty)
        #expect(VerdictReference.names(near: "").isEmpty)
        #expect(VerdictReference.topics(named: "").isEmpty)
    }

    @Test func `says what the state machine and the quarantine do`() {
        let timeout = VerdictReference.entry(for: .fallback(.timeout))
        #expect(timeout.isOffence && timeout.yieldsToCheckpoint)
        let violation = VerdictReference.entry(for: .fallback(.violation))
        #expect(violation.isOffence && !violation.yieldsToCheckpoint)
        let sandbox = VerdictReference.entry(for: .rejected(.sandbox))
        #expect(!sandbox.isOffence && sandbox.yieldsToCheckpoint)
        let completed = VerdictReference.entry(for: .delivered(.completed))
        #expect(!completed.isOffence && !completed.yieldsToCheckpoint)
    }
}
