// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryEgress
import BelfryModel
@testable import BelfryReplay
import BelfryRuntime
import Testing

@Suite struct ComparisonTests {
    /// What is different after a change to the run.
    private func divergences(
        _ recording: Recording = .sample,
        _ change: (inout Recording) -> Void
    ) -> [Divergence] {
        var run = recording
        change(&run)
        return Comparison(with: recording).divergences(of: run.trace, run.result)
    }

    @Test func `a run that is like the recorded one has no divergence`() {
        #expect(divergences { _ in }.isEmpty)
        // Which reads of the clock there were is no matter where nothing comes of it.
        #expect(divergences { $0.trace.wallClock = [] }.isEmpty)
    }

    @Test func `names the first call that differs, with both`() {
        let changed = divergences { $0.trace.calls[1].arguments = "1, Hello Bob" }
        #expect(
            changed == [
                Divergence(
                    "call 2",
                    expected: "set_text(1, Hello Ada)",
                    actual: "set_text(1, Hello Bob)"
                )
            ]
        )
        let missing = divergences { $0.trace.calls.removeLast() }
        #expect(missing.first?.actual == nil)
    }

    @Test func `names a request that was not made then, and one that was not made now`() {
        let new = divergences { $0.trace.exchanges[0].url = "http://example.com/new" }
        #expect(new.first?.place == "request GET http://example.com/new")
        #expect(new.first?.expected == nil)
        let gone = divergences { $0.trace.exchanges = [] }
        #expect(gone.first?.place == "request GET http://example.com/a?b")
        #expect(gone.first?.actual == nil)
    }

    @Test func `requests may come in another order`() {
        var recording = Recording.sample
        recording.trace.exchanges.append(NetworkExchange(method: "GET", url: "http://b.example/"))
        #expect(divergences(recording) { $0.trace.exchanges.reverse() }.isEmpty)
    }

    @Test func `names the field of a request, the question and the place in the content`() {
        let field = divergences { $0.trace.exchanges[0].requestFields?[0] = "accept: text/html" }
        #expect(field.first?.place == "request GET http://example.com/a?b, field 1")
        let question = divergences { $0.trace.questions[0].document = .bytes(Array("4".utf8)) }
        #expect(question.first?.place == "question 1")
        let content = divergences {
            $0.result.content = ["title": "Hello Ada", "userInfo": ["token": "other"]]
        }
        #expect(content.first?.place == "content.userInfo.token")
        let verdict = divergences { $0.result.signal = "SIGSEGV" }
        #expect(verdict.first?.actual == "delivered: completed (SIGSEGV)")
    }

    @Test(arguments: ["payload:token", "header:authorization", "bodies", "center", "texts"])
    func `what was redacted counts as equal`(_ name: String) throws {
        var recording = Recording.sample
        _ = try recording.apply(try Redaction(name))
        #expect(divergences(recording) { $0 = .sample }.isEmpty)
    }

    @Test func `equal results have equal digests, and others others`() {
        var other = Recording.sample.result
        #expect(other.digest == Recording.sample.result.digest)
        other.output.append("more")
        #expect(other.digest != Recording.sample.result.digest)
    }
}
