// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry activities`: live activities, and what they show.
struct ActivitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activities",
        abstract: "Lists live activities, what they show, and the tokens that change them.",
        discussion: """
            A push of the type liveactivity with the event start begins one; update and end go to the \
            activity's own token. It ends by itself after 8 hours, and is dismissed 4 hours after its \
            end at most.
            """
    )

    @Option(help: "Those of one app alone.")
    var app: String?

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("GET", ["activities"], query: [("app", app)]))
        try output.write(answer) { terminal in
            let activities = answer.objects("activities")
            guard !activities.isEmpty else { return "There is no live activity.\n" }
            var table = CenterTable(
                terminal,
                "ID",
                "STATE",
                "APP",
                "DEVICE",
                "TYPE",
                "TOKEN",
                "SHOWS"
            )
            for activity in activities {
                let isStale = activity["isStale"] == .bool(true)
                table.add(
                    activity.text("number"),
                    activity.text("state") + (isStale ? ", stale" : ""),
                    activity.text("app"),
                    activity.text("device"),
                    activity.text("attributesType"),
                    activity.text("token"),
                    (activity["contentState"] ?? .null).text
                )
            }
            return table.text
        }
    }
}

extension JSONValue {
    /// The value on one line.
    fileprivate var text: String { String(decoding: serialized(), as: UTF8.self) }
}
