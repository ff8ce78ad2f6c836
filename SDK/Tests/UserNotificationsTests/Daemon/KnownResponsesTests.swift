// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import UserNotifications

@Suite(.timeLimit(.minutes(1))) struct KnownResponsesTests {
    @Test func `a response is new once`() {
        let responses = KnownResponses()
        #expect(responses.begin(1) == .new)
        #expect(responses.begin(1) == .goesOn)
        #expect(responses.begin(2) == .new)
        responses.finish(1)
        #expect(responses.begin(1) == .done)
        #expect(responses.begin(2) == .goesOn)
    }

    @Test func `a response that is repeated while it is dealt with is not new again`() async {
        let responses = KnownResponses()
        var news = 0
        for number in 1...20_000 {
            #expect(responses.begin(number) == .new)
            async let repeated = responses.begin(number)
            responses.finish(number)
            if await repeated == .new { news += 1 }
        }
        #expect(news == 0)
    }
}
