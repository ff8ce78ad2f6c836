// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry clock`: the centre's time, which a virtual clock lets callers move.
struct ClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Shows the centre's clock, or moves a virtual one.",
        discussion: """
            The clock of a daemon that was started as `belfryd --virtual-clock` stands still until this \
            command moves it. --advance lets time pass, and what is due on the way comes on time. \
            --sleep moves it in one step, as a device does that sleeps meanwhile: what was due on the \
            way is delivered then, once, and marked as late. --next moves it to what is due next. --set \
            changes the clock as a user does in the settings: no time passes.
            """
    )

    @Option(help: "Set it to a time, such as 2027-03-01T08:00:00Z.")
    var set: String?

    @Option(help: "Let so many seconds pass.")
    var advance: Double?

    @Option(help: "Let so many seconds pass in which the device sleeps.")
    var sleep: Double?

    @Flag(help: "Let time pass until something is due.")
    var next = false

    @Option(help: "The time zone, such as Europe/Vienna.")
    var zone: String?

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        for (name, seconds) in [("advance", advance), ("sleep", sleep)] {
            guard seconds.map({ $0.isFinite && $0 >= 0 }) != false else {
                throw ValidationError("--\(name) takes seconds from 0 on; --set can go back.")
            }
        }
        guard advance == nil || sleep == nil else {
            throw ValidationError("--advance and --sleep do not go together.")
        }
    }

    func run() throws {
        var change = JSONObject()
        change["zone"] = zone.map { .string($0) }
        change["set"] = set.map { .string($0) }
        change["advance"] = advance.flatMap { JSONNumber($0) }.map { .number($0) }
        change["sleep"] = sleep.flatMap { JSONNumber($0) }.map { .number($0) }
        if next { change["next"] = true }
        var answer = try center.send(
            change.isEmpty
                ? CenterRequest("GET", ["clock"]) : CenterRequest("POST", ["clock"], change)
        )
        // One request stops at so many due times, and says how much is left.
        while let left = answer["left"] {
            let before = answer.text("now")
            answer = try center.send(CenterRequest("POST", ["clock"], ["advance": left]))
            guard answer.text("now") != before else {
                throw ToolFailure(
                    "the clock stays at \(before.neutralised()): the daemon cannot do what is due "
                        + "then, and its log says why",
                    .temporary
                )
            }
        }
        try output.write(answer) { CenterScreen(terminal: $0).clock(answer) }
    }
}
