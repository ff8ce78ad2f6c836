// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryTool
internal import Foundation
internal import Testing

/// `belfry show` with an extension in a real worker.
@Suite(.timeLimit(.minutes(3))) struct ShowCommandTests {
    let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try folder.write(ContentSample.source, to: "Small.c")
        try folder.write(ContentSample.plist, to: "Info.plist")
        try folder.write(ContentSample.payload(), to: "push.apns")
        try folder.write(ContentSample.payload(title: "Again"), to: "again.apns")
        try folder.write(ContentSample.categories, to: "categories.json")
        let build = try await folder.belfry("build", "Small.c")
        try #require(build.status == 0, "\(build.errors)")
    }

    private func show(_ arguments: String...) async throws -> Tool.Outcome {
        let paths = ["--state", folder("state"), "--store", folder("store")]
        return try await folder.belfry.run(["show", "Small.appex"] + arguments + paths)
    }

    /// Runs a script and gives the documents it printed.
    private func script(_ text: String) async throws -> (Tool.Outcome, [ScriptPresenter.Line]) {
        try folder.write(text, to: "a.script")
        let outcome = try await show("push.apns", "--script", "a.script")
        let lines = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(ScriptPresenter.Line.self, from: Data($0.utf8))
        }
        return (outcome, lines)
    }

    @Test func `prints the notification where there is no terminal`() async throws {
        let shown = try await show("push.apns")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("│ Small "), "\(shown.output)")
        #expect(shown.output.contains("│   Hello"))
        #expect(shown.output.contains("[ Dismiss ]"))
        #expect(shown.output.contains("1  Rotate"))
        #expect(!shown.output.contains("A body"), "the manifest hides it")
        #expect(shown.output.contains("verdict   delivered"))
        #expect(!shown.output.contains("\u{1B}"))
    }

    @Test func `a bundle of the other kind is a usage error with a way out`() async throws {
        let point = "com.apple.usernotifications."
        let plist = ContentSample.plist.replacing(
            point + "content-extension",
            with: point + "service"
        )
        try #require(plist != ContentSample.plist)
        try folder.write(plist, to: "Service.appex/Info.plist")
        let service = try await folder.belfry("show", "Service.appex", "push.apns")
        #expect(service.status == 64)
        #expect(service.errors.contains("Service.appex is a service extension"))
        #expect(service.errors.contains("use `belfry run`"))
        let content = try await show("push.apns", "--service", "Small.appex")
        #expect(content.status == 64)
        #expect(content.errors.contains("--service Small.appex is a content extension"))
    }

    @Test func `a comma after the last category is a warning, and strictly an error`() async throws
    {
        let categories = ContentSample.categories
        try #require(categories.hasSuffix("]"))
        try folder.write("\(categories.dropLast()),\n]", to: "categories.json")
        let shown = try await show("push.apns")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("1  Rotate"))
        #expect(shown.errors.contains("categories.json: line "), "\(shown.errors)")
        #expect(shown.errors.contains("other programs may refuse it; remove the comma"))
        let strict = try await show("push.apns", "--strict")
        #expect(strict.status == 65)
        #expect(strict.errors.contains("a comma after the last entry; remove the comma"))
        #expect(strict.output.isEmpty)
    }

    @Test(arguments: ["--store", "--state"])
    func `a folder without a name is a usage error`(option: String) async throws {
        let outcome = try await folder.belfry("show", "Small.appex", "push.apns", option, "")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\(option) is empty; name a folder"))
        #expect(outcome.output.isEmpty)
    }

    @Test func `a script acts on the extension and sees what it did`() async throws {
        let (outcome, lines) = try await script(
            """
            expect label "Hello"
            expect actions rotate,late,tell,crash
            action rotate
            expect angle "1 taps" 20
            expect actions rotate
            slide #opacity 0.5
            expect alpha "1 taps" 0.5
            receive again.apns
            expect label "Again"
            expect app nothing
            tap "Dismiss"
            wait closed
            """
        )
        #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
        #expect(lines.count == 13)
        #expect(lines.last?.snapshot?.phase == "closed")
    }

    @Test func `waits for an answer from another thread, and the app gets a response once`()
        async throws
    {
        let (outcome, _) = try await script(
            """
            action late
            wait answered
            wait label "100 taps"
            action tell "all"
            wait closed
            expect app tell "all"
            """
        )
        #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    }

    @Test(arguments: [
        (["--identifier", "mine"], "", "mine"), (["--collapse-id", "match-7"], "", "match-7"),
        ([], "apns-collapse-id: match-8\n", "match-8"),
    ])
    func `the request has the identifier that is given`(
        _ options: [String],
        _ headers: String,
        _ identifier: String
    ) async throws {
        if !headers.isEmpty { try folder.write(headers, to: "push.headers") }
        try folder.write("action tell \"all\"\nwait closed\n", to: "a.script")
        let paths = ["--state", folder("state"), "--store", folder("store")]
        let outcome = try await folder.belfry.run(
            ["show", "Small.appex", "push.apns", "--script", "a.script"] + options + paths
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        let last = try #require(outcome.output.split(separator: "\n").last)
        let line = try JSONDecoder().decode(ScriptPresenter.Line.self, from: Data(last.utf8))
        #expect(line.snapshot?.app.map(\.notification) == [identifier])
    }

    @Test func `a push that is not shown is an error`() async throws {
        try folder.write("apns-push-type: background\n", to: "push.headers")
        let outcome = try await show("push.apns")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("a push of the type background is not shown"))
    }

    @Test func `a script receives no push that is not shown`() async throws {
        try folder.write("apns-push-type: background\n", to: "again.headers")
        let (outcome, _) = try await script("receive again.apns\n")
        #expect(outcome.status == 4, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("again.apns: a push of the type background is not shown"),
            "\(outcome.errors)"
        )
    }

    @Test func `a script says at its end which texts nobody can see`() async throws {
        let source = ContentSample.source.replacing(
            "view, 16, y, 240, 24)",
            with: "view, -300, y, 240, 24)"
        )
        try #require(source != ContentSample.source)
        try folder.write(source, to: "Small.c")
        let build = try await folder.belfry("build", "Small.c")
        try #require(build.status == 0, "\(build.errors)")
        let (outcome, _) = try await script("tree\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains(
                #"belfry: warning: the label view with the text "0 taps" lies outside of what is"#
            ),
            "\(outcome.errors)"
        )
    }

    @Test func `a script says at its end which texts nobody could see after a step`() async throws {
        let source = ContentSample.source.replacing(
            "turn(taps + 1);",
            with: "views->set_frame(host, title, taps % 2 ? 16 : -300, 8, 240, 24); turn(taps + 1);"
        )
        try #require(source != ContentSample.source)
        try folder.write(source, to: "Small.c")
        let build = try await folder.belfry("build", "Small.c")
        try #require(build.status == 0, "\(build.errors)")
        let (seen, _) = try await script("tree\n")
        #expect(seen.errors == "")
        let (outcome, _) = try await script("action rotate\naction rotate\ntree\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == """
                belfry: warning: the label view with the text "Hello" lies outside of what is shown: \
                240 × 24 points at -300, 8

                """
        )
    }

    @Test func `a failed expectation is status 4, and a script that cannot be read 65`()
        async throws
    {
        let (failed, lines) = try await script("action rotate\nexpect angle \"1 taps\" 40\n")
        #expect(failed.status == 4)
        let message = "a.script:2: expect angle \"1 taps\" 40: expected an angle of 40, found 20"
        #expect(failed.errors == "belfry: \(message)\n")
        #expect(lines.last?.failure == "expected an angle of 40, found 20")
        let (unread, none) = try await script("rotate\n")
        #expect(unread.status == 65)
        #expect(none.isEmpty)
        #expect(
            unread.errors.hasPrefix("belfry: a.script:1:1: unknown: \"rotate\"; there are tap,")
        )
    }

    @Test func `the manifest's warnings are shown, by a script too`() async throws {
        let key = "<key>UNNotificationExtensionDefaultContentHidden</key>"
        let plist = ContentSample.plist.replacing(
            "\(key)<true/>",
            with: "\(key)<string>YES</string>"
        )
        try #require(plist != ContentSample.plist)
        try folder.write(plist, to: "Info.plist")
        let build = try await folder.belfry("build", "Small.c")
        try #require(build.status == 0, "\(build.errors)")
        let hidden = "NSExtension.NSExtensionAttributes.UNNotificationExtensionDefaultContentHidden"
        let warning = "\(hidden) is a string \"YES\", which iOS takes for true"
        let shown = try await show("push.apns")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("  warning   \(warning)"), "\(shown.output)")
        let (outcome, _) = try await script("tree\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("belfry: warning: \(warning)"), "\(outcome.errors)")
    }

    @Test func `an attachment has the type of its bytes`() async throws {
        let gif = "GIF89a\u{1}\0\u{1}\0\0\0\0;"
        try folder.write(gif, to: "named.png")
        try folder.write("tree\n", to: "a.script")
        let outcome = try await show(
            "push.apns",
            "--attachment",
            "photo=named.png",
            "--script",
            "a.script"
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("com.compuserve.gif"), "\(outcome.output)")
        #expect(!outcome.output.contains("public.png"))
    }

    @Test func `a crash goes on without the extension`() async throws {
        let (outcome, lines) = try await script(
            "action crash\nwait answered\nexpect phase fallback\n"
        )
        #expect(outcome.status == 1, "\(outcome.errors)\(outcome.output)")
        #expect(lines.last { $0.snapshot != nil }?.snapshot?.failure?.verdict == "fallback")
        let verdict = "belfry: verdict: fallback: crash\nbelfry: verdict: It crashed "
        #expect(outcome.errors.contains(verdict), "\(outcome.errors)")
        #expect(outcome.errors.contains("in did_respond"), "\(outcome.errors)")
    }

    @Test func `another category is not called, and conflicts name both bundles`() async throws {
        try folder.write(ContentSample.payload(category: "other"), to: "other.apns")
        let other = try await show("other.apns")
        #expect(other.status == 3, "\(other.errors)\(other.output)")
        #expect(other.output.contains("A body"))
        try FileManager.default.copyItem(atPath: folder("Small.appex"), toPath: folder("Two.appex"))
        let conflict = try await show("push.apns", "--bundle", "Two.appex")
        #expect(conflict.status == 78)
        #expect(conflict.errors.contains("Small.appex and "), "\(conflict.errors)")
        #expect(conflict.errors.contains("Two.appex both draw the category \"small\""))
    }

    @Test(
        arguments: [
            (
                ["--categories", "none.json"], 66,
                "none.json: No such file or directory; name a JSON file"
            ),
            (["--categories", "push.apns"], 65, "push.apns: "),
            (
                ["--attachment", "push.apns"], 65,
                " has no known type: use one of the extensions jpg, gif, png,"
            ),
            (
                ["--attachment", "page.png"], 65,
                " does not begin as public.png or another type of image does: it looks like HTML text"
            ),
            (["--attachment", "empty.png"], 65, "--attachment empty.png: attachment "),
            (["--attachment", "a=none.png"], 66, "--attachment a=none.png: no file none.png"),
            (
                ["--script", "none.script"], 66,
                "none.script: No such file or directory; name a script"
            ),
            (["--budget", "wall=never"], 64, "--budget: "),
            (["--width", "5"], 64, "--width is from 80 to 2000 points"),
        ] as [([String], Int32, String)]
    )
    func `what cannot be read is said`(
        _ arguments: [String],
        _ status: Int32,
        _ message: String
    ) async throws {
        try folder.write("<!DOCTYPE html>", to: "page.png")
        try folder.write("", to: "empty.png")
        let outcome = try await folder.belfry.run(
            ["show", "Small.appex", "push.apns"] + arguments
        )
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
