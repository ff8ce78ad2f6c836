// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import BelfryWire
import Testing

@Suite struct VerdictExplanationTests {
    private static let budget = RunReport.BudgetSummary(
        wallMilliseconds: 30_000,
        startMilliseconds: 2000,
        cpuMilliseconds: 10_000,
        memoryByteCount: 24 << 20,
        outputByteCount: 64 << 10,
        networkByteCount: 1 << 20,
        requestCount: 8,
        connectionCount: 2
    )

    private func sentence(
        _ verdict: Verdict,
        detail: String? = nil,
        evidence: RunReport.Evidence? = nil,
        budget: RunReport.BudgetSummary = Self.budget,
        endedBy: Verdict? = nil
    ) -> String {
        VerdictExplanation.sentence(
            for: verdict,
            detail: detail,
            evidence: evidence,
            budget: budget,
            endedBy: endedBy
        )
    }

    private static let all: [Verdict] =
        Verdict.Delivery.allCases.map { .delivered($0) }
        + Verdict.Fallback.allCases.map { .fallback($0) }
        + Verdict.Rejection.allCases.map { .rejected($0) } + [.notCalled(.noAlert)]
        + [DropReason("spam")].compactMap(\.self).map { .dropped($0) }

    @Test(arguments: all)
    func `every verdict has one sentence, with or without details`(verdict: Verdict) {
        for detail in [nil, "because of this", "Because of this."] {
            let sentence = sentence(verdict, detail: detail)
            #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."))
            #expect(!sentence.contains("nil") && !sentence.contains("Optional"))
            #expect(!sentence.contains("\n"))
        }
    }

    @Test func `budgets are said as people write them`() {
        var budget = Self.budget
        budget.wallMilliseconds = 1500
        budget.startMilliseconds = 250
        budget.cpuMilliseconds = 2000
        budget.memoryByteCount = 12 << 20
        let timeout = sentence(.fallback(.timeout), budget: budget)
        #expect(timeout == "It did not complete within 1.5 s.")
        let start = sentence(.fallback(.startTimeout), budget: budget)
        #expect(start == "It was not ready within 250 ms.")
        budget.wallMilliseconds = 100
        let early = sentence(.fallback(.startTimeout), budget: budget)
        #expect(early == "It was not ready within 100 ms.", "the wall ends a start too")
        let cpu = sentence(.fallback(.cpu), budget: budget)
        #expect(cpu == "It used more than 2 s of CPU time.")
        let memory = sentence(.fallback(.memory), budget: budget)
        #expect(memory == "It used more than 12288 KB of memory.")
    }

    @Test func `evidence is part of the sentence`() {
        let crash = RunReport.Evidence(phase: "running", signal: "SIGSEGV")
        #expect(sentence(.fallback(.crash), evidence: crash) == "It was ended by SIGSEGV.")
        let loading = RunReport.Evidence(phase: "starting", signal: "SIGILL")
        #expect(
            sentence(.fallback(.trap), evidence: loading)
                == "It stopped itself (SIGILL) while it was loaded."
        )
        let exit = RunReport.Evidence(phase: "running", exitStatus: 3)
        #expect(
            sentence(.fallback(.exited), evidence: exit) == "It ended its process with status 3."
        )
        let thread = RunReport.Evidence(phase: "running")
        #expect(
            sentence(.fallback(.exited), detail: "ended its first thread", evidence: thread)
                == "It ended its first thread."
        )
    }

    @Test func `a checkpoint says what ended the run`() {
        let crash = RunReport.Evidence(phase: "running", signal: "SIGSEGV")
        #expect(
            sentence(.delivered(.checkpoint), evidence: crash, endedBy: .fallback(.crash))
                == "The last content it had published was delivered: it was ended by SIGSEGV."
        )
        #expect(
            sentence(.delivered(.checkpoint), detail: "Gone.", endedBy: .rejected(.sandbox))
                == "The last content it had published was delivered: Gone."
        )
    }

    @Test func `a violation names the call, or what was tried`() {
        let call = RunReport.Evidence(phase: "running", systemCall: "ptrace")
        #expect(
            sentence(.fallback(.violation), evidence: call)
                == "It made the system call ptrace, which no extension may make."
        )
        let loading = RunReport.Evidence(phase: "starting", systemCall: "syscall 999")
        #expect(
            sentence(.fallback(.violation), evidence: loading)
                == "It made the system call syscall 999 while it was loaded, which no extension may make."
        )
        let seal = RunReport.Evidence(phase: "starting", message: "it is open")
        #expect(
            sentence(.fallback(.violation), detail: "it is open", evidence: seal)
                == "It worked against the sandbox while it was loaded: it is open."
        )
        let other = RunReport.Evidence(phase: "running", signal: "SIGSYS")
        #expect(
            sentence(.fallback(.violation), evidence: other)
                == "It made a system call that no extension may make."
        )
    }

    @Test func `a detail is part of the sentence where there is one`() {
        #expect(
            sentence(.rejected(.link), detail: "no libA.so")
                == "The extension could not be loaded: no libA.so."
        )
        #expect(
            sentence(.fallback(.output), detail: "userInfo is no JSON object")
                == "Its content cannot be used: userInfo is no JSON object."
        )
    }
}
