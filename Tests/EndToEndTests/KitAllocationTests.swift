// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What the kits for C++ and Rust allocate, counted by a program that calls an extension as a worker
/// does, with a host that allocates nothing.
@Suite(.timeLimit(.minutes(5)))
struct KitAllocationTests {
    /// Loads a library and has it do something: the allocations of each callback, and what was logged.
    private func count(
        _ library: String,
        doing words: String,
        in workshop: borrowing Workshop
    ) async throws -> (callbacks: [String], log: String) {
        let program = try await workshop.program("allocations")
        let payload =
            #"{"does":"\#(words)","deep":{"list":[1,2]},"yes":true,"#
            + #""text":"A text that no string has room for in itself"}"#
        let result = try await Command.run(program, [library, payload])
        try #require(result.status == 0, "\(result.errors)")
        return (result.output.split(separator: "\n").map(String.init), result.errors)
    }

    @Test(
        .enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)),
        arguments: ["nothing", "drops"]
    )
    func `a service extension in C++ allocates nothing, the first time neither`(
        _ words: String
    ) async throws {
        let workshop = try Workshop()
        let library = try await workshop.bundle("AllocatesNothing").libraryPath
        let counted = try await count(library, doing: words, in: workshop)
        #expect(
            counted.callbacks == [
                "start 0", "first did_receive 0", "did_receive 0", "will_expire 0", "pressure 0",
                "run 0", "stop 0",
            ]
        )
    }

    @Test(
        .enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)),
        arguments: ["answers late", "drops late"]
    )
    func `an answer after the budget's end stays in the kit`(_ words: String) async throws {
        let workshop = try Workshop()
        let library = try await workshop.bundle("AllocatesNothing").libraryPath
        let counted = try await count(library, doing: words, in: workshop)
        #expect(counted.log == "")
        #expect(counted.callbacks.contains("will_expire 0"), "\(counted)")
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `a refused call allocates its exception, and a copied text itself`() async throws {
        let workshop = try Workshop()
        let library = try await workshop.bundle("AllocatesNothing").libraryPath
        let thrown = try await count(library, doing: "throws", in: workshop).callbacks
        #expect(thrown.contains("did_receive 1"), "\(thrown)")
        let refused = try await count(library, doing: "is refused", in: workshop).callbacks
        #expect(refused == thrown)
        // The counter sees what there is to see.
        let copied = try await count(library, doing: "makes a string", in: workshop).callbacks
        #expect(copied.contains("did_receive 2"), "\(copied)")
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `a content extension in C++ allocates nothing`() async throws {
        let workshop = try Workshop()
        let library = try await workshop.bundle("DrawsWithoutAllocating").libraryPath
        let counted = try await count(library, doing: "nothing", in: workshop)
        #expect(
            counted.callbacks == [
                "start 0", "load 0", "did_receive 0", "did_receive_response 0", "stop 0",
            ]
        )
        // Its destructor would log.
        #expect(counted.log == "response 1\n")
    }

    @Test(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)))
    func `a service extension in Rust allocates the texts that it asks for`() async throws {
        let workshop = try Workshop()
        let library = try await workshop.rust("RustService").libraryPath
        let counted = try await count(library, doing: "completes", in: workshop).callbacks
        // The user info, and of it what to do.
        #expect(counted.contains("did_receive 2"), "\(counted)")
    }

    // What a worker says once it is told to end, nobody waits for; this program does.

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `an exception stops at the border of run and of stop`() async throws {
        let workshop = try Workshop()
        let service = try await workshop.bundle("AllocatesNothing").libraryPath
        let served = try await count(service, doing: "throws at the end", in: workshop)
        let stopped = "stop threw: something that is no std::exception\n"
        #expect(
            served.log == "run threw: main loop: it was tried and failed; the log says why (-9)\n"
                + stopped
        )
        let content = try await workshop.bundle("DrawsWithoutAllocating").libraryPath
        let drawn = try await count(content, doing: "throws at the end", in: workshop)
        #expect(drawn.log == "response 1\n" + stopped)
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `the log says why a response goes to the app before it does`() async throws {
        let workshop = try Workshop()
        let content = try await workshop.bundle("DrawsWithoutAllocating").libraryPath
        let drawn = try await count(content, doing: "throws with the answer", in: workshop)
        let thrown = "did_receive_response threw: something that is no std::exception"
        #expect(drawn.log == "\(thrown); the app gets the response\nresponse 2\n")
    }

    @Test(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)))
    func `a panic stops at the border of a content extension's stop`() async throws {
        let workshop = try Workshop()
        let library = try await workshop.rust("RustContent").libraryPath
        let drawn = try await count(library, doing: "nothing", in: workshop)
        #expect(drawn.callbacks.last?.hasPrefix("stop ") == true, "\(drawn)")
        #expect(drawn.log.hasSuffix("stop panicked: no goodbye\n"), "\(drawn.log)")
    }
}
