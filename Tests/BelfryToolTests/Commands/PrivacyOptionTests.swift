// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

@Suite struct PrivacyOptionTests {
    @Test(arguments: ["run", "show", "measure", "validate", "replay"])
    func `a command that calls an extension takes --private`(command: String) async throws {
        let folder = try TemporaryFolder()
        let help = try await folder.belfry(command, "--help")
        #expect(help.status == 0)
        #expect(help.output.contains("--private "), "\(help.output)")
    }
}
