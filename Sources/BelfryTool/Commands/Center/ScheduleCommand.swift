// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation

/// `belfry schedule`: a local request of an app.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Adds a local request of an app, for a time, a place, or at once.",
        usage: """
            belfry schedule <app> --title <title> [--in <seconds> | --at <time>] [--repeats]
            belfry schedule <app> <file>
            """,
        discussion: """
            With --in or --at it is pending until then: belfry list --pending. Without either it is \
            shown at once. A request with the identifier of a pending one takes its place. A file holds \
            a request, or an array of them, as the API takes them; it can name a place.
            """
    )

    @Argument(help: "The app's identifier.")
    var app: String

    @Argument(help: "A file with requests; - for standard input.")
    var file: String?

    @OptionGroup(title: "The Request")
    var request: RequestOptions

    @OptionGroup
    var jsonOptions: JSONOptions

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard (file == nil) != request.isEmpty else {
            throw ValidationError("Give a file, or --title or --body.")
        }
    }

    func run() throws {
        let body = try file.map(read) ?? request.document().serialized()
        let answer = try center.send(CenterRequest("POST", ["apps", app, "requests"], body: body))
        for warning in answer.texts("warnings") {
            Terminal.standardError.write("belfry: warning: \(warning.neutralised())\n")
        }
        try output.write(answer) { _ in
            answer.texts("added").map { "request \($0.neutralised()): added\n" }.joined()
        }
    }

    /// What a file holds, as the daemon takes it, whose programs write no commas after last entries.
    private func read(_ path: String) throws -> [UInt8] {
        let bytes = try Self.bytes(of: path)
        let document = try JSONFile.parse(
            bytes,
            from: path,
            isStrict: jsonOptions.strict,
            others: "other programs"
        )
        return document.serialized()
    }

    private static func bytes(of path: String) throws(ToolFailure) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.openInput(path, for: "the requests").readAll(limit: 256 << 10)
        } catch {
            throw ToolFailure(
                "\(path): \(SystemError.sentence(of: error.errno)); name a JSON file, or - for "
                    + "standard input",
                .noInput
            )
        }
    }
}
