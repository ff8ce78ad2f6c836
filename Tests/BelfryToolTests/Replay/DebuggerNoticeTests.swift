// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryRuntime
@testable internal import BelfryTool
internal import Foundation
internal import Testing

/// What `belfry run --debug` says while it waits for a debugger.
@Suite struct DebuggerNoticeTests {
    @Test func `says how gdb and lldb attach, as the page on debugging has it`() throws {
        let page = Repository.root.appendingPathComponent("Documentation/Debugging.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let invitation = DebuggerInvitation(
            process: 24651,
            libraryPath: "TitleStamp.appex/TitleStamp",
            loadAddress: 0x7f27_a4a1_b000
        )
        #expect(
            text.contains(
                "push.json --debug\n" + DebuggerNotice.text(invitation).dropLast() + "```\n"
            )
        )
    }
}
