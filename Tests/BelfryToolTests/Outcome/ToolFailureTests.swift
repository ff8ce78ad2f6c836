// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryEgress
@testable import BelfryModel
@testable import BelfryRuntime
internal import BelfryReport
internal import BelfrySystem
@testable import BelfryTool
internal import Glibc
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// How the tool ends for each kind of error.
@Suite struct ToolFailureTests {
    struct Case: CustomTestStringConvertible {
        let error: any Error
        let status: Int32

        var testDescription: String { "\(type(of: error)): \(status)" }
    }

    static let cases = [
        Case(error: ToolFailure("no", .cannotCreate), status: 73),
        Case(error: BundleError(code: .notFound, message: "no"), status: 66),
        Case(error: BundleError(code: .notADirectory, message: "no"), status: 66),
        Case(error: BundleError(code: .noManifest, message: "no"), status: 66),
        Case(error: BundleError(code: .manifest, message: "no"), status: 78),
        Case(error: BundleError(code: .library, message: "no"), status: 66),
        Case(error: BundleError(code: .elf, message: "no"), status: 65),
        Case(error: PayloadError(code: .empty, message: "no"), status: 65),
        Case(error: ManifestError(code: .empty, message: "no"), status: 78),
        Case(error: BudgetError(part: "wall", problem: "no"), status: 64),
        Case(error: OriginError("ftp://a", "no", remedy: "none"), status: 78),
        Case(error: ContentSessionError(.bundle, "no"), status: 64),
        Case(error: ContentSessionError(.attachment, "no"), status: 66),
        Case(error: SDKLocationError(places: ["/nowhere"]), status: 69),
        Case(error: HostError("no"), status: 71),
        Case(error: SystemError(call: "open", errno: EACCES), status: 71),
        Case(error: CancellationError(), status: 70),
    ]

    @Test(arguments: [
        (["bulid", "x"], "build"), (["Run", "a", "b"], "run"), (["hlep"], "help"),
        (["serve_file"], "serve-file"),
    ])
    func `a misspelt command is offered by its name`(arguments: [String], remedy: String) throws {
        let failure = try #require(BelfryCommand.misspelling(in: arguments))
        #expect(failure.message.hasSuffix("did you mean `belfry \(remedy)`?"))
        #expect(failure.status == .usage)
    }

    @Test(arguments: ["Network", "network", "Documentation/Network.md"])
    func `a topic is a page of the documentation`(topic: String) {
        let folder = Workshop.root.appendingPathComponent("Documentation").path
        let page = HelpTopic(["help", topic], commands: ["run"], in: folder)
        #expect(page?.text.hasPrefix("# Network") == true)
    }

    @Test(arguments: [
        ["help"], ["help", "run"], ["help", "nonsense"], ["help", "../README"], ["network"],
        ["help", "Network", "more"],
    ])
    func `what is no topic is left to the parser`(arguments: [String]) {
        let folder = Workshop.root.appendingPathComponent("Documentation").path
        #expect(HelpTopic(arguments, commands: ["run"], in: folder) == nil)
    }

    @Test(arguments: [
        (["help", "bulid"], "did you mean `belfry help build`?"),
        (["help", "Netwerk"], "did you mean `belfry help Network`?"),
        (["help", "nonsense"], "`belfry help` lists the commands, `belfry help README` the pages"),
    ])
    func `a topic that is not there is an error that says which are`(
        arguments: [String],
        remedy: String
    ) throws {
        let folder = Workshop.root.appendingPathComponent("Documentation").path
        let pages = HelpTopic.names(in: folder)
        let failure = try #require(BelfryCommand.unknownTopic(in: arguments, pages: pages))
        #expect(failure.message == "there is no command or page \(arguments[1]); \(remedy)")
        #expect(failure.status == .usage)
    }

    @Test func `a word after a page is what is not there`() throws {
        let arguments = ["help", "network", "SHOW"]
        let failure = try #require(BelfryCommand.unknownTopic(in: arguments, pages: ["Network"]))
        #expect(
            failure.message
                == "there is no SHOW under the page Network; `belfry help Network` prints all of it"
        )
        #expect(failure.status == .usage)
    }

    @Test func `help of help names the pages`() {
        let text = HelpTopic.usage(pages: ["Show", "Network"])
        #expect(text.hasPrefix("belfry help             lists the commands\n"))
        #expect(text.hasSuffix("\nPages:\n\n  Network\n  Show\n"), "\(text)")
    }

    @Test func `a page is printed without its comments`() throws {
        let folder = try TemporaryFolder()
        let page = """
            # Page

            <!-- a script writes
            from here -->

            text <!-- of a line -->

            ```xml
            <!-- code -->


            ```

            """
        try folder.write(page, to: "Page.md")
        let topic = HelpTopic(["help", "page"], commands: [], in: folder.url.path)
        let expected = """
            # Page

            text <!-- of a line -->

            ```xml
            <!-- code -->


            ```

            """
        #expect(topic?.text == expected)
    }

    @Test(arguments: [["help"], ["help", "run"], ["help", "--hidden"], ["nonsense"], []])
    func `help of a command, and of all, is left to the parser`(arguments: [String]) {
        #expect(BelfryCommand.unknownTopic(in: arguments, pages: []) == nil)
    }

    @Test(arguments: [
        [], ["build"], ["help"], ["help", "run"], ["--help"], ["--versoin"], ["nonsense"],
        ["build", "bulid"], ["help", "--bulid"],
    ])
    func `other arguments are left to the parser`(arguments: [String]) {
        #expect(BelfryCommand.misspelling(in: arguments) == nil)
    }

    @Test func `the doctor warns of files that are memory`() throws {
        #expect(DoctorCommand.storageAdvice("/proc/belfry/storage") == nil)
        try #require(FileSystemKind(at: "/dev/shm")?.isMemory == true, "/dev/shm is no tmpfs here")
        let advice = try #require(DoctorCommand.storageAdvice("/dev/shm/not/there/yet"))
        #expect(advice.hasPrefix("/dev/shm/not/there/yet is on a file system in memory"))
    }

    @Test(arguments: cases)
    func `has a status of sysexits and one line`(_ example: Case) {
        let failure = ToolFailure(example.error)
        #expect(failure.status.code == example.status)
        #expect(!failure.message.isEmpty)
        #expect(failure.message.split(whereSeparator: \.isNewline).count == 1)
    }

    @Test(
        arguments: [
            (.delivered, 0), (.dropped, 0), (.fallback, 1), (.rejected, 2), (.notCalled, 3),
        ] as [(Verdict.Kind, Int32)]
    )
    func `a verdict has a status below those`(verdict: Verdict.Kind, code: Int32) {
        #expect(ExitStatus.verdict(verdict).code == code)
    }
}
