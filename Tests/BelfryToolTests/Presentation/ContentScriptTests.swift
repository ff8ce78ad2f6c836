// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTool
internal import Testing

/// How scripts are read.
@Suite struct ContentScriptTests {
    private static func instruction(_ line: String) throws -> ContentScript.Instruction {
        let script = try ContentScript(line, name: "a.script")
        return try #require(script.steps.first).instruction
    }

    @Test(
        arguments: [
            ("tap \"Going?\"", .tap(.text("Going?"))),
            ("tap #close", .tap(.label("close"))),
            ("tap #\"the close button\"", .tap(.label("the close button"))),
            ("tap view 7", .tap(.view(7))),
            ("slide #opacity 0.5", .slide(.label("opacity"), value: 0.5, isDrag: false)),
            ("drag view 3 -20", .slide(.view(3), value: -20, isDrag: true)),
            ("toggle #sound off", .toggle(.label("sound"), isOn: false)),
            ("type view 5 \"a \\\"b\\\"\\n\"", .type(.view(5), "a \"b\"\n")),
            ("return view 5", .pressReturn(.view(5))),
            ("scroll #list 0 40", .scroll(.label("list"), x: 0, y: 40)),
            ("action accept", .action("accept", text: nil)),
            ("action comment \"Hi\"  # says hi", .action("comment", text: "Hi")),
            ("open", .open), ("dismiss", .dismiss), ("media", .media), ("tree", .tree),
            ("receive second.apns", .receive("second.apns")),
            ("png \"a picture.png\"", .png("a picture.png")),
            ("wait answered", .wait(.answered, seconds: ContentScript.waitSeconds)),
            ("wait 500ms", .wait(.time, seconds: 0.5)),
            ("wait 2s", .wait(.time, seconds: 2)),
            ("wait settled 500ms", .wait(.settled, seconds: 0.5)),
            ("wait answered 2s", .wait(.answered, seconds: 2)),
            ("wait label \"Going!\" 2.5", .wait(.label("Going!"), seconds: 2.5)),
            ("expect no label \"Going!\"", .expect(.label("Going!", isShown: false))),
            ("expect actions rotate,reset", .expect(.actions(["rotate", "reset"]))),
            ("expect actions none", .expect(.actions([]))),
            ("expect app nothing", .expect(.app([], text: nil))),
            ("expect app comment \"Hi\"", .expect(.app(["comment"], text: "Hi"))),
            ("expect angle #view 20", .expect(.angle(.label("view"), 20))),
            ("expect alpha view 2 0.5", .expect(.alpha(.view(2), 0.5))),
            ("expect value #slider 1", .expect(.value(.label("slider"), 1))),
            ("expect switch #sound on", .expect(.isOn(.label("sound"), true))),
            ("expect phase fallback", .expect(.phase("fallback"))),
            ("expect media playing", .expect(.playing(true))),
            ("expect refused tap \"Remove\"", .expect(.refused(.tap(.text("Remove"))))),
        ] as [(String, ContentScript.Instruction)]
    )
    func `reads an instruction`(_ line: String, _ expected: ContentScript.Instruction) throws {
        #expect(try Self.instruction(line) == expected)
    }

    @Test func `leaves out comments and empty lines, and knows each line's number`() throws {
        let script = try ContentScript(
            "# a comment\n\n  open # the app\n#another\ntree\n",
            name: "a.script"
        )
        #expect(script.steps.map(\.line) == [3, 5])
        #expect(script.steps.map(\.text) == ["open", "tree"])
    }

    @Test(arguments: [
        ("tpa \"A\"", "1:1: unknown: \"tpa\"; tap?"),
        ("tap", "1:4: a view is missing"),
        ("tap \"A", "1:5: a text without its closing quote"),
        ("tap \"A\\x\"", "1:7: an unknown escape"),
        ("tap view A", "1:10: \"A\" is no view's number"),
        ("slide #a half", "1:10: \"half\" is no number; as in 0.5 or -20"),
        ("toggle #a maybe", "1:11: unknown: \"maybe\"; there are on, off"),
        ("open\nopen now", "2:6: more than the instruction takes"),
        ("wait 0ms", "1:6: a wait of 0.0 s; seconds are above 0, up to 3600"),
        ("wait 500m", "1:6: unknown: \"500m\"; a time is written as in 500ms or 2s"),
        (
            "wait 500",
            "1:6: \"500\" has no unit; write 500ms for milliseconds or 500s for seconds"
        ),
        ("wait setled", "1:6: unknown: \"setled\"; settled?"),
        (
            "wait",
            "1:5: what to wait for is missing; there are answered, closed, settled, label, and a "
                + "time such as 500ms"
        ),
        (
            "wait settled soon",
            "1:14: \"soon\" is no time; `wait settled` takes a number of seconds, or a time such as "
                + "500ms"
        ),
        ("wait answered 0", "1:15: a wait of 0.0 s; seconds are above 0, up to 3600"),
        ("expect lable \"A\"", "1:8: unknown: \"lable\"; label?"),
        ("expect phase opened", "1:14: unknown: \"opened\"; open?"),
        ("action \"accept\"", "1:8: an action's identifier is missing; as in `action accept`"),
    ])
    func `says where a script is wrong, and the way out`(_ text: String, _ fault: String) throws {
        let error = #expect(throws: ContentScriptError.self) {
            try ContentScript(text, name: "a.script")
        }
        #expect(try #require(error).description.hasPrefix("a.script:" + fault))
    }
}
